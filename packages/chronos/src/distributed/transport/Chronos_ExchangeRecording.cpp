// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ExchangeRecording.hpp"

#include <algorithm>

namespace Chronos {
namespace {

ExchangeRecording* current = nullptr;
// Tickets are never used again: an exchange that ends in another recording than it began in is known by its own.
ExchangeRecording::Ticket nextTicket = 0;

}  // namespace

ExchangeRecording::ExchangeRecording() : first_(nextTicket) {
  begin_.recordDefault();
  current = this;
}

ExchangeRecording::~ExchangeRecording() {
  if (current == this) current = nullptr;
}

void ExchangeRecording::end() {
  if (current == this) current = nullptr;
  StreamTime end;
  end.recordDefault();
  seconds_ = end.secondsSince(begin_);
  for (const auto& exchange : exchanges_) {
    if (!exchange->isComplete) continue;
    const auto secondsOf = [&](const StreamTime& time) { return time.secondsSince(begin_); };
    const double start = secondsOf(exchange->start);
    // Where nothing is sent nothing of it is in the side queue.
    const double sent = exchange->sentBytes > 0 ? std::max(start, secondsOf(exchange->sent)) : start;
    spans_.push_back({start, sent, secondsOf(exchange->finishing), secondsOf(exchange->arrived), exchange->sentBytes,
                      exchange->receivedBytes});
  }
  exchanges_.clear();
}

ExchangeRecording::Ticket ExchangeRecording::start(std::size_t sentBytes, std::size_t receivedBytes) {
  if (current == nullptr || sentBytes + receivedBytes == 0) return none;
  current->exchanges_.push_back(std::make_unique<Times>());
  Times& times = *current->exchanges_.back();
  times.sentBytes = static_cast<double>(sentBytes);
  times.receivedBytes = static_cast<double>(receivedBytes);
  times.start.recordDefault();
  return nextTicket++;
}

ExchangeRecording::Times* ExchangeRecording::timesOf(Ticket ticket) {
  if (current == nullptr || ticket < current->first_) return nullptr;
  return current->exchanges_[static_cast<std::size_t>(ticket - current->first_)].get();
}

void ExchangeRecording::sent(Ticket ticket) {
  if (Times* times = timesOf(ticket)) times->sent.recordSide();
}

void ExchangeRecording::finishing(Ticket ticket) {
  if (Times* times = timesOf(ticket)) times->finishing.recordDefault();
}

void ExchangeRecording::arrived(Ticket ticket) {
  Times* times = timesOf(ticket);
  if (times == nullptr) return;
  times->arrived.recordDefault();
  times->isComplete = true;
}

}  // namespace Chronos
