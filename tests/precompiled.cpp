// SPDX-License-Identifier: MIT
// A precompiled header has to belong to a target, and a target has to have a source.
