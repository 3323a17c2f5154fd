// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ParameterBinding.hpp"

#include "Chronos_DidYouMean.hpp"
#include "Chronos_Error.hpp"

#include <Teuchos_StandardParameterEntryValidators.hpp>

#include <algorithm>
#include <charconv>
#include <sstream>

namespace Chronos {
namespace {

// That reads back as the same number.
std::string shortest(double value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof(text), value).ptr;
  return std::string(text, end);
}

std::string joined(const std::vector<std::string>& labels, const std::string& between = " | ") {
  std::string text;
  for (const auto& label : labels) text += (text.empty() ? "" : between) + label;
  return text;
}

// What stands between commas, without the blanks around it.
std::vector<std::string> wordsOf(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream stream(text + ",");
  for (std::string word; std::getline(stream, word, ',');) {
    const auto begin = word.find_first_not_of(' '), end = word.find_last_not_of(' ');
    words.push_back(begin == std::string::npos ? "" : word.substr(begin, end - begin + 1));
  }
  return words;
}

}  // namespace

std::string ParameterBinding::where(const std::string& name) const {
  return "Parameter '" + name + "'" + (path_.empty() ? "" : " in list '" + path_ + "'");
}

void ParameterBinding::reject(const std::string& name, const std::string& what) const {
  throw InputError(where(name) + " " + what);
}

void ParameterBinding::integer(const std::string& name, int& value, int low, int high,
                               const std::string& documentation) {
  const std::string range = std::to_string(low) + " .. " + std::to_string(high);
  Bound bound;
  bound.entry = {path_, name, "int", "", range, documentation};
  bound.value = [&value] { return std::to_string(value); };
  bound.read = [this, &value, name, low, high, range](const Teuchos::ParameterList& list) {
    if (!list.isType<int>(name)) reject(name, "must be an int.");
    const int given = list.get<int>(name);
    if (given < low || given > high) reject(name, "is " + std::to_string(given) + ", allowed: " + range + ".");
    value = given;
  };
  bound.write = [&value, name, low, high, documentation](Teuchos::ParameterList& list) {
    list.set(name, value, documentation, Teuchos::rcp(new Teuchos::EnhancedNumberValidator<int>(low, high)));
  };
  bound_.push_back(bound);
}

void ParameterBinding::real(const std::string& name, double& value, double low, double high,
                            const std::string& documentation) {
  const std::string range = shortest(low) + " .. " + shortest(high);
  Bound bound;
  bound.entry = {path_, name, "double", "", range, documentation};
  bound.value = [&value] { return shortest(value); };
  bound.read = [this, &value, name, low, high, range](const Teuchos::ParameterList& list) {
    // A user who writes 1 where 1.0 is meant has said clearly what he wants.
    if (!list.isType<double>(name) && !list.isType<int>(name)) reject(name, "must be a double.");
    const double given = list.isType<double>(name) ? list.get<double>(name) : list.get<int>(name);
    if (!(given >= low && given <= high)) reject(name, "is " + shortest(given) + ", allowed: " + range + ".");
    value = given;
  };
  bound.write = [&value, name, low, high, documentation](Teuchos::ParameterList& list) {
    list.set(name, value, documentation, Teuchos::rcp(new Teuchos::EnhancedNumberValidator<double>(low, high)));
  };
  bound_.push_back(bound);
}

void ParameterBinding::flag(const std::string& name, bool& value, const std::string& documentation) {
  Bound bound;
  bound.entry = {path_, name, "bool", "", "true | false", documentation};
  bound.value = [&value] { return std::string(value ? "true" : "false"); };
  bound.read = [this, &value, name](const Teuchos::ParameterList& list) {
    if (!list.isType<bool>(name)) reject(name, "must be a bool.");
    value = list.get<bool>(name);
  };
  bound.write = [&value, name, documentation](Teuchos::ParameterList& list) { list.set(name, value, documentation); };
  bound_.push_back(bound);
}

void ParameterBinding::text(const std::string& name, const std::vector<std::string>& labels,
                            const std::string& documentation, std::function<std::string()> get,
                            std::function<void(const std::string&)> set) {
  Bound bound;
  bound.entry = {path_, name, "string", "", joined(labels), documentation};
  bound.value = get;
  bound.read = [this, name, labels, set](const Teuchos::ParameterList& list) {
    if (!list.isType<std::string>(name)) reject(name, "must be a string.");
    const std::string given = list.get<std::string>(name);
    if (std::find(labels.begin(), labels.end(), given) == labels.end())
      reject(name, "is '" + given + "', allowed: " + joined(labels) + "." + didYouMean(given, labels));
    set(given);
  };
  bound.write = [get, name, labels, documentation](Teuchos::ParameterList& list) {
    Teuchos::Array<std::string> allowed(labels.begin(), labels.end());
    list.set(name, get(), documentation, Teuchos::rcp(new Teuchos::StringValidator(allowed)));
  };
  bound_.push_back(bound);
}

