// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ParameterXml.hpp"

#include "Chronos_TextFromRoot.hpp"

#include <Teuchos_XMLParameterListWriter.hpp>

#include <sstream>

namespace Chronos::Command {
namespace {

// Values alone: validators and documentation would make the file a hundred times as long.
Teuchos::ParameterList plainValues(const Teuchos::ParameterList& list) {
  Teuchos::ParameterList plain(list.name());
  for (auto item = list.begin(); item != list.end(); ++item) {
    const std::string& name = list.name(item);
    if (list.isSublist(name)) plain.sublist(name).setParameters(plainValues(list.sublist(name)));
    else if (list.isType<int>(name)) plain.set(name, list.get<int>(name));
    else if (list.isType<double>(name)) plain.set(name, list.get<double>(name));
    else if (list.isType<bool>(name)) plain.set(name, list.get<bool>(name));
    else if (list.isType<std::string>(name)) plain.set(name, list.get<std::string>(name));
  }
  return plain;
}

}  // namespace

void writeXml(const Parameters& parameters, const std::string& path, const Comm& comm) {
  writeFromRoot(comm, path, [&] {
    std::ostringstream text;
    text << Teuchos::XMLParameterListWriter().toXML(plainValues(*toParameterList(parameters))) << '\n';
    return text.str();
  });
}

}  // namespace Chronos::Command
