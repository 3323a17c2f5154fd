// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_TRILINOSVERSION_HPP
#define CHRONOS_TRILINOSVERSION_HPP

/// \file
/// The one place that knows how Trilinos releases differ (13.2 to 16.1).

#include <Tpetra_Details_Behavior.hpp>
#include <Trilinos_version.h>

#include <cstddef>

namespace Chronos::TrilinosVersion {

/// Entries of a map on this rank: getNodeNumElements was renamed in release 13.4.
template <class MapType>
std::size_t numLocal(const MapType& map) {
#if TRILINOS_MAJOR_MINOR_VERSION >= 130400
  return map.getLocalNumElements();
#else
  return map.getNodeNumElements();
#endif
}

/// Entries of a map on all ranks, which Tpetra counts without a sign.
template <class MapType>
long long numGlobal(const MapType& map) {
  return static_cast<long long>(map.getGlobalNumElements());
}

/// Whether Trilinos was told that MPI takes device pointers.
inline bool mpiTakesDevicePointers() {
#if TRILINOS_MAJOR_MINOR_VERSION >= 130400
  return Tpetra::Details::Behavior::assumeMpiIsGPUAware();
#else
  return Tpetra::Details::Behavior::assumeMpiIsCudaAware();
#endif
}

inline const char* name() {
  return TRILINOS_VERSION_STRING;
}

}  // namespace Chronos::TrilinosVersion

#endif
