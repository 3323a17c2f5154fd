// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ERROR_HPP
#define CHRONOS_ERROR_HPP

#include <stdexcept>
#include <string>

namespace Chronos {

/// The input cannot be used: malformed file, matrix that is not symmetric positive definite, unknown parameter.
/// The message names the thing and the remedy. Thrown on all ranks or on none.
class InputError : public std::runtime_error {
 public:
  explicit InputError(const std::string& message) : std::runtime_error(message) {}
};

/// The arithmetic broke down: the method cannot go on with this matrix. Thrown on all ranks or on none.
class BreakdownError : public std::runtime_error {
 public:
  explicit BreakdownError(const std::string& message) : std::runtime_error(message) {}
};

}  // namespace Chronos

#endif
