// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_METHODTABLE_HPP
#define CHRONOS_METHODTABLE_HPP

#include "Chronos_Error.hpp"
#include "Chronos_ParameterBinding.hpp"

#include <any>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace Chronos {

/// Of methods about which their component needs to know nothing.
struct NoFacts {};

/// \brief A row of a table: one of the methods that a component chooses from, with all that is particular to it.
///
/// Make is the type of the function that carries the method out; its last argument is a `const std::any&` that holds
/// the parameters, see parametersOf(). Facts is a plain struct: what a component must know of a method before it runs.
template <class Make, class Facts = NoFacts>
struct Method {
  std::string name;  ///< the value of the parameter `type`, and the name of the sublist with its parameters
  std::string documentation;
  std::function<Make> make;
  std::any defaults = {};                                       ///< its parameters, a plain struct; empty without any
  std::function<void(ParameterBinding&, std::any&)> bind = {};  ///< names and documents them; null without any
  Facts facts = {};
};

template <class Make, class Facts = NoFacts>
using MethodTable = std::vector<Method<Make, Facts>>;

/// Names of the methods and what each is, in the order of the table.
template <class Make, class Facts>
std::vector<std::pair<std::string, std::string>> namesOf(const std::vector<Method<Make, Facts>>& table) {
  std::vector<std::pair<std::string, std::string>> names;
  for (const Method<Make, Facts>& method : table) names.emplace_back(method.name, method.documentation);
  return names;
}

/// \brief Binds the name of a method as the parameter `type`.
/// \param methods names and what each is
inline void bindType(ParameterBinding& list, std::string& type, const std::string& documentation,
                     const std::vector<std::pair<std::string, std::string>>& methods) {
  std::vector<std::pair<std::string, std::string>> names;
  std::string all = documentation;
  for (const auto& method : methods) {
    all += (names.empty() ? " " : "; ") + method.first + ": " + method.second;
    names.emplace_back(method.first, method.first);
  }
  list.choice("type", type, names, all + ".");
}

/// What a Method's parameters are to those who know their type.
template <class P>
const P& parametersOf(const std::any& parameters) {
  return *std::any_cast<P>(&parameters);
}

/// Method::bind of a binding of a plain struct.
template <class P>
std::function<void(ParameterBinding&, std::any&)> bindingOf(void (*bind)(ParameterBinding&, P&)) {
  return [bind](ParameterBinding& list, std::any& parameters) { bind(list, *std::any_cast<P>(&parameters)); };
}

/// \brief Which method of a table is taken, and the parameters of each, taken or not. A value: copies share nothing.
template <class Make, class Facts = NoFacts>
class MethodChoice {
 public:
  /// \param table must outlive the choice
  MethodChoice(const MethodTable<Make, Facts>& table, const std::string& name) : table_(&table), name_(name) {
    for (const Method<Make, Facts>& method : table) parameters_[method.name] = method.defaults;
    choose(name);
  }

  const std::string& name() const { return name_; }

  /// \throws InputError when no method has this name
  void choose(const std::string& name) {
    find(name);
    name_ = name;
  }

  /// Parameters of a method, which must be of type P.
  template <class P>
  P& of(const std::string& name) {
    return *std::any_cast<P>(&parameters_.at(name));
  }
  template <class P>
  const P& of(const std::string& name) const {
    return parametersOf<P>(parameters_.at(name));
  }

  const Method<Make, Facts>& method() const { return find(name_); }

  /// Of the method that is taken.
  const std::any& parameters() const { return parameters_.at(name_); }
  std::any& parameters() { return parameters_.at(name_); }

  /// Carries the method out.
  template <class... Arguments>
  auto make(Arguments&&... arguments) const {
    return method().make(std::forward<Arguments>(arguments)..., parameters_.at(name_));
  }

  /// Binds the name as the parameter `type`, and a sublist for each method that has parameters.
  void bind(ParameterBinding& list, const std::string& documentation) {
    bindType(list, name_, documentation, namesOf(*table_));
    bindSublists(list);
  }

  /// The sublists alone.
  void bindSublists(ParameterBinding& list) {
    for (const Method<Make, Facts>& method : *table_)
      if (method.bind)
        list.sublist(method.name, [&](ParameterBinding& sub) { method.bind(sub, parameters_.at(method.name)); });
  }

 private:
  const Method<Make, Facts>& find(const std::string& name) const {
    std::string names;
    for (const Method<Make, Facts>& method : *table_) {
      if (method.name == name) return method;
      names += (names.empty() ? "" : ", ") + method.name;
    }
    throw InputError("There is no method '" + name + "'. There are: " + names + ".");
  }

  const MethodTable<Make, Facts>* table_;
  std::string name_;
  std::map<std::string, std::any> parameters_;
};

}  // namespace Chronos

#endif
