// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PEERS_HPP
#define CHRONOS_PEERS_HPP

#include "Chronos_ComparedSystem.hpp"

#include <string>
#include <vector>

namespace Chronos::Command {

/// Programs that solve a system by other packages (test/peers), and what they are told.
class Peers {
 public:
  /// What a peer can be told, by its name.
  struct Configuration {
    std::string program, name;
  };

  /// \brief Looks for peer_petsc and peer_muelu in these folders, in their order; an empty name stands for PATH.
  explicit Peers(const std::vector<std::string>& folders);

  bool areThere() const { return !programs_.empty(); }
  const std::vector<std::string>& programs() const { return programs_; }

  /// \brief What they offer for a system, asked of the programs themselves.
  /// \param pattern regular expression, found somewhere in the name
  /// \throws InputError for a pattern that is none, and when a program does not answer
  std::vector<Configuration> configurations(const ComparedSystem& system, const std::string& pattern) const;

  /// The package of a configuration: what stands before the first dash.
  static std::string packageOf(const std::string& configuration);

 private:
  std::vector<std::string> programs_;
};

/// Options of the peers' programs for a system.
std::vector<std::string> peerOptions(const ComparedSystem& system);

}  // namespace Chronos::Command

#endif
