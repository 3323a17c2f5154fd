// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_XmlCheck.hpp"

#include "Chronos_Error.hpp"
#include "Chronos_ParseWhole.hpp"

#include <Teuchos_ParameterEntryXMLConverterDB.hpp>
#include <Teuchos_TypeNameTraits.hpp>

#include <map>

namespace Chronos {
namespace {

// What is wrong with a text, such as "is no int"; empty where nothing is.
using TextCheck = std::string (*)(const std::string&);

template <class T>
std::string numberFault(const std::string& text) {
  const std::string type = Teuchos::TypeNameTraits<T>::name();
  T value{};
  switch (parseWhole(text, value)) {
    case ParseResult::good: return "";
    case ParseResult::outOfRange: return "is out of the range of type " + type;
    default: break;
  }
  return "is no number of type " + type + (std::is_floating_point_v<T> ? ", such as 0.01 or 1e-8" : ", such as 10");
}

template <class T>
void addNumber(std::map<std::string, TextCheck>& checks) {
  checks[Teuchos::TypeNameTraits<T>::name()] = numberFault<T>;
}

// Under the names that Teuchos gives the types, which are not those of C++ everywhere.
const std::map<std::string, TextCheck>& numberChecks() {
  static const std::map<std::string, TextCheck> checks = [] {
    std::map<std::string, TextCheck> all;
    addNumber<short>(all);
    addNumber<unsigned short>(all);
    addNumber<int>(all);
    addNumber<unsigned int>(all);
    addNumber<long>(all);
    addNumber<unsigned long>(all);
    addNumber<long long>(all);
    addNumber<unsigned long long>(all);
    addNumber<float>(all);
    addNumber<double>(all);
    return all;
  }();
  return checks;
}

// The words that Teuchos takes.
std::string boolFault(const std::string& text) {
  std::string lower;
  for (const char c : text) lower += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  for (const char* word : {"true", "yes", "1", "false", "no", "0"})
    if (lower == word) return "";
  return "is no bool: true or false";
}

// Array(T) is "{a, b}", TwoDArray(T) "1x2:{a, b}". Teuchos itself refuses braces that are missing or left open.
std::string elementsFault(const std::string& text, TextCheck check) {
  const std::size_t open = text.find('{'), close = text.rfind('}');
  if (open == std::string::npos || close == std::string::npos || close < open)
    return "is no array, such as {1, 2}: braces are missing";
  const std::string inside = text.substr(open + 1, close - open - 1);
  if (inside.find_first_not_of(" \t\r\n") == std::string::npos) return "";
  for (std::size_t begin = 0; begin <= inside.size();) {
    const std::size_t end = std::min(inside.find(',', begin), inside.size());
    const std::string element = inside.substr(begin, end - begin), fault = check(element);
    if (!fault.empty()) return "holds '" + element + "', which " + fault;
    begin = end + 1;
  }
  return "";
}

std::string valueFault(const std::string& type, const std::string& text) {
  const auto& numbers = numberChecks();
  if (type == "bool") return boolFault(text);
  if (type == "char") return text.size() == 1 && text != " " ? "" : "is no char: a single character";
  const std::size_t open = type.find('(');
  const bool isArray = open != std::string::npos && type.back() == ')';
  const auto check = numbers.find(isArray ? type.substr(open + 1, type.size() - open - 2) : type);
  if (check == numbers.end()) return "";
  return isArray ? elementsFault(text, check->second) : check->second(text);
}

class Checker {
 public:
  explicit Checker(const std::string& path) : path_(path) {}

  void list(const Teuchos::XMLObject& xml, const std::string& listPath) const {
    for (int i = 0; i < xml.numChildren(); ++i) {
      const Teuchos::XMLObject child = xml.getChild(i);
      const std::string& tag = child.getTag();
      if (tag == "ParameterList") {
        const std::string name = child.hasAttribute("name") ? child.getAttribute("name") : "child" + std::to_string(i);
        list(child, listPath.empty() ? name : listPath + "/" + name);
      } else if (tag == "Parameter") {
        parameter(child, listPath);
      } else if (tag != "Validators" && tag != "Dependencies") {
        throw InputError("The parameter file '" + path_ + "' holds <" + tag + ">" + where(listPath) +
                         "; write <Parameter .../> or <ParameterList ...>.");
      }
    }
  }

 private:
  static std::string where(const std::string& listPath) {
    return listPath.empty() ? "" : " in list '" + listPath + "'";
  }

  void parameter(const Teuchos::XMLObject& xml, const std::string& listPath) const {
    if (!xml.hasAttribute("name"))
      throw InputError("The parameter file '" + path_ + "' holds a parameter without a name" + where(listPath) +
                       "; write <Parameter name=\"...\" type=\"...\" value=\"...\"/>.");
    const std::string subject =
        "Parameter '" + xml.getAttribute("name") + "'" + where(listPath) + " of the file '" + path_ + "' ";
    for (const char* attribute : {"type", "value"})
      if (!xml.hasAttribute(attribute))
        throw InputError(subject + "has no " + attribute +
                         "; write <Parameter name=\"...\" type=\"...\" value=\"...\"/>.");
    const std::string &type = xml.getAttribute("type"), &value = xml.getAttribute("value");
    if (!isKnown(xml))
      throw InputError(subject + "has the type '" + type + "', which is unknown; write bool, int, double or string.");
    const std::string fault = valueFault(type, value);
    if (!fault.empty()) throw InputError(subject + "is '" + value + "', which " + fault + ".");
  }

  // Applications may add types to those of Teuchos.
  static bool isKnown(const Teuchos::XMLObject& parameter) {
    try {
      Teuchos::ParameterEntryXMLConverterDB::getConverter(parameter);
      return true;
    } catch (const std::exception&) {
      return false;
    }
  }

  const std::string& path_;
};

}  // namespace

void checkXml(const Teuchos::XMLObject& xml, const std::string& path) {
  if (xml.getTag() != "ParameterList")
    throw InputError("The parameter file '" + path + "' begins with <" + xml.getTag() +
                     ">; write <ParameterList name=\"Chronos\"> ... </ParameterList>.");
  Checker(path).list(xml, "");
}

}  // namespace Chronos
