// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
//
// Compressed text. The first byte chooses: the rest as a gzip file, or the rest compressed, whose reading must end as
// that of the plain text does.
#include "FuzzedFile.hpp"

#include "Chronos_MatrixMarket.hpp"
#include "Chronos_MatrixMarketHeader.hpp"

#include <zlib.h>

namespace {

using namespace Chronos;
using namespace Chronos::Fuzz;

std::string compressed(const std::uint8_t* data, std::size_t size) {
  z_stream stream = {};
  constexpr int gzipWindow = 15 + 16;
  if (deflateInit2(&stream, 1, Z_DEFLATED, gzipWindow, 8, Z_DEFAULT_STRATEGY) != Z_OK) std::abort();
  std::string bytes(deflateBound(&stream, size), '\0');
  stream.next_in = const_cast<Bytef*>(data);
  stream.avail_in = static_cast<uInt>(size);
  stream.next_out = reinterpret_cast<Bytef*>(&bytes[0]);
  stream.avail_out = static_cast<uInt>(bytes.size());
  if (deflate(&stream, Z_FINISH) != Z_STREAM_END) std::abort();
  bytes.resize(stream.total_out);
  deflateEnd(&stream);
  return bytes;
}

bool isSmall(const MemoryFile& file) {
  try {
    const MatrixMarketHeader header = readMatrixMarketHeader(InputFile(file.path()));
    return header.rows <= 2000 && header.cols <= 2000;
  } catch (const InputError&) {
    return true;
  }
}

std::string read(const MemoryFile& file, int threads) {
  ReadOptions options;
  options.threads = threads;
  options.blockBytes = 64;
  return messageOf(file, [&] { readMatrixMarket(file.path(), self(), options); });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const bool isRaw = data[0] % 2 == 0;
  const MemoryFile file(isRaw ? std::string(data + 1, data + size) : compressed(data + 1, size - 1));
  if (!isSmall(file)) return 0;
  const std::string message = read(file, 1);
  read(file, 3);
  if (isRaw) return 0;
  const MemoryFile plain(data + 1, size - 1);
  // Plain text that begins like another kind of file is read as that one.
  if (InputFile(plain.path()).kind() == FileKind::text && message.empty() != read(plain, 1).empty()) std::abort();
  return 0;
}
