// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PARAMETERXML_HPP
#define CHRONOS_PARAMETERXML_HPP

#include "Chronos_Parameters.hpp"

namespace Chronos::Command {

/// \brief Writes all parameters as a file for `--xml` and readXml(). Collective.
/// \throws InputError on all ranks when the file cannot be written
void writeXml(const Parameters& parameters, const std::string& path, const Comm& comm);

}  // namespace Chronos::Command

#endif
