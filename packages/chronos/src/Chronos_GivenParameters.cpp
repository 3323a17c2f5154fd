// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_GivenParameters.hpp"

#include <algorithm>
#include <string>

namespace Chronos {
namespace {

// Null where the list has no such sublist.
Teuchos::ParameterList* find(Teuchos::ParameterList& list, const std::string& path) {
  Teuchos::ParameterList* current = &list;
  for (std::size_t begin = 0; begin < path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string name = path.substr(begin, end - begin);
    if (!current->isSublist(name)) return nullptr;
    current = &current->sublist(name);
    begin = end + 1;
  }
  return current;
}

bool namesAll(Teuchos::ParameterList& list, const std::vector<ParameterEntry>& entries) {
  return std::all_of(entries.begin(), entries.end(), [&](const ParameterEntry& entry) {
    const Teuchos::ParameterList* found = find(list, entry.list);
    return entry.type == "list" || (found != nullptr && found->isParameter(entry.name));
  });
}

void dropEmpty(Teuchos::ParameterList& list) {
  std::vector<std::string> empty;
  for (auto item = list.begin(); item != list.end(); ++item) {
    const std::string name = list.name(item);
    if (!list.isSublist(name)) continue;
    dropEmpty(list.sublist(name));
    if (list.sublist(name).numParams() == 0) empty.push_back(name);
  }
  for (const std::string& name : empty) list.remove(name);
}

}  // namespace

Teuchos::ParameterList givenParameters(const Teuchos::ParameterList& list, const std::vector<ParameterEntry>& read,
                                       const std::vector<ParameterEntry>& defaults) {
  Teuchos::ParameterList given(list);
  if (!namesAll(given, read)) return given;
  for (std::size_t index = 0; index < read.size(); ++index) {
    const ParameterEntry& entry = read[index];
    if (entry.value == defaults[index].value && entry.type != "list") find(given, entry.list)->remove(entry.name);
  }
  dropEmpty(given);
  return given;
}

}  // namespace Chronos
