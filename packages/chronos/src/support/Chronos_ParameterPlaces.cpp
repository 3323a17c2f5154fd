// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ParameterPlaces.hpp"

#include "Chronos_DidYouMean.hpp"

#include <algorithm>

namespace Chronos {
namespace {

constexpr std::size_t mostPlaces = 4;

class Places {
 public:
  Places(const std::vector<ParameterEntry>& entries, bool guesses) : guesses_(guesses) {
    for (const ParameterEntry& entry : entries) {
      add(entry.list, entry.name);
      for (std::string list = entry.list; !list.empty();) {
        const std::size_t slash = list.rfind('/');
        const std::string above = slash == std::string::npos ? "" : list.substr(0, slash);
        add(above, list.substr(slash == std::string::npos ? 0 : slash + 1));
        list = above;
      }
    }
  }

  // A list of lists may be unknown itself: then what it holds says nothing.
  std::string adviceOn(const Teuchos::ParameterList& list, const std::string& path) const {
    for (auto item = list.begin(); item != list.end(); ++item) {
      const std::string& name = list.name(item);
      if (isNumbered(name)) continue;
      if (!has(path, name)) {
        const std::string advice = adviceOn(name);
        if (!advice.empty()) return advice;
      } else if (list.isSublist(name)) {
        const std::string advice = adviceOn(list.sublist(name), path.empty() ? name : path + '/' + name);
        if (!advice.empty()) return advice;
      }
    }
    return "";
  }

 private:
  struct Place {
    std::string list, name;
    bool operator==(const Place& other) const { return list == other.list && name == other.name; }
  };

  // Lists of single levels, which entries tell as `level N`.
  static bool isNumbered(const std::string& name) {
    const std::size_t digit = name.find_last_not_of("0123456789");
    return digit != std::string::npos && digit + 1 < name.size() && name[digit] == ' ';
  }

  void add(const std::string& list, const std::string& name) {
    if (!has(list, name)) places_.push_back({list, name});
  }
  bool has(const std::string& list, const std::string& name) const {
    return std::find(places_.begin(), places_.end(), Place{list, name}) != places_.end();
  }

  // Outer lists first.
  std::string listsWith(const std::string& name) const {
    std::vector<std::string> lists;
    for (const Place& place : places_)
      if (place.name == name) lists.push_back(place.list);
    const auto depth = [](const std::string& list) { return std::count(list.begin(), list.end(), '/'); };
    std::stable_sort(lists.begin(), lists.end(),
                     [&](const std::string& a, const std::string& b) { return depth(a) < depth(b); });
    std::string text;
    for (std::size_t i = 0; i < lists.size() && i < mostPlaces; ++i)
      text += (text.empty() ? "" : ", ") + (lists[i].empty() ? "the outermost list" : '\'' + lists[i] + '\'');
    return lists.size() > mostPlaces ? text + " and others" : text;
  }

  std::string adviceOn(const std::string& name) const {
    const std::string lists = listsWith(name);
    if (!lists.empty()) return " '" + name + "' is known in " + lists + ".";
    if (!guesses_) return "";
    std::vector<std::string> names;
    for (const Place& place : places_) names.push_back(place.name);
    const std::string question = didYouMean(name, names);
    const std::size_t first = question.find('\''), last = question.rfind('\'');
    if (first == std::string::npos || first == last) return "";
    return question + " It is known in " + listsWith(question.substr(first + 1, last - first - 1)) + ".";
  }

  std::vector<Place> places_;
  bool guesses_;
};

}  // namespace

std::string placesOfUnknown(const Teuchos::ParameterList& list, const std::vector<ParameterEntry>& known,
                            bool guesses) {
  return Places(known, guesses).adviceOn(list, "");
}

}  // namespace Chronos
