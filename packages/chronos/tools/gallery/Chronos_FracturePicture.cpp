// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_FracturePicture.hpp"

#include "Chronos_GatherToRoot.hpp"
#include "Chronos_OutputFile.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace Chronos {
namespace {

constexpr int width = 760, height = 640, margin = 30, scaleWidth = 16;
constexpr int numColours = 32;
// The eye turns about the vertical, then looks down, in degrees.
constexpr double azimuth = 35, elevation = 22;

// Heads by global number on rank 0; empty on others.
std::vector<double> gathered(const TpetraVector& h) {
  const GatherToRoot gather(h.getMap());
  std::vector<double> whole(gather.isRoot() ? gather.numUnknowns() : 0);
  const auto view = h.getLocalViewDevice(Tpetra::Access::ReadOnly);
  gather.gather(ConstBlock(view.data(), view.extent(0), 1), whole.data());
  return whole;
}

void writeOnRoot(const std::string& path, const Teuchos::RCP<const Comm>& comm, const std::string& text) {
  OutputFile file(path, comm);
  if (comm->getRank() == 0) file.write(text.data(), text.size(), 0);
  file.commit();
}

template <class... Values>
void append(std::string& text, const char* format, Values... values) {
  char line[256];
  std::snprintf(line, sizeof(line), format, values...);
  text += line;
}

// From dark blue over green to yellow.
std::string colourOf(int step) {
  constexpr double stops[6][3] = {{68, 1, 84},    {65, 68, 135},  {42, 120, 142},
                                  {34, 168, 132}, {122, 209, 81}, {253, 231, 37}};
  const double place = 5.0 * step / (numColours - 1);
  const int stop = std::min(4, static_cast<int>(place));
  char text[8];
  int parts[3];
  for (int i = 0; i < 3; ++i)
    parts[i] = static_cast<int>(stops[stop][i] + (place - stop) * (stops[stop + 1][i] - stops[stop][i]) + 0.5);
  std::snprintf(text, sizeof(text), "#%02x%02x%02x", parts[0] & 255, parts[1] & 255, parts[2] & 255);
  return text;
}

struct View {
  View() {
    const double degree = std::acos(-1.0) / 180;
    c = std::cos(azimuth * degree), s = std::sin(azimuth * degree);
    up = std::cos(elevation * degree), down = std::sin(elevation * degree);
  }
  // Right, up, towards the eye; about the centre of the unit cube.
  SpacePoint operator()(const SpacePoint& p) const {
    const double x = p[0] - 0.5, y = p[1] - 0.5, z = p[2] - 0.5;
    const double right = c * x + s * y, away = c * y - s * x;
    return {right, up * z + down * away, down * z - up * away};
  }
  double c, s, up, down;
};

std::array<int, 2> onPaper(const SpacePoint& p) {
  const double size = (height - 2 * margin) / 1.5;
  return {static_cast<int>(std::lround(10 * ((width - 3 * margin) / 2.0 + size * p[0]))),
          static_cast<int>(std::lround(10 * (height / 2.0 - size * p[1])))};
}

struct Item {
  std::array<std::array<int, 2>, 3> corners;
  int colour;
  int numOuter;  // nodes of the triangle, the last ones, that lie on the edge of the fracture
  double depth;
};

std::vector<Item> itemsOf(const FractureNetwork& network, const FractureBlocks& blocks, const std::vector<double>& h,
                          double low, double high) {
  const View view;
  std::vector<Item> items;
  for (std::size_t i = 0; i < network.fractures.size(); ++i) {
    const FractureMesh& mesh = blocks.meshes[i];
    std::vector<SpacePoint> seen;
    for (const PlanePoint& node : mesh.nodes()) seen.push_back(view(network.fractures[i].at(node)));
    for (const auto& t : mesh.triangles()) {
      Item item{{}, 0, 0, 0};
      double mean = 0;
      for (int k = 0; k < 3; ++k) {
        item.corners[k] = onPaper(seen[t[k]]);
        item.depth += seen[t[k]][2] / 3;
        mean += h[blocks.firstHead[i] + t[k]] / 3;
        if (mesh.isOuter(t[k])) ++item.numOuter;
      }
      item.colour = std::clamp(static_cast<int>((mean - low) / (high - low) * numColours), 0, numColours - 1);
      items.push_back(item);
    }
  }
  std::stable_sort(items.begin(), items.end(), [](const Item& a, const Item& b) { return a.depth < b.depth; });
  return items;
}

void drawBox(std::string& text, bool isFront) {
  const View view;
  text += "<path class=\"b\" d=\"";
  for (int axis = 0; axis < 3; ++axis)
    for (int side = 0; side < 4; ++side) {
      SpacePoint from{}, to{};
      from[(axis + 1) % 3] = to[(axis + 1) % 3] = side % 2;
      from[(axis + 2) % 3] = to[(axis + 2) % 3] = side / 2;
      to[axis] = 1;
      const SpacePoint a = view(from), b = view(to);
      // The corner that is farthest from the eye has the three edges behind everything.
      const bool isBehind = std::min(a[2], b[2]) < -0.8 * (view.up + view.down) / 2;
      if (isBehind == isFront) continue;
      const auto p = onPaper(a), q = onPaper(b);
      append(text, "M%d %dL%d %d", p[0], p[1], q[0], q[1]);
    }
  text += "\"/>\n";
}

void drawItems(std::string& text, const std::vector<Item>& items) {
  std::string outlines;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Item& item = items[i];
    const bool continues = i > 0 && items[i - 1].colour == item.colour && items[i - 1].numOuter < 2;
    if (!continues) append(text, "%s<path class=\"c%d\" d=\"", i > 0 ? "\"/>\n" : "", item.colour);
    const auto& [a, b, c] = item.corners;
    append(text, "M%d %dl%d %d %d %dz", a[0], a[1], b[0] - a[0], b[1] - a[1], c[0] - b[0], c[1] - b[1]);
    // The second and third node are the outer ones, see FractureMesh.
    if (item.numOuter > 1) append(text, "\"/><path class=\"o\" d=\"M%d %dL%d %d", b[0], b[1], c[0], c[1]);
  }
  text += "\"/>\n";
}

