// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_HDF5OBJECTS_HPP
#define CHRONOS_HDF5OBJECTS_HPP

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace Chronos {

/// What a data set holds.
enum class Hdf5Kind { integers, reals, complex, other };

/// A data set of a file.
struct Hdf5Set {
  std::string path;                  ///< "/group/name"
  std::vector<std::uint64_t> shape;  ///< empty for a single value
  Hdf5Kind kind = Hdf5Kind::other;
  bool isOfMatlab = false;  ///< has the attribute MATLAB_class
  std::uint64_t size() const;
};

/// \brief An HDF5 file open for reading on this rank, by the library's C functions. Local.
///
/// Compiled where the HDF5 library was found. What the library would print is silenced.
class Hdf5Objects {
 public:
  /// \throws InputError when the library cannot open it
  explicit Hdf5Objects(const std::string& file);
  ~Hdf5Objects();
  Hdf5Objects(const Hdf5Objects&) = delete;
  Hdf5Objects& operator=(const Hdf5Objects&) = delete;

  const std::string& file() const { return file_; }
  [[noreturn]] void refuse(const std::string& what) const;

  /// Paths of all groups, "/" among them, and all data sets, in the order of their names.
  std::vector<std::string> groups() const;
  std::vector<Hdf5Set> sets() const;

  bool has(const std::string& path) const;
  bool hasAttribute(const std::string& path, const std::string& name) const;
  /// \throws InputError when it is no single integer
  std::int64_t attribute(const std::string& path, const std::string& name) const;
  /// \throws InputError when there is none
  Hdf5Set set(const std::string& path) const;
  /// The text of a data set, "" where it is none.
  std::string text(const std::string& path) const;

  /// Part of a data set of one dimension; unsigned numbers beyond 2^63 become 2^63 - 1.
  /// \throws InputError when it cannot be read: damaged, or compressed by a method that the library does not have
  std::vector<std::int64_t> integers(const Hdf5Set& set, std::uint64_t first, std::uint64_t count) const;
  std::vector<double> reals(const Hdf5Set& set, std::uint64_t first, std::uint64_t count) const;
  /// Part of a data set of two dimensions, row by row.
  std::vector<double> reals(const Hdf5Set& set, std::uint64_t firstRow, std::uint64_t numRows, std::uint64_t firstCol,
                            std::uint64_t numCols) const;

 private:
  struct Silence;
  std::string file_;
  std::unique_ptr<Silence> silence_;
  std::int64_t id_ = -1;
};

}  // namespace Chronos

#endif
