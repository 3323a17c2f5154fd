// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_GIVENPARAMETERS_HPP
#define CHRONOS_GIVENPARAMETERS_HPP

#include "Chronos_ParameterBinding.hpp"

#include <Teuchos_ParameterList.hpp>

#include <string>
#include <vector>

namespace Chronos {

/// \brief What a list says beside the defaults. Local.
///
/// A list that names every parameter there is, as toParameterList() and `chronos parameters --xml` write it, says
/// nothing by those that have their defaults: they are left out, and so are lists that are empty then. In any other
/// list all hold.
/// \param read all parameters with the values that `list` gave them
/// \param defaults the same parameters in the same order
Teuchos::ParameterList givenParameters(const Teuchos::ParameterList& list, const std::vector<ParameterEntry>& read,
                                       const std::vector<ParameterEntry>& defaults);

/// \brief Lists that are given although the `type` beside them names another method, a line each. Local.
///
/// A list that names every parameter there is says nothing. Where `type` is auto, what is chosen is not known, and
/// nothing is said of the lists beside it.
/// \param list valid
/// \param read all parameters with the values that `list` gave them
std::vector<std::string> unusedLists(const Teuchos::ParameterList& list, const std::vector<ParameterEntry>& read);

}  // namespace Chronos

#endif
