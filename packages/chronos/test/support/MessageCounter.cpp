// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "MessageCounter.hpp"

// Its C++ classes are not wanted, and warn.
#define OMPI_SKIP_MPICXX 1
#include <mpi.h>
#include <numeric>

namespace {

Chronos::Test::MessageCounts counts;

long long bytesOf(MPI_Datatype type) {
  int size = 0;
  PMPI_Type_size(type, &size);
  return size;
}

void countMessage(int count, MPI_Datatype type) {
  ++counts.messages;
  counts.messageBytes += count * bytesOf(type);
}

int sizeOf(MPI_Comm comm) {
  int size = 1;
  PMPI_Comm_size(comm, &size);
  return size;
}

bool isRank(MPI_Comm comm, int root) {
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  return rank == root;
}

void countGather(MPI_Comm comm, bool receives, const int* lengths, int length, MPI_Datatype type) {
  ++counts.collectives;
  if (!receives) return;
  const int size = sizeOf(comm);
  const long long items = lengths ? std::accumulate(lengths, lengths + size, 0ll) : 1ll * length * size;
  counts.gatheredBytes += items * bytesOf(type);
}

}  // namespace

// MPI's own way to look on: its functions are weak, and those of the same name with a P do the work.
extern "C" {

int MPI_Isend(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request* request) {
  countMessage(count, type);
  return PMPI_Isend(buffer, count, type, to, tag, comm, request);
}
int MPI_Issend(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request* request) {
  countMessage(count, type);
  return PMPI_Issend(buffer, count, type, to, tag, comm, request);
}
int MPI_Send(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  countMessage(count, type);
  return PMPI_Send(buffer, count, type, to, tag, comm);
}
int MPI_Rsend(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  countMessage(count, type);
  return PMPI_Rsend(buffer, count, type, to, tag, comm);
}

int MPI_Bcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  ++counts.collectives;
  return PMPI_Bcast(buffer, count, type, root, comm);
}
int MPI_Reduce(const void* from, void* to, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm) {
  ++counts.collectives;
  return PMPI_Reduce(from, to, count, type, op, root, comm);
}
int MPI_Allreduce(const void* from, void* to, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  ++counts.collectives;
  ++counts.reductions;
  return PMPI_Allreduce(from, to, count, type, op, comm);
}
int MPI_Scan(const void* from, void* to, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  ++counts.collectives;
  return PMPI_Scan(from, to, count, type, op, comm);
}
int MPI_Barrier(MPI_Comm comm) {
  ++counts.collectives;
  return PMPI_Barrier(comm);
}
int MPI_Ibarrier(MPI_Comm comm, MPI_Request* request) {
  ++counts.collectives;
  return PMPI_Ibarrier(comm, request);
}

int MPI_Gather(const void* from, int count, MPI_Datatype type, void* to, int length, MPI_Datatype received, int root,
               MPI_Comm comm) {
  countGather(comm, isRank(comm, root), nullptr, length, received);
  return PMPI_Gather(from, count, type, to, length, received, root, comm);
}
int MPI_Gatherv(const void* from, int count, MPI_Datatype type, void* to, const int* lengths, const int* places,
                MPI_Datatype received, int root, MPI_Comm comm) {
  countGather(comm, isRank(comm, root), lengths, 0, received);
  return PMPI_Gatherv(from, count, type, to, lengths, places, received, root, comm);
}
int MPI_Allgather(const void* from, int count, MPI_Datatype type, void* to, int length, MPI_Datatype received,
                  MPI_Comm comm) {
  countGather(comm, true, nullptr, length, received);
  return PMPI_Allgather(from, count, type, to, length, received, comm);
}
int MPI_Allgatherv(const void* from, int count, MPI_Datatype type, void* to, const int* lengths, const int* places,
                   MPI_Datatype received, MPI_Comm comm) {
  countGather(comm, true, lengths, 0, received);
  return PMPI_Allgatherv(from, count, type, to, lengths, places, received, comm);
}
int MPI_Alltoall(const void* from, int count, MPI_Datatype type, void* to, int length, MPI_Datatype received,
                 MPI_Comm comm) {
  countGather(comm, true, nullptr, length, received);
  return PMPI_Alltoall(from, count, type, to, length, received, comm);
}
int MPI_Scatterv(const void* from, const int* lengths, const int* places, MPI_Datatype type, void* to, int count,
                 MPI_Datatype received, int root, MPI_Comm comm) {
  ++counts.collectives;
  return PMPI_Scatterv(from, lengths, places, type, to, count, received, root, comm);
}

}  // extern "C"

namespace Chronos::Test {

MessageCounts messageCounts() {
  return counts;
}

}  // namespace Chronos::Test
