// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_TEXTFROMROOT_HPP
#define CHRONOS_TEXTFROMROOT_HPP

#include "Chronos_CollectiveGuard.hpp"
#include "Chronos_OutputFile.hpp"

#include <Teuchos_DefaultSerialComm.hpp>

namespace Chronos {

/// \brief Writes a text to a file, whole or not at all. Collective.
/// \param textOf () -> std::string, called on rank 0 alone
/// \throws InputError on all ranks where it cannot be written
template <class TextOf>
void writeFromRoot(const Comm& comm, const std::string& path, const TextOf& textOf) {
  runOnAllRanks(comm, path, [&] {
    if (comm.getRank() != 0) return;
    const std::string text = textOf();
    OutputFile file(path, Teuchos::rcp(new Teuchos::SerialComm<int>()));
    file.write(text.data(), text.size(), 0);
    file.commit();
  });
}

}  // namespace Chronos

#endif
