// SPDX-License-Identifier: MIT
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <string>
#include <string_view>

#include "bindings.hpp"
#include "mce/core/error.hpp"
#include "mce/core/version.hpp"
#include "mce/run/files.hpp"

namespace nb = nanobind;

/// What the package is made of. Python code is around it; people do not see this module.
NB_MODULE(_native, module) {
  module.doc() = "The compiled part of mcelites. Use the package, not this.";
  module.attr("__version__") = std::string(mce::version());
  // std::invalid_argument is ValueError already.
  nb::exception<mce::Error> error(module, "Error", PyExc_RuntimeError);
  error.attr("__doc__") = "A file, or a saved state, is not what it should be; the message says what is wrong.";
  error.attr("__module__") = "mcelites";
  module.def(
      "write_file",
      [](const std::string& path, const nb::bytes& contents) {
        mce::write_file(path, std::string_view(static_cast<const char*>(contents.data()), contents.size()));
      },
      nb::arg("path"), nb::arg("contents"), "Writes a file whole or not at all.");
  module.def(
      "read_file",
      [](const std::string& path) {
        const auto contents = mce::read_file(path);
        return nb::bytes(contents.data(), contents.size());
      },
      nb::arg("path"));
  mce::python::bind_kinds(module);
  mce::python::bind_partitions(module);
  mce::python::bind_elites(module);
  mce::python::bind_pools(module);
  mce::python::bind_searches(module);
}
