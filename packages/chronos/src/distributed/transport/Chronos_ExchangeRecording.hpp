// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_EXCHANGERECORDING_HPP
#define CHRONOS_EXCHANGERECORDING_HPP

#include "Chronos_SideStream.hpp"

#include <memory>
#include <vector>

namespace Chronos {

/// An exchange of halo entries as a rank saw it; seconds since the recording began, by the device's clock if there is
/// one.
struct ExchangeSpan {
  double start;      ///< what it sends is ready
  double sent;       ///< that has left, as far as the rank knows; by way of the host: is copied there
  double finishing;  ///< kernels that ran beside it have ended
  double arrived;    ///< what it receives may be read
  double sentBytes, receivedBytes;
};

/// \brief When exchanges of halo entries begin and end on this rank, from the making of this to its end(): what there
/// is to see of messages that travel beside kernels. All members are local.
///
/// One at a time; another one that is made meanwhile is what exchanges are noted in. A note costs a microsecond.
class ExchangeRecording {
 public:
  /// What an exchange is known by; none where it is not recorded.
  using Ticket = long long;
  static constexpr Ticket none = -1;

  ExchangeRecording();
  ~ExchangeRecording();
  ExchangeRecording(const ExchangeRecording&) = delete;
  ExchangeRecording& operator=(const ExchangeRecording&) = delete;

  /// Waits for the device. Exchanges that are under way are left out.
  void end();
  /// \pre end()
  double seconds() const { return seconds_; }
  const std::vector<ExchangeSpan>& spans() const { return spans_; }

  /// \name For exchanges, which tell whoever records. Ranks that neither send nor receive have nothing to tell.
  /// @{
  static Ticket start(std::size_t sentBytes, std::size_t receivedBytes);
  static void sent(Ticket ticket);
  static void finishing(Ticket ticket);
  static void arrived(Ticket ticket);
  /// @}

 private:
  struct Times {
    StreamTime start, sent, finishing, arrived;
    double sentBytes, receivedBytes;
    bool isComplete = false;
  };

  static Times* timesOf(Ticket ticket);

  Ticket first_;  // of this recording
  StreamTime begin_;
  std::vector<std::unique_ptr<Times>> exchanges_;
  std::vector<ExchangeSpan> spans_;
  double seconds_ = 0;
};

}  // namespace Chronos

#endif
