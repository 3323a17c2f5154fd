// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PARAMETERBINDING_HPP
#define CHRONOS_PARAMETERBINDING_HPP

#include <Teuchos_ParameterList.hpp>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace Chronos {

/// One parameter, as `chronos parameters` and the documentation print it.
struct ParameterEntry {
  std::string list;  ///< sublist, empty for the top
  std::string name;
  std::string type;  ///< int, double, bool or string
  std::string value;
  std::string range;
  std::string documentation;
};

/// \brief Ties the members of plain structs to named, ranged and documented parameters.
///
/// One list of bindings serves reading, validation, documentation and writing, so that none of them can go astray. The
/// bound members must outlive the binding.
class ParameterBinding {
 public:
  /// \param path names of the lists above, for messages; empty at the top
  explicit ParameterBinding(std::string path) : path_(std::move(path)) {}
  ParameterBinding(const ParameterBinding&) = delete;
  ParameterBinding& operator=(const ParameterBinding&) = delete;

  void integer(const std::string& name, int& value, int low, int high, const std::string& documentation);
  void real(const std::string& name, double& value, double low, double high, const std::string& documentation);
  void flag(const std::string& name, bool& value, const std::string& documentation);

  template <class Enum>
  void choice(const std::string& name, Enum& value, const std::vector<std::pair<std::string, Enum>>& names,
              const std::string& documentation) {
    std::vector<std::string> labels;
    for (const auto& entry : names) labels.push_back(entry.first);
    text(
        name, labels, documentation,
        [&value, names] {
          for (const auto& entry : names)
            if (entry.second == value) return entry.first;
          return std::string();
        },
        [&value, names](const std::string& chosen) {
          for (const auto& entry : names)
            if (entry.first == chosen) value = entry.second;
        });
  }

  /// \brief One choice or several, with commas between them; at least one.
  template <class Enum>
  void choices(const std::string& name, std::vector<Enum>& values,
               const std::vector<std::pair<std::string, Enum>>& names, const std::string& documentation) {
    std::vector<std::string> labels;
    for (const auto& entry : names) labels.push_back(entry.first);
    words(
        name, labels, documentation,
        [&values, names] {
          std::vector<std::string> words;
          for (const Enum value : values)
            for (const auto& entry : names)
              if (entry.second == value) words.push_back(entry.first);
          return words;
        },
        [&values, names](const std::vector<std::string>& chosen) {
          values.clear();
          for (const std::string& word : chosen)
            for (const auto& entry : names)
              if (entry.first == word) values.push_back(entry.second);
        });
  }

  /// \brief Of two bound integers the first must not exceed the second, which is tested once both are read.
  void ordered(const std::string& low, const int& lowValue, const std::string& high, const int& highValue);

  void sublist(const std::string& name, const std::function<void(ParameterBinding&)>& bind);

  /// \brief Sublists "<prefix>0", "<prefix>1", ...: each is bound when a list names it, after all other values were
  /// read.
  /// \param present the numbers that have values of their own
  void numbered(const std::string& prefix, const std::string& documentation,
                const std::function<void(int, ParameterBinding&)>& bind,
                const std::function<std::vector<int>()>& present);

  /// \brief Takes the values that `list` gives; the others stay.
  /// \param ignored keys and sublists that belong to somebody else
  /// \throws InputError for an unknown key, a wrong type, a value out of range, two values out of order
  void read(const Teuchos::ParameterList& list, const std::vector<std::string>& ignored = {});

  void write(Teuchos::ParameterList& list) const;
  std::vector<ParameterEntry> entries() const;

 private:
  struct Bound {
    ParameterEntry entry;  // value empty
    std::function<std::string()> value;
    std::function<void(const Teuchos::ParameterList&)> read;
    std::function<void(Teuchos::ParameterList&)> write;
  };

  struct Numbered {
    std::string prefix, documentation;
    std::function<void(int, ParameterBinding&)> bind;
    std::function<std::vector<int>()> present;
  };

  // -1 where `name` is not the prefix and a number.
  static int numberIn(const std::string& name, const Numbered& numbered);
  std::unique_ptr<ParameterBinding> bindNumber(const Numbered& numbered, int number) const;
  bool isNumbered(const std::string& name) const;
  void readNumbered(const Teuchos::ParameterList& list);

  void text(const std::string& name, const std::vector<std::string>& labels, const std::string& documentation,
            std::function<std::string()> get, std::function<void(const std::string&)> set);
  void words(const std::string& name, const std::vector<std::string>& labels, const std::string& documentation,
             const std::function<std::vector<std::string>()>& get,
             const std::function<void(const std::vector<std::string>&)>& set);
  std::string where(const std::string& name) const;
  [[noreturn]] void reject(const std::string& name, const std::string& what) const;

  std::string path_;
  std::vector<Bound> bound_;
  // By pointer: the functions above keep the address of their binding.
  std::vector<std::pair<std::string, std::unique_ptr<ParameterBinding>>> sublists_;
  std::vector<Numbered> numbered_;
  std::vector<std::function<void()>> checks_;  // of several values together
};

}  // namespace Chronos

#endif