void ParameterBinding::words(const std::string& name, const std::vector<std::string>& labels,
                             const std::string& documentation, const std::function<std::vector<std::string>()>& get,
                             const std::function<void(const std::vector<std::string>&)>& set) {
  const std::string range = "one or several of " + joined(labels);
  Bound bound;
  bound.entry = {path_, name, "string", "", range, documentation};
  bound.value = [get] { return joined(get(), ", "); };
  bound.read = [this, name, labels, range, set](const Teuchos::ParameterList& list) {
    if (!list.isType<std::string>(name)) reject(name, "must be a string.");
    const std::vector<std::string> given = wordsOf(list.get<std::string>(name));
    for (const std::string& word : given)
      if (std::find(labels.begin(), labels.end(), word) == labels.end())
        reject(name,
               "has '" + word + "', allowed: " + range + ", with commas between them." + didYouMean(word, labels));
    set(given);
  };
  bound.write = [get, name, documentation](Teuchos::ParameterList& list) {
    list.set(name, joined(get(), ", "), documentation);
  };
  bound_.push_back(bound);
}

void ParameterBinding::ordered(const std::string& low, const int& lowValue, const std::string& high,
                               const int& highValue) {
  checks_.push_back([this, low, &lowValue, high, &highValue] {
    if (lowValue > highValue)
      reject(low, "is " + std::to_string(lowValue) + ", above '" + high + "', which is " + std::to_string(highValue) +
                      ": lower the one or raise the other.");
  });
}

void ParameterBinding::sublist(const std::string& name, const std::function<void(ParameterBinding&)>& bind) {
  sublists_.emplace_back(name, std::make_unique<ParameterBinding>(path_.empty() ? name : path_ + "/" + name));
  bind(*sublists_.back().second);
}

void ParameterBinding::numbered(const std::string& prefix, const std::string& documentation,
                                const std::function<void(int, ParameterBinding&)>& bind,
                                const std::function<std::vector<int>()>& present) {
  numbered_.push_back({prefix, documentation, bind, present});
}

int ParameterBinding::numberIn(const std::string& name, const Numbered& numbered) {
  const std::size_t length = numbered.prefix.size();
  constexpr std::size_t mostDigits = 4;
  if (name.compare(0, length, numbered.prefix) != 0 || name.size() == length || name.size() > length + mostDigits)
    return -1;
  const std::string digits = name.substr(length);
  return digits.find_first_not_of("0123456789") == std::string::npos ? std::stoi(digits) : -1;
}

std::unique_ptr<ParameterBinding> ParameterBinding::bindNumber(const Numbered& numbered, int number) const {
  auto binding =
      std::make_unique<ParameterBinding>((path_.empty() ? "" : path_ + "/") + numbered.prefix + std::to_string(number));
  numbered.bind(number, *binding);
  return binding;
}

bool ParameterBinding::isNumbered(const std::string& name) const {
  return std::any_of(numbered_.begin(), numbered_.end(), [&](const Numbered& n) { return numberIn(name, n) >= 0; });
}

void ParameterBinding::readNumbered(const Teuchos::ParameterList& list) {
  for (auto item = list.begin(); item != list.end(); ++item)
    for (const Numbered& numbered : numbered_) {
      const std::string& name = list.name(item);
      const int number = numberIn(name, numbered);
      if (number < 0) continue;
      if (!list.isSublist(name)) reject(name, "must be a sublist.");
      bindNumber(numbered, number)->read(list.sublist(name));
    }
}

void ParameterBinding::read(const Teuchos::ParameterList& list, const std::vector<std::string>& ignored) {
  for (auto item = list.begin(); item != list.end(); ++item) {
    const std::string& name = list.name(item);
    if (std::find(ignored.begin(), ignored.end(), name) != ignored.end() || isNumbered(name)) continue;
    const auto bound = std::find_if(bound_.begin(), bound_.end(), [&](const Bound& b) { return b.entry.name == name; });
    const auto sub = std::find_if(sublists_.begin(), sublists_.end(), [&](const auto& s) { return s.first == name; });
    if (sub != sublists_.end()) {
      if (!list.isSublist(name)) reject(name, "must be a sublist.");
      sub->second->read(list.sublist(name));
    } else if (bound != bound_.end()) {
      bound->read(list);
    } else {
      std::vector<std::string> known = ignored;
      for (const auto& b : bound_) known.push_back(b.entry.name);
      std::vector<std::string> shown = known;
      for (const auto& s : sublists_) {
        known.push_back(s.first);
        shown.push_back(s.first + "/");
      }
      for (const Numbered& n : numbered_) shown.push_back(n.prefix + "N/");
      reject(name, "is unknown." + didYouMean(name, known) + " Known here: " + joined(shown) + ".");
    }
  }
  for (const auto& check : checks_) check();
  readNumbered(list);
}

void ParameterBinding::write(Teuchos::ParameterList& list) const {
  for (const Bound& bound : bound_) bound.write(list);
  for (const auto& [name, binding] : sublists_) binding->write(list.sublist(name));
  for (const Numbered& numbered : numbered_)
    for (int number : numbered.present())
      bindNumber(numbered, number)->write(list.sublist(numbered.prefix + std::to_string(number)));
}

std::vector<ParameterEntry> ParameterBinding::entries() const {
  std::vector<ParameterEntry> result;
  for (const Bound& bound : bound_) {
    result.push_back(bound.entry);
    result.back().value = bound.value();
  }
  for (const Numbered& numbered : numbered_)
    result.push_back({path_, numbered.prefix + "N", "list", "", "N = 0, 1, ...", numbered.documentation});
  for (const auto& sub : sublists_) {
    const auto below = sub.second->entries();
    result.insert(result.end(), below.begin(), below.end());
  }
  return result;
}

}  // namespace Chronos
