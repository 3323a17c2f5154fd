// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_GivenParameters.hpp"

#include <algorithm>
#include <string>

namespace Chronos {
namespace {

// Null where the list has no such sublist.
template <class List>
List* find(List& list, const std::string& path) {
  List* current = &list;
  for (std::size_t begin = 0; begin < path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string name = path.substr(begin, end - begin);
    if (!current->isSublist(name)) return nullptr;
    current = &current->sublist(name);
    begin = end + 1;
  }
  return current;
}

bool namesAll(const Teuchos::ParameterList& list, const std::vector<ParameterEntry>& entries) {
  return std::all_of(entries.begin(), entries.end(), [&](const ParameterEntry& entry) {
    const auto* found = find(list, entry.list);
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

// The words of "a | b | c".
std::vector<std::string> choices(const std::string& range) {
  const std::string separator = " | ";
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin <= range.size();) {
    const std::size_t end = std::min(range.find(separator, begin), range.size());
    words.push_back(range.substr(begin, end - begin));
    begin = end + separator.size();
  }
  return words;
}

}  // namespace

std::vector<std::string> unusedLists(const Teuchos::ParameterList& list, const std::vector<ParameterEntry>& read) {
  std::vector<std::string> lines;
  if (namesAll(list, read)) return lines;
  const bool isChosen =
      list.isType<std::string>("type") ? list.get<std::string>("type") != "auto" : list.isParameter("preset");
  for (const ParameterEntry& entry : read) {
    const auto* beside = find(list, entry.list);
    if (entry.name != "type" || entry.value == "auto" || beside == nullptr) continue;
    if (!isChosen && !beside->isParameter("type")) continue;
    for (const std::string& method : choices(entry.range))
      if (method != entry.value && beside->isSublist(method) && beside->sublist(method).numParams() > 0)
        lines.push_back("The list '" + (entry.list.empty() ? "" : entry.list + "/") + method +
                        "' is given and not used: `" + (entry.list.empty() ? "" : entry.list + "/") + "type` is '" +
                        entry.value + "'.");
  }
  return lines;
}

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
