// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_LISTINGS_HPP
#define CHRONOS_LISTINGS_HPP

#include <iosfwd>
#include <string>

namespace Chronos::Command {

/// `chronos problems`: the gallery.
void printProblems(std::ostream& out);

/// `chronos presets`.
void printPresets(std::ostream& out);

enum class ParameterFormat { text, markdown, xml };

/// \brief `chronos parameters`: every parameter with its value in a preset, its range and its meaning.
/// \param presetName empty for the defaults
/// \throws InputError when there is no such preset
void printParameters(const std::string& presetName, ParameterFormat format, std::ostream& out);

/// `chronos --version`.
void printVersion(std::ostream& out);

}  // namespace Chronos::Command

#endif
