// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_VtkFile.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_EvenShare.hpp"
#include "Chronos_TextSink.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <Tpetra_Import.hpp>

#include <algorithm>

namespace Chronos {
namespace {

enum CellType { vertex = 1, quadrilateral = 9, hexahedron = 12 };

// A file that grows section by section; each is text of rank 0 or numbers of all ranks, in the order of the ranks.
class SharedText {
 public:
  SharedText(const std::string& path, const Teuchos::RCP<const Comm>& comm) : file_(path, comm), comm_(*comm) {}

  void text(const std::string& words) {
    if (comm_.getRank() == 0) file_.write(words.data(), words.size(), end_);
    end_ += words.size();
  }

  // put(sink) is called twice: where a rank writes depends on the length of the text of those before.
  template <class Put>
  void numbers(const Put& put) {
    TextSink ruler(nullptr, 0);
    put(ruler);
    const auto length = static_cast<long long>(ruler.offset());
    TextSink sink(&file_, end_ + sumBefore(comm_, length));
    put(sink);
    sink.flush();
    end_ += sumOverRanks(comm_, length);
  }

  template <class Put>
  void array(const std::string& attributes, const Put& put) {
    text("<DataArray " + attributes + " format=\"ascii\">\n");
    numbers(put);
    text("</DataArray>\n");
  }

  void commit() { file_.commit(); }

 private:
  OutputFile file_;
  const Comm& comm_;
  std::uint64_t end_ = 0;
};

// Cells belong to the rank of their first corner.
class Cells {
 public:
  Cells(const PointGrid& grid, const EvenShare& share, const Comm& comm)
      : grid_(grid), first_(share.first(comm.getRank())), end_(share.first(comm.getRank() + 1)) {
    for (GlobalOrdinal point = first_; point < end_; ++point) mine_ += isCorner(point) ? 1 : 0;
    before_ = sumBefore(comm, mine_);
    all_ = sumOverRanks(comm, mine_);
  }

  long long number() const { return all_; }

  void write(SharedText& file) const {
    file.text("<Cells>\n");
    file.array(R"(type="Int64" Name="connectivity")", [&](TextSink& sink) {
      forEach([&](GlobalOrdinal point) {
        for (int corner = 0; corner < numCorners(); ++corner)
          sink.index(point + step(corner), corner + 1 < numCorners() ? ' ' : '\n');
      });
    });
    file.array(R"(type="Int64" Name="offsets")", [&](TextSink& sink) {
      for (long long cell = 1; cell <= mine_; ++cell) sink.index(numCorners() * (before_ + cell), '\n');
    });
    file.array(R"(type="UInt8" Name="types")", [&](TextSink& sink) {
      for (long long cell = 0; cell < mine_; ++cell) sink.index(type(), '\n');
    });
    file.text("</Cells>\n");
  }

 private:
  CellType type() const { return !grid_.isGrid() ? vertex : grid_.nz == 1 ? quadrilateral : hexahedron; }
  int numCorners() const { return type() == vertex ? 1 : type() == quadrilateral ? 4 : 8; }

  // From the first corner of a cell: around the lower face, then around the upper one.
  GlobalOrdinal step(int corner) const {
    const int around = corner % 4;
    return (around == 1 || around == 2 ? 1 : 0) + grid_.nx * (around >= 2 ? 1 : 0) + grid_.nx * grid_.ny * (corner / 4);
  }

  bool isCorner(GlobalOrdinal point) const {
    if (!grid_.isGrid()) return true;
    const GlobalOrdinal i = point % grid_.nx, j = point / grid_.nx % grid_.ny, k = point / grid_.nx / grid_.ny;
    return i + 1 < grid_.nx && j + 1 < grid_.ny && (grid_.nz == 1 || k + 1 < grid_.nz);
  }

  template <class Visit>
  void forEach(const Visit& visit) const {
    for (GlobalOrdinal point = first_; point < end_; ++point)
      if (isCorner(point)) visit(point);
  }

