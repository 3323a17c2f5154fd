// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_LIMITADVICE_HPP
#define CHRONOS_LIMITADVICE_HPP

#include <string>
#include <vector>

namespace Chronos {

/// \brief What to say of a column whose iterations are over: how many more would do at the rate of late, and what to
/// try. Local.
/// \param history relative residuals from the initial one on
std::string adviceAtLimit(const std::vector<double>& history, int maxIterations, double tolerance);

}  // namespace Chronos

#endif
