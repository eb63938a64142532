// SPDX-License-Identifier: MIT
// Only there because a precompiled header needs a program to belong to; the tests use the header.
