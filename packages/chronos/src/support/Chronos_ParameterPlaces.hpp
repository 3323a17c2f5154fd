// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PARAMETERPLACES_HPP
#define CHRONOS_PARAMETERPLACES_HPP

#include "Chronos_ParameterBinding.hpp"

#include <string>
#include <vector>

namespace Chronos {

/// \brief In which lists the first name belongs that `list` has where it is unknown, or the name that it resembles;
/// a sentence behind a blank, or nothing where none is known anywhere. Local.
/// \param known all parameters, of all lists
std::string placesOfUnknown(const Teuchos::ParameterList& list, const std::vector<ParameterEntry>& known);

}  // namespace Chronos

#endif
