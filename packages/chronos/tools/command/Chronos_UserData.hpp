// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_USERDATA_HPP
#define CHRONOS_USERDATA_HPP

#include "Chronos_SystemSource.hpp"

#include <Teuchos_ParameterList.hpp>

namespace Chronos::Command {

/// \brief What the sublist `user data` of --set and --xml tells: the numbers and words of it. Local.
/// \throws InputError as readUserData(), and for what only an application can hand over: it names the option for a file
NearKernelInput readUserData(const Teuchos::ParameterList& list);

/// \brief Puts it where --dofs and --numbering put it. Local.
/// \throws InputError where such an option says something else
void heedUserData(const NearKernelInput& told, MatrixOptions& matrix, VectorOptions& vectors);

}  // namespace Chronos::Command

#endif