void drawScale(std::string& text, double low, double high) {
  const int left = 10 * (width - 3 * margin), top = 10 * 2 * margin, length = 10 * (height - 4 * margin);
  for (int colour = 0; colour < numColours; ++colour)
    append(text, "<rect class=\"c%d\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n", colour, left,
           top + length * (numColours - 1 - colour) / numColours, 10 * scaleWidth, length / numColours + 1);
  const int right = left + 10 * scaleWidth + 60;
  append(text, "<text x=\"%d\" y=\"%d\">%.3g</text>\n<text x=\"%d\" y=\"%d\">%.3g</text>\n", right, top + 100, high,
         right, top + length, low);
  append(text, "<text x=\"%d\" y=\"%d\">head</text>\n", left, top - 80);
}

}  // namespace

void drawFractures(const std::string& path, const FractureNetwork& network, const FractureBlocks& blocks,
                   const TpetraVector& h) {
  const std::vector<double> whole = gathered(h);
  std::string text;
  if (!whole.empty()) {
    const auto [low, high] = std::minmax_element(whole.begin(), whole.end());
    const double span = std::max(*high - *low, 1e-300);
    append(text,
           "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\">\n<style>\n",
           10 * width, 10 * height, width, height);
    text +=
        "path{stroke-width:6;stroke-linejoin:round}.b{fill:none;stroke:#888;stroke-width:10}"
        ".o{fill:none;stroke:#222;stroke-width:9}text{font:140px sans-serif;fill:#444}\n";
    for (int colour = 0; colour < numColours; ++colour)
      append(text, ".c%d{fill:%s;stroke:%s}", colour, colourOf(colour).c_str(), colourOf(colour).c_str());
    text += "\n</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
    drawBox(text, false);
    drawItems(text, itemsOf(network, blocks, whole, *low, *low + span));
    drawBox(text, true);
    drawScale(text, *low, *high);
    text += "</svg>\n";
  }
  writeOnRoot(path, h.getMap()->getComm(), text);
}

void writeFractures(const std::string& path, const FractureNetwork& network, const FractureBlocks& blocks,
                    const TpetraVector& h) {
  const std::vector<double> whole = gathered(h);
  std::string points, cells, types, heads, owners, transmissivities;
  std::size_t numCells = 0;
  for (std::size_t i = 0; i < network.fractures.size() && !whole.empty(); ++i) {
    const FractureMesh& mesh = blocks.meshes[i];
    for (const PlanePoint& node : mesh.nodes()) {
      const SpacePoint p = network.fractures[i].at(node);
      append(points, "%.9g %.9g %.9g\n", p[0], p[1], p[2]);
    }
    for (const auto& t : mesh.triangles()) {
      const long long first = blocks.firstHead[i];
      append(cells, "3 %lld %lld %lld\n", first + t[0], first + t[1], first + t[2]);
      types += "5\n";
      append(owners, "%zu\n", i);
      append(transmissivities, "%.9g\n", network.fractures[i].transmissivity);
    }
    numCells += mesh.triangles().size();
  }
  for (const double head : whole) append(heads, "%.9g\n", head);
  std::string text = "# vtk DataFile Version 3.0\nhead in a fracture network\nASCII\nDATASET UNSTRUCTURED_GRID\n";
  append(text, "POINTS %zu double\n", whole.size());
  text += points;
  append(text, "CELLS %zu %zu\n", numCells, 4 * numCells);
  text += cells;
  append(text, "CELL_TYPES %zu\n", numCells);
  text += types;
  append(text, "POINT_DATA %zu\nSCALARS head double 1\nLOOKUP_TABLE default\n", whole.size());
  text += heads;
  append(text, "CELL_DATA %zu\nSCALARS fracture int 1\nLOOKUP_TABLE default\n", numCells);
  text += owners + "SCALARS transmissivity double 1\nLOOKUP_TABLE default\n" + transmissivities;
  writeOnRoot(path, h.getMap()->getComm(), text);
}

}  // namespace Chronos
