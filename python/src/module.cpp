// SPDX-License-Identifier: MIT
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <exception>
#include <string>
#include <string_view>

#include "bindings.hpp"
#include "mce/core/error.hpp"
#include "mce/core/version.hpp"
#include "mce/run/files.hpp"

namespace nb = nanobind;

namespace {

/// mce::Error is mcelites.Error, which is there without this module, too. std::invalid_argument is ValueError already.
void raise_errors_of_the_package() {
  nb::object error = nb::module_::import_("mcelites.errors").attr("Error");
  nb::register_exception_translator(
      [](const std::exception_ptr& thrown, void* type) {
        try {
          std::rethrow_exception(thrown);
        } catch (const mce::Error& each) {
          PyErr_SetString(static_cast<PyObject*>(type), each.what());
        }
      },
      error.release().ptr());
}

}  // namespace

/// What the package is made of. Python code is around it; people do not see this module.
NB_MODULE(_native, module) {
  module.doc() = "The compiled part of mcelites. Use the package, not this.";
  module.def("version", [] { return std::string(mce::version()); });
  raise_errors_of_the_package();
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
  mce::python::bind_runs(module);
  mce::python::bind_testbeds(module);
  mce::python::bind_sent_runs(module);
  mce::python::bind_studies(module);
}
