// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_MESSAGECOUNTER_HPP
#define CHRONOS_MESSAGECOUNTER_HPP

namespace Chronos::Test {

/// What this rank told others so far, whoever asked for it.
struct MessageCounts {
  long long messages = 0;       ///< sent to one rank
  long long messageBytes = 0;   ///< of these
  long long collectives = 0;    ///< reductions, scans, broadcasts, barriers, gathers, scatters
  long long gatheredBytes = 0;  ///< received of all ranks together, by gathers
  long long reductions = 0;     ///< of collectives, MPI_Allreduce; Chronos makes none on one rank

  MessageCounts operator-(const MessageCounts& before) const {
    return {messages - before.messages, messageBytes - before.messageBytes, collectives - before.collectives,
            gatheredBytes - before.gatheredBytes, reductions - before.reductions};
  }
};

MessageCounts messageCounts();

}  // namespace Chronos::Test

#endif
