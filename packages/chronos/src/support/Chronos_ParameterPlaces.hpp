// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PARAMETERPLACES_HPP
#define CHRONOS_PARAMETERPLACES_HPP

#include "Chronos_ParameterBinding.hpp"

#include <string>
#include <vector>

namespace Chronos {

/// \brief In which lists the first name is known that `list` has where it is not, or a name that it resembles; a
/// sentence behind a blank, or nothing where there is no such list. Local.
/// \param known all parameters, of all lists
/// \param guesses whether names that it resembles count
std::string placesOfUnknown(const Teuchos::ParameterList& list, const std::vector<ParameterEntry>& known, bool guesses);

}  // namespace Chronos

#endif