  PointGrid grid_;
  GlobalOrdinal first_, end_;
  long long mine_ = 0, before_ = 0, all_ = 0;
};

// The same values in rows that are handed out evenly, point by point.
Teuchos::RCP<TpetraMultiVector> evenly(const std::string& path, const TpetraMultiVector& vectors,
                                       GlobalOrdinal rowsPerPoint) {
  const Map& map = *vectors.getMap();
  const auto n = static_cast<GlobalOrdinal>(map.getGlobalNumElements());
  if (n > 0 && (map.getMinAllGlobalIndex() != 0 || map.getMaxAllGlobalIndex() != n - 1))
    throw InputError("Cannot write '" + path + "': the global indices are not 0 to " + std::to_string(n - 1) + ".");
  const Teuchos::RCP<const Comm> comm = map.getComm();
  const auto evenMap = EvenShare(n, comm->getSize(), rowsPerPoint).map(comm);
  const auto even = Teuchos::rcp(new TpetraMultiVector(evenMap, vectors.getNumVectors()));
  const Tpetra::Import<LocalOrdinal, GlobalOrdinal, Node> import(vectors.getMap(), evenMap);
  even->doImport(vectors, import, Tpetra::INSERT);
  const auto values = even->getLocalViewHost(Tpetra::Access::ReadOnly);
  bool finite = true;
  for (std::size_t column = 0; column < even->getNumVectors(); ++column)
    finite = finite && allFinite(Kokkos::subview(values, Kokkos::ALL(), column), values.extent(0));
  throwIfAny(*comm, finite ? "" : notFinite(path));
  return even;
}

void writePoints(const TpetraMultiVector& points, SharedText& file) {
  const auto view = points.getLocalViewHost(Tpetra::Access::ReadOnly);
  const std::size_t dimension = view.extent(1);
  file.text("<Points>\n");
  file.array(R"(type="Float64" NumberOfComponents="3")", [&](TextSink& sink) {
    for (std::size_t point = 0; point < view.extent(0); ++point)
      for (std::size_t d = 0; d < 3; ++d) sink.shortestReal(d < dimension ? view(point, d) : 0.0, d < 2 ? ' ' : '\n');
  });
  file.text("</Points>\n");
}

// Vectors in the plane get a third component: ParaView knows no others.
void writeField(const std::string& name, const TpetraMultiVector& values, std::size_t column, std::size_t perPoint,
                SharedText& file) {
  const auto view = values.getLocalViewHost(Tpetra::Access::ReadOnly);
  const std::size_t components = perPoint == 2 ? 3 : perPoint;
  file.array("type=\"Float64\" Name=\"" + name + "\" NumberOfComponents=\"" + std::to_string(components) + "\"",
             [&](TextSink& sink) {
               for (std::size_t point = 0; point < view.extent(0) / perPoint; ++point)
                 for (std::size_t d = 0; d < components; ++d)
                   sink.shortestReal(d < perPoint ? view(perPoint * point + d, column) : 0.0,
                                     d + 1 < components ? ' ' : '\n');
             });
}

GlobalOrdinal unknownsPerPoint(const std::string& path, const PointField& field, GlobalOrdinal numPoints) {
  const auto length = static_cast<GlobalOrdinal>(field.values->getGlobalLength());
  if (numPoints > 0 && length >= numPoints && length % numPoints == 0) return length / numPoints;
  throw InputError("Cannot write '" + path + "': " + field.name + " has " + std::to_string(length) +
                   " rows, which is no multiple of the " + std::to_string(numPoints) + " points.");
}

}  // namespace

void writeVtu(const std::string& path, const TpetraMultiVector& points, const std::vector<PointField>& fields,
              const PointGrid& grid) {
  const Teuchos::RCP<const Comm> comm = points.getMap()->getComm();
  const auto numPoints = static_cast<GlobalOrdinal>(points.getGlobalLength());
  if (grid.isGrid() && grid.numPoints() != numPoints)
    throw InputError("Cannot write '" + path + "': a grid of " + std::to_string(grid.numPoints()) + " points, and " +
                     std::to_string(numPoints) + " coordinates.");
  const auto evenPoints = evenly(path, points, 1);
  std::vector<Teuchos::RCP<TpetraMultiVector>> values;
  for (const PointField& field : fields)
    values.push_back(evenly(path, *field.values, unknownsPerPoint(path, field, numPoints)));

  const EvenShare share(numPoints, comm->getSize());
  const Cells cells(grid, share, *comm);
  SharedText file(path, comm);
  file.text(
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"0.1\" "
      "byte_order=\"LittleEndian\">\n<UnstructuredGrid>\n<Piece NumberOfPoints=\"" +
      std::to_string(numPoints) + "\" NumberOfCells=\"" + std::to_string(cells.number()) + "\">\n");
  writePoints(*evenPoints, file);
  cells.write(file);
  file.text("<PointData>\n");
  for (std::size_t field = 0; field < fields.size(); ++field) {
    const std::size_t numColumns = values[field]->getNumVectors();
    const auto perPoint = static_cast<std::size_t>(unknownsPerPoint(path, fields[field], numPoints));
    for (std::size_t column = 0; column < numColumns; ++column)
      writeField(fields[field].name + (numColumns > 1 ? " " + std::to_string(column + 1) : ""), *values[field], column,
                 perPoint, file);
  }
  file.text("</PointData>\n</Piece>\n</UnstructuredGrid>\n</VTKFile>\n");
  file.commit();
}

void writePvd(const std::string& path, const std::vector<std::pair<double, std::string>>& steps,
              const Teuchos::RCP<const Comm>& comm) {
  SharedText file(path, comm);
  file.text(
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\" byte_order=\"LittleEndian\">\n"
      "<Collection>\n");
  for (const auto& step : steps) {
    char time[32];
    const auto end = std::to_chars(time, time + sizeof time, step.first).ptr;
    file.text("<DataSet timestep=\"" + std::string(time, end) + "\" part=\"0\" file=\"" + step.second + "\"/>\n");
  }
  file.text("</Collection>\n</VTKFile>\n");
  file.commit();
}

}  // namespace Chronos
