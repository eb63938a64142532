# SPDX-License-Identifier: MIT
# Sourced by the other scripts: installs Debian packages that are missing, and says so.

# need PACKAGE…: installs those that are not there yet; with sudo unless we are root.
need() {
  local missing=()
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
  done
  if [ ${#missing[@]} -eq 0 ]; then return 0; fi
  echo "Installing from Debian: ${missing[*]}"
  local as_root=()
  [ "$(id -u)" -eq 0 ] || as_root=(sudo)
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# What the library and the program are built with and from.
need_to_build() {
  need g++ cmake ninja-build libfmt-dev libcli11-dev nlohmann-json3-dev libboost-dev libsqlite3-dev \
    libtomlplusplus-dev libzstd-dev zlib1g-dev
}
# What the explorer's page is built with, besides Node: the engine in it is compiled for WebAssembly.
need_for_viewer() { need cmake ninja-build libfmt-dev clang-19 lld-19 libc++-19-dev-wasm32 libclang-rt-19-dev-wasm32 wasi-libc; }
# Whether there is Node 20 or newer, with npm. Debian 12 has an older one.
has_node() {
  command -v npm >/dev/null && node --eval 'process.exit(Number(process.versions.node.split(".")[0]) < 20 ? 1 : 0)' 2>/dev/null
}
# What environments of Python packages are made with, where the system's Python is used.
need_for_python() { need python3 python3-venv python3-dev; }
# What the tests need on top: the linters are pinned, since other versions format differently. Clang's library for
# sanitizers is a package of its own, and llvm-19 has what writes lines of sources into their reports.
need_to_test() {
  need libgtest-dev python3 python3-numpy python3-selenium chromium chromium-driver nodejs clang-format-19 clang-tidy-19 \
    clang-19 libclang-rt-19-dev llvm-19 wrk openmpi-bin
  need_to_report
}
# What draws the figures of a report.
need_to_report() { need gnuplot-nox; }
need_to_benchmark() { need libbenchmark-dev python3; }
