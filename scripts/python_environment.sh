# SPDX-License-Identifier: MIT
# Sourced by the scripts that need Python packages: they are installed into an environment of the clone's own.

# python_environment FOLDER PACKAGE…: makes it if it is not there, and installs what is missing. Sets `environment`.
python_environment() {
  environment=$1
  shift
  [ -x "$environment/bin/python" ] || python3 -m venv "$environment"
  "$environment/bin/python" -m pip install --quiet --disable-pip-version-check --no-compile "$@"
}

# What `pip install .` would fetch to build the package, and what the package needs.
python_build_requirements=("scikit-build-core>=0.11" "nanobind>=2.5")
