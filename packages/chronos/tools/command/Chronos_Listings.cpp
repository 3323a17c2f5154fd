// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Listings.hpp"

#include "Chronos_Gallery.hpp"
#include "Chronos_Machine.hpp"
#include "Chronos_Parameters.hpp"
#include "Chronos_WrapText.hpp"

#include <ostream>
#include <sstream>

namespace Chronos::Command {
namespace {

// Lines of at most 100 characters, each behind the indent.
void printWrapped(std::ostream& out, const std::string& text, const std::string& indent) {
  std::istringstream lines(wrapText(text, 100 - indent.size()));
  for (std::string line; std::getline(lines, line);) out << indent << line << '\n';
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

std::string xmlEscaped(const std::string& text) {
  return replaced(replaced(replaced(replaced(text, "&", "&amp;"), "<", "&lt;"), ">", "&gt;"), "\"", "&quot;");
}

void printText(const std::vector<ParameterEntry>& entries, std::ostream& out) {
  std::string list = "/";
  for (const ParameterEntry& entry : entries) {
    if (entry.list != list) {
      list = entry.list;
      out << (list.empty() ? "At the top of the list:" : "\nIn the list \"" + list + "\":") << '\n';
    }
    out << "\n  " << entry.name << " = " << entry.value << "    (" << entry.type << ": " << entry.range << ")\n";
    printWrapped(out, entry.documentation, "      ");
  }
  out << "\nSet one on the command line with --set \"list/key=value\", many with --xml FILE (chronos parameters --xml\n"
         "prints a complete file).\n";
}

void printMarkdown(const std::vector<ParameterEntry>& entries, std::ostream& out) {
  std::string list = "/";
  for (const ParameterEntry& entry : entries) {
    if (entry.list != list) {
      out << (list == "/" ? "" : "\n");
      list = entry.list;
      out << "### " << (list.empty() ? "Top level" : "`" + list + "`")
          << "\n\n| parameter | type | default | range | meaning |\n|---|---|---|---|---|\n";
    }
    const auto cell = [](const std::string& text) { return replaced(text, "|", "\\|"); };
    out << "| `" << entry.name << "` | " << entry.type << " | " << cell(entry.value) << " | " << cell(entry.range)
        << " | " << cell(entry.documentation) << " |\n";
  }
}

// Writes the begin and end of lists as the path of the next parameter asks for.
class XmlLists {
 public:
  explicit XmlLists(std::ostream& out) : out_(out) {}

  /// Names of the lists from the top, joined by slashes.
  void enter(const std::string& path) {
    std::vector<std::string> names;
    std::istringstream parts(path);
    for (std::string name; std::getline(parts, name, '/');) names.push_back(name);
    std::size_t common = 0;
    while (common < names.size() && common < open_.size() && names[common] == open_[common]) ++common;
    while (open_.size() > common) {
      open_.pop_back();
      out_ << indent() << "</ParameterList>\n";
    }
    for (; common < names.size(); ++common) {
      out_ << '\n' << indent() << "<ParameterList name=\"" << xmlEscaped(names[common]) << "\">\n";
      open_.push_back(names[common]);
    }
  }
  std::string indent() const { return std::string(2 * (open_.size() + 1), ' '); }

 private:
  std::ostream& out_;
  std::vector<std::string> open_;
};

void printXml(const std::vector<ParameterEntry>& entries, const std::string& title, std::ostream& out) {
  // Two hyphens must not stand in a comment.
  const auto comment = [&](const ParameterEntry& entry, const std::string& indent) {
    out << indent << "<!--\n";
    printWrapped(out, replaced(entry.documentation, "--", "- -"), indent + "  ");
    out << indent << "  Allowed: " << replaced(entry.range, "--", "- -") << "\n" << indent << "-->\n";
  };
  out << "<!-- Parameters of Chronos for Trilinos, " << title << ". What is left out keeps its default. -->\n"
      << "<ParameterList name=\"Chronos\">\n";
  XmlLists lists(out);
  for (const ParameterEntry& entry : entries) {
    lists.enter(entry.list);
    comment(entry, lists.indent());
    if (entry.type == "list")
      out << lists.indent() << "<!-- <ParameterList name=\"" << xmlEscaped(entry.name) << "\"/> -->\n";
    else
      out << lists.indent() << "<Parameter name=\"" << xmlEscaped(entry.name) << "\" type=\"" << entry.type
          << "\" value=\"" << xmlEscaped(entry.value) << "\"/>\n";
  }
  lists.enter("");
  out << "</ParameterList>\n";
}

}  // namespace

void printProblems(std::ostream& out) {
  const auto item = [&](const std::string& name, const std::string& text) {
    std::ostringstream lines;
    printWrapped(lines, text, "                ");
    std::string block = lines.str();
    block.replace(2, name.size(), name);
    out << block;
  };
  for (const ProblemDescription& problem : problems()) {
    out << problem.name << "  (" << problem.dimension << "D, " << problem.dofsPerNode
        << (problem.dofsPerNode == 1 ? " unknown" : " unknowns") << " a node)\n";
    item("what", problem.summary);
    item("boundary", problem.boundaryConditions);
    item("--size", problem.sizeMeaning);
    std::string options;
    for (const std::string& option : problem.options) options += (options.empty() ? "" : " ") + optionName(option);
    if (!options.empty()) item("options", options);
    out << '\n';
  }
  const ProblemOptions defaults{};
  out << "Defaults: --size " << defaults.nx << " --contrast " << defaults.contrast << " --stretch " << defaults.stretch
      << " --anisotropy " << defaults.anisotropy << " --angle " << defaults.angle << " --poisson-ratio "
      << defaults.poissonRatio << " --growth " << defaults.growth << " --deviation " << defaults.deviation
      << " --order " << defaults.order << " --seed " << defaults.seed << "\n"
      << "Example:  chronos solve --problem elasticity3d --size 40 --contrast 1000\n";
}

void printPresets(std::ostream& out) {
  for (const auto& [name, description] : presets()) {
    out << name << '\n';
    printWrapped(out, description, "    ");
  }
  out << "\nUse one with chronos solve --preset NAME, see its values with chronos parameters NAME.\n";
}

void printParameters(const std::string& presetName, ParameterFormat format, std::ostream& out) {
  const std::vector<ParameterEntry> entries = describe(presetName.empty() ? Parameters() : preset(presetName));
  switch (format) {
    case ParameterFormat::text: return printText(entries, out);
    case ParameterFormat::markdown: return printMarkdown(entries, out);
    case ParameterFormat::xml: return printXml(entries, presetName.empty() ? "defaults" : "preset " + presetName, out);
  }
}

void printVersion(std::ostream& out) {
  for (const auto& [name, version] : versions()) out << name << std::string(18 - name.size(), ' ') << version << '\n';
  out << "execution space   " << Kokkos::DefaultExecutionSpace::name() << '\n'
      << "device            " << deviceName() << '\n';
}

}  // namespace Chronos::Command
