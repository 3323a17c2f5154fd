// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifdef CHRONOS_HAVE_HDF5
#include "Chronos_Hdf5Objects.hpp"

#include "Chronos_Error.hpp"

#include <hdf5.h>

#include <algorithm>
#include <cstring>
#include <functional>

namespace Chronos {
namespace {

constexpr std::size_t mostObjects = 100000;

// An identifier of the library, closed in the end.
class Handle {
 public:
  Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  hid_t id() const { return id_; }
  bool isOpen() const { return id_ >= 0; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

Hdf5Kind kindOf(hid_t type) {
  switch (H5Tget_class(type)) {
    case H5T_INTEGER: return Hdf5Kind::integers;
    case H5T_FLOAT: return Hdf5Kind::reals;
    case H5T_COMPOUND: return Hdf5Kind::complex;
    default: return Hdf5Kind::other;
  }
}

using Found = std::vector<std::pair<std::string, bool>>;  // path, and whether it is a group

// The plain names stand for other versions of the calls from 1.12 on.
#if H5_VERSION_GE(1, 12, 0)
using ObjectInfo = H5O_info2_t;
constexpr auto visitObjects = H5Ovisit3;
#else
using ObjectInfo = H5O_info_t;
constexpr auto visitObjects = H5Ovisit2;
#endif

// An exception must not pass through the library.
herr_t visit(hid_t, const char* name, const ObjectInfo* info, void* data) {
  Found& found = *static_cast<Found*>(data);
  if (found.size() >= mostObjects) return 1;
  const std::string path = std::strcmp(name, ".") == 0 ? "/" : std::string("/") + name;
  if (info->type == H5O_TYPE_GROUP || info->type == H5O_TYPE_DATASET)
    found.emplace_back(path, info->type == H5O_TYPE_GROUP);
  return 0;
}

Found objectsOf(hid_t file) {
  Found found;
  visitObjects(file, H5_INDEX_NAME, H5_ITER_INC, visit, &found, H5O_INFO_BASIC);
  return found;
}

}  // namespace

std::uint64_t Hdf5Set::size() const {
  std::uint64_t product = 1;
  for (const std::uint64_t extent : shape) {
    if (extent != 0 && product > UINT64_MAX / extent) return UINT64_MAX;
    product *= extent;
  }
  return product;
}

// The library prints its stack of errors unless told otherwise.
struct Hdf5Objects::Silence {
  H5E_auto2_t function = nullptr;
  void* data = nullptr;
  Silence() {
    H5open();
    H5Eget_auto2(H5E_DEFAULT, &function, &data);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  ~Silence() { H5Eset_auto2(H5E_DEFAULT, function, data); }
};

Hdf5Objects::Hdf5Objects(const std::string& file) : file_(file), silence_(std::make_unique<Silence>()) {
  id_ = H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  if (id_ < 0)
    throw InputError("'" + file +
                     "', an HDF5 file: the library cannot open it. It is cut off, damaged, or being written: "
                     "write or fetch it again.");
}

Hdf5Objects::~Hdf5Objects() {
  H5Fclose(id_);
}

void Hdf5Objects::refuse(const std::string& what) const {
  throw InputError("'" + file_ + "', an HDF5 file: " + what);
}

std::vector<std::string> Hdf5Objects::groups() const {
  std::vector<std::string> result;
  for (const auto& object : objectsOf(id_))
    if (object.second) result.push_back(object.first);
  return result;
}

std::vector<Hdf5Set> Hdf5Objects::sets() const {
  std::vector<Hdf5Set> result;
  for (const auto& object : objectsOf(id_))
    if (!object.second) result.push_back(set(object.first));
  return result;
}

// The library takes a path only where all of its groups exist.
bool Hdf5Objects::has(const std::string& path) const {
  if (path == "/") return true;
  for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
    if (H5Lexists(id_, path.substr(0, end).c_str(), H5P_DEFAULT) <= 0) return false;
    if (end == std::string::npos) return H5Oexists_by_name(id_, path.c_str(), H5P_DEFAULT) > 0;
  }
}

bool Hdf5Objects::hasAttribute(const std::string& path, const std::string& name) const {
  return H5Aexists_by_name(id_, path.c_str(), name.c_str(), H5P_DEFAULT) > 0;
}

std::int64_t Hdf5Objects::attribute(const std::string& path, const std::string& name) const {
  const Handle attribute(H5Aopen_by_name(id_, path.c_str(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  if (attribute.isOpen()) {
    const Handle type(H5Aget_type(attribute.id()), H5Tclose), space(H5Aget_space(attribute.id()), H5Sclose);
    long long value = 0;
    if (kindOf(type.id()) == Hdf5Kind::integers && H5Sget_simple_extent_npoints(space.id()) == 1 &&
        H5Aread(attribute.id(), H5T_NATIVE_LLONG, &value) >= 0)
      return value;
  }
  refuse("the attribute " + name + " of " + path + " is not one integer. Write the file again.");
}

Hdf5Set Hdf5Objects::set(const std::string& path) const {
  Hdf5Set result;
  result.path = path;
  const Handle set(H5Dopen2(id_, path.c_str(), H5P_DEFAULT), H5Dclose);
  if (!set.isOpen()) refuse("there is no data set " + path + " that can be opened. Write the file again.");
  const Handle type(H5Dget_type(set.id()), H5Tclose), space(H5Dget_space(set.id()), H5Sclose);
  const int rank = H5Sget_simple_extent_ndims(space.id());
  if (!type.isOpen() || rank < 0) refuse("the data set " + path + " is damaged. Write the file again.");
  std::vector<hsize_t> shape(static_cast<std::size_t>(rank));
  H5Sget_simple_extent_dims(space.id(), shape.data(), nullptr);
  result.shape.assign(shape.begin(), shape.end());
  result.kind = kindOf(type.id());
  result.isOfMatlab = hasAttribute(path, "MATLAB_class");
  // Before memory is asked for by a number that nothing stands behind: no method of the library makes more than this
  // out of a byte.
  constexpr std::uint64_t mostFromAByte = 2000;
  const std::uint64_t stored = H5Dget_storage_size(set.id()), size = result.size();
  if (size > 1024 && size / mostFromAByte > stored)
    refuse("the data set " + path + " announces " + std::to_string(size) + " numbers and stores " +
           std::to_string(stored) + " bytes. It was never written, or is damaged: write the file again.");
  return result;
}

std::string Hdf5Objects::text(const std::string& path) const {
  if (!has(path)) return "";
  const Handle set(H5Dopen2(id_, path.c_str(), H5P_DEFAULT), H5Dclose);
  if (!set.isOpen()) return "";
  const Handle type(H5Dget_type(set.id()), H5Tclose), space(H5Dget_space(set.id()), H5Sclose);
  constexpr std::size_t longest = 256;
  if (H5Tget_class(type.id()) != H5T_STRING || H5Tis_variable_str(type.id()) != 0 ||
      H5Sget_simple_extent_npoints(space.id()) != 1 || H5Tget_size(type.id()) > longest)
    return "";
  std::string value(H5Tget_size(type.id()), '\0');
  if (H5Dread(set.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, value.data()) < 0) return "";
  return value.c_str();
}

namespace {

// Reads a box of a data set; false where the library cannot.
bool readBox(hid_t file, const Hdf5Set& set, const std::vector<hsize_t>& first, const std::vector<hsize_t>& count,
             hid_t type, void* values) {
  const Handle data(H5Dopen2(file, set.path.c_str(), H5P_DEFAULT), H5Dclose);
  if (!data.isOpen()) return false;
  // A single value has no dimensions to take a part of.
  if (first.empty()) return H5Dread(data.id(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0;
  const Handle space(H5Dget_space(data.id()), H5Sclose);
  const Handle memory(H5Screate_simple(static_cast<int>(count.size()), count.data(), nullptr), H5Sclose);
  return H5Sselect_hyperslab(space.id(), H5S_SELECT_SET, first.data(), nullptr, count.data(), nullptr) >= 0 &&
         H5Dread(data.id(), type, memory.id(), space.id(), H5P_DEFAULT, values) >= 0;
}

// A list that MATLAB or Epetra wrote may have dimensions of 1 around it.
std::vector<hsize_t> boxOf(const Hdf5Set& set, std::uint64_t along, hsize_t otherwise) {
  std::vector<hsize_t> box(set.shape.size(), otherwise);
  for (std::size_t d = 0; d < set.shape.size(); ++d)
    if (set.shape[d] == set.size()) {
      box[d] = along;
      break;
    }
  return box;
}

std::string unreadable(const Hdf5Set& set) {
  return "the data set " + set.path +
         " cannot be read. It is cut off or damaged, or compressed by a method that this "
         "HDF5 library does not have: write it again, without compression.";
}

}  // namespace

std::vector<std::int64_t> Hdf5Objects::integers(const Hdf5Set& set, std::uint64_t first, std::uint64_t count) const {
  std::vector<std::int64_t> values(count);
  static_assert(sizeof(long long) == sizeof(std::int64_t));
  if (count > 0 && !readBox(id_, set, boxOf(set, first, 0), boxOf(set, count, 1), H5T_NATIVE_LLONG, values.data()))
    refuse(unreadable(set));
  return values;
}

std::vector<double> Hdf5Objects::reals(const Hdf5Set& set, std::uint64_t first, std::uint64_t count) const {
  std::vector<double> values(count);
  if (count > 0 && !readBox(id_, set, boxOf(set, first, 0), boxOf(set, count, 1), H5T_NATIVE_DOUBLE, values.data()))
    refuse(unreadable(set));
  return values;
}

std::vector<double> Hdf5Objects::reals(const Hdf5Set& set, std::uint64_t firstRow, std::uint64_t numRows,
                                       std::uint64_t firstCol, std::uint64_t numCols) const {
  std::vector<double> values(numRows * numCols);
  if (!values.empty() && !readBox(id_, set, {firstRow, firstCol}, {numRows, numCols}, H5T_NATIVE_DOUBLE, values.data()))
    refuse(unreadable(set));
  return values;
}

}  // namespace Chronos
#endif
