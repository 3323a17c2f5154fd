// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_JointReduction.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_LimitedWait.hpp"

#include <algorithm>

namespace Chronos {
namespace {

union Word {
  double real;
  long long whole;
};

// What travels: how many real sums, whole sums, real maxima and whole maxima there are, then these.
constexpr int numKinds = 4;

void joinWords(const Word* from, Word* onto) {
  const Word* const counts = onto;
  from += numKinds;
  onto += numKinds;
  for (long long k = 0; k < counts[0].whole; ++k, ++from, ++onto) onto->real += from->real;
  for (long long k = 0; k < counts[1].whole; ++k, ++from, ++onto) onto->whole += from->whole;
  for (long long k = 0; k < counts[2].whole; ++k, ++from, ++onto) onto->real = std::max(onto->real, from->real);
  for (long long k = 0; k < counts[3].whole; ++k, ++from, ++onto) onto->whole = std::max(onto->whole, from->whole);
}

void joinElements(void* from, void* onto, int* length, MPI_Datatype* type) {
  int numBytes = 0;
  MPI_Type_size(*type, &numBytes);
  const std::size_t stride = static_cast<std::size_t>(numBytes) / sizeof(Word);
  for (int i = 0; i < *length; ++i)
    joinWords(static_cast<const Word*>(from) + i * stride, static_cast<Word*>(onto) + i * stride);
}

// All words are one element, which MPI does not cut.
std::vector<Word> reduceWords(const Comm& comm, const std::vector<Word>& mine) {
  std::vector<Word> all(mine.size());
  const LimitedWait wait(comm, "reduction");
  MPI_Datatype element;
  MPI_Type_contiguous(static_cast<int>(mine.size()), MPI_DOUBLE, &element);
  MPI_Type_commit(&element);
  MPI_Op join;
  MPI_Op_create(joinElements, 1, &join);
  MPI_Allreduce(mine.data(), all.data(), 1, element, join, rawComm(comm));
  MPI_Op_free(&join);
  MPI_Type_free(&element);
  return all;
}

Word wordOf(double number) {
  Word word;
  word.real = number;
  return word;
}

Word wordOf(long long number) {
  Word word;
  word.whole = number;
  return word;
}

}  // namespace

// A minimum travels as the maximum of ~n, which turns the order round and, unlike -n, has no overflow.
void JointReduction::reduce(const Comm& comm) const {
  if (comm.getSize() == 1) return;
  std::vector<Word> mine;
  for (const Numbers* numbers : {&sums_, &maxima_}) {
    mine.push_back(wordOf(static_cast<long long>(numbers->real.size())));
    mine.push_back(wordOf(static_cast<long long>(numbers->whole.size())));
  }
  mine.back().whole += static_cast<long long>(minima_.size());
  for (const Numbers* numbers : {&sums_, &maxima_}) {
    for (const double* number : numbers->real) mine.push_back(wordOf(*number));
    for (const long long* number : numbers->whole) mine.push_back(wordOf(*number));
  }
  for (const long long* number : minima_) mine.push_back(wordOf(~*number));
  if (mine.size() == numKinds) return;
  const std::vector<Word> all = reduceWords(comm, mine);
  auto next = all.cbegin() + numKinds;
  for (const Numbers* numbers : {&sums_, &maxima_}) {
    for (double* number : numbers->real) *number = (next++)->real;
    for (long long* number : numbers->whole) *number = (next++)->whole;
  }
  for (long long* number : minima_) *number = ~(next++)->whole;
}

bool isSameOnRanks(const Comm& comm, long long number, bool isWell) {
  long long largest = number, least = number, isWrong = isWell ? 0 : 1;
  JointReduction all;
  all.max(largest);
  all.min(least);
  all.max(isWrong);
  all.reduce(comm);
  return isWrong == 0 && largest == least;
}

}  // namespace Chronos
