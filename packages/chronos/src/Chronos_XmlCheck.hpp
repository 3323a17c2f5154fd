// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_XMLCHECK_HPP
#define CHRONOS_XMLCHECK_HPP

#include <Teuchos_XMLObject.hpp>

#include <string>

namespace Chronos {

/// \brief Tests that a parsed file is a parameter list and that every value is of the type that it claims. Local.
///
/// Teuchos converts what a text begins with ("1,0e-8" is 1) or nothing ("ten" is 0), and the text is lost then.
/// \param path of the file, for messages
/// \throws InputError naming file, list, parameter, text and type
void checkXml(const Teuchos::XMLObject& xml, const std::string& path);

}  // namespace Chronos

#endif
