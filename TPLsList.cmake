# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
#
# Read by TriBITS; all external libraries that Chronos needs are known to Trilinos.
tribits_repository_define_tpls()
