# SPDX-License-Identifier: MIT
# Sourced by scripts that need Python packages: they go into an environment of the clone's own.

# python_requirements KEY…: what pyproject.toml says is needed: "build", "run", or a group of dependencies.
python_requirements() {
  python3 - "$@" <<'PYTHON'
import sys, tomllib
project = tomllib.load(open("pyproject.toml", "rb"))
lists = {"build": project["build-system"]["requires"], "run": project["project"]["dependencies"], **project["dependency-groups"]}
print("\n".join(each for key in sys.argv[1:] for each in lists[key]))
PYTHON
}

# python_environment FOLDER KEY…: makes it if it is not there, and installs what is missing. Compiling what is never
# imported would take longer than the rest.
python_environment() {
  local folder=$1
  [ -x "$folder/bin/python" ] || python3 -m venv "$folder"
  python_requirements "${@:2}" >"$folder/requirements.txt"
  "$folder/bin/python" -m pip install --quiet --disable-pip-version-check --no-compile -r "$folder/requirements.txt"
}

# install_package FOLDER: our package, built in build/release, where the libraries are compiled already.
install_package() {
  "$1/bin/python" -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps \
    --config-settings build-dir=build/release --config-settings cmake.define.MCE_BUILD_APPS=ON \
    --config-settings cmake.define.MCE_BUILD_TESTS=ON .
}
