// SPDX-License-Identifier: MIT
#pragma once

#include <nanobind/nanobind.h>

/// The parts of the module, a file each.
namespace mce::python {

void bind_elites(nanobind::module_& module);
void bind_kinds(nanobind::module_& module);
void bind_partitions(nanobind::module_& module);
void bind_pools(nanobind::module_& module);
void bind_runs(nanobind::module_& module);
void bind_searches(nanobind::module_& module);
void bind_sent_runs(nanobind::module_& module);
void bind_studies(nanobind::module_& module);
void bind_testbeds(nanobind::module_& module);

}  // namespace mce::python
