// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_DEVICEMEMORYHOLD_HPP
#define CHRONOS_DEVICEMEMORYHOLD_HPP

namespace Chronos {

/// \brief As long as one lives, whoever asks the pools, or whether they keep memory of the GPU, gets a
/// std::logic_error.
///
/// For what must not depend on memory that is given back at its end: recorded kernels. For one host thread.
class DeviceMemoryHold {
 public:
  DeviceMemoryHold();
  ~DeviceMemoryHold();
  DeviceMemoryHold(const DeviceMemoryHold&) = delete;
  DeviceMemoryHold& operator=(const DeviceMemoryHold&) = delete;
};

}  // namespace Chronos

#endif
