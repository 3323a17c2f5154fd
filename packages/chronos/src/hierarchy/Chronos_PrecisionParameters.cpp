// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_PrecisionParameters.hpp"

namespace Chronos {

void bindPrecision(ParameterBinding& list, PrecisionParameters& p) {
  const std::vector<std::pair<std::string, StoragePrecision>> precisions{{"double", StoragePrecision::doublePrecision},
                                                                         {"single", StoragePrecision::singlePrecision},
                                                                         {"half", StoragePrecision::half},
                                                                         {"bfloat16", StoragePrecision::bfloat16},
                                                                         {"automatic", StoragePrecision::automatic}};
  list.choice(
      "all", p.all,
      {{"double", StoragePrecision::doublePrecision},
       {"single", StoragePrecision::singlePrecision},
       {"half", StoragePrecision::half},
       {"bfloat16", StoragePrecision::bfloat16},
       {"automatic", StoragePrecision::automatic}},
      "One word for the three lists below: this for `matrices` and `smoother`, single for `vectors`, or automatic for "
      "all of them. double: what the lists say.");
  list.choices("matrices", p.matrices, precisions,
               "Storage of A, P and R in the cycle, from the finest level on; the last one named holds for all deeper "
               "levels. Wider are, and the report says so: what is out of the range of 16 bits or has too long a row, "
               "A of levels that the cycle visits twice or takes Krylov steps on, which is single at least, and levels "
               "of 16 bits where one cycle differs too much from that in double, first P and R alone. automatic: on a "
               "GPU half for levels of 50 MB or more, on a host single where unknowns come in threes, else double. The "
               "set-up stays in double, and so does the level that is solved.");
  list.choices("smoother", p.smoother, precisions,
               "Likewise for what smoothers multiply by: the factors of FSAI; Chebyshev polynomials take the matrix of "
               "the cycle for any but double. The other smoothers stay in double.");
  list.choices(
      "vectors", p.vectors,
      {{"double", StoragePrecision::doublePrecision},
       {"single", StoragePrecision::singlePrecision},
       {"automatic", StoragePrecision::automatic}},
      "Likewise for the vectors of a level, in cycles of one column: single where A, P and R are narrower than "
      "double, FSAI and Chebyshev polynomials likewise, and no Krylov step is taken. What comes in is scaled "
      "by a power of two. Several columns at once stay in double, and so do all levels where one cycle "
      "differs by more than 0.03 %. automatic: on a GPU single for levels in 16 bits, else double.");
  list.choice(
      "columns", p.columns,
      {{"automatic", ColumnStorage::automatic}, {"plain", ColumnStorage::plain}, {"compact", ColumnStorage::compact}},
      "Columns in 16 bits an entry in place of 32, without loss, or one index for nine entries where unknowns "
      "come in threes. automatic: for values narrower than double, on a host for 16 bits alone; on a GPU rows in "
      "single that are alike by threes share columns of 32 bits. compact: for all of them; plain: for 16 bits alone, "
      "which know nothing else.");
  list.choice("krylov", p.krylov,
              {{"double", StoragePrecision::doublePrecision}, {"single", StoragePrecision::singlePrecision}},
              "single: conjugate gradients multiply by a copy of the matrix in single, that of the finest level or one "
              "of their own; where that level has vectors in single, so have they, but for the iterate and all sums. "
              "They are flexible ones then, and b - A x in double takes the place of their residual each time it has "
              "fallen to a tenth, or to as little as 0.0001 of that where this loses little; where it no longer helps "
              "they go on in double.");
}

}  // namespace Chronos
