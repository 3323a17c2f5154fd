# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
#
# Read by TriBITS when a Trilinos build takes this repository as an extra one; see docs/trilinos.md.
tribits_repository_define_packages(
  Chronos  packages/chronos  ST
)
