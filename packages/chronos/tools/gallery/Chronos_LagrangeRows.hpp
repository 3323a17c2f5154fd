// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_LAGRANGEROWS_HPP
#define CHRONOS_LAGRANGEROWS_HPP

#include "Chronos_GridAssembly.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_LagrangeElement.hpp"

namespace Chronos::GridAssembly {

/// Elements first to last along each direction.
struct ElementBox {
  GridNode first, last;
};

/// \brief Squares or cubes with nodes on a lattice, `order` steps an element, from which a corner may be cut: elements
/// that have both x and y at `cut` or beyond. Nodes are numbered lexicographically, x fastest.
struct LagrangeMesh {
  int dimension, order;
  GlobalOrdinal nx, ny, nz;  ///< elements; nz is 1 in two dimensions
  GlobalOrdinal cut;         ///< the larger of nx and ny where nothing is cut off
  GlobalOrdinal soft;        ///< elements before this one along x have the coefficient 0.1, the others 1

  KOKKOS_INLINE_FUNCTION bool isFlat() const { return dimension == 2; }
  /// Nodes along x, as far as nothing is cut off; along y; along z.
  KOKKOS_INLINE_FUNCTION GlobalOrdinal lineNodes() const { return order * nx + 1; }
  KOKKOS_INLINE_FUNCTION GlobalOrdinal numLines() const { return order * ny + 1; }
  KOKKOS_INLINE_FUNCTION GlobalOrdinal numPlanes() const { return isFlat() ? 1 : order * nz + 1; }
  KOKKOS_INLINE_FUNCTION GlobalOrdinal planeNodes() const {
    return fullLines() * lineNodes() + (numLines() - fullLines()) * cutLineNodes();
  }
  KOKKOS_INLINE_FUNCTION GlobalOrdinal numNodes() const { return planeNodes() * numPlanes(); }

  KOKKOS_INLINE_FUNCTION GlobalOrdinal index(const GridNode& node) const {
    const GlobalOrdinal full = node.j < fullLines() ? node.j : fullLines();
    return node.i + full * lineNodes() + (node.j - full) * cutLineNodes() + node.k * planeNodes();
  }
  KOKKOS_INLINE_FUNCTION GridNode node(GlobalOrdinal index) const {
    const GlobalOrdinal k = index / planeNodes(), inPlane = index - k * planeNodes();
    const GlobalOrdinal behind = inPlane - fullLines() * lineNodes();
    if (behind < 0) return {inPlane % lineNodes(), inPlane / lineNodes(), k};
    return {behind % cutLineNodes(), fullLines() + behind / cutLineNodes(), k};
  }
  /// Of a node on the lattice.
  KOKKOS_INLINE_FUNCTION bool contains(const GridNode& node) const {
    return node.i <= order * cut || node.j <= order * cut;
  }
  KOKKOS_INLINE_FUNCTION bool isBoundary(const GridNode& node) const {
    return node.i == 0 || node.i == order * nx || node.j == 0 || node.j == order * ny ||
           (!isFlat() && (node.k == 0 || node.k == order * nz)) || (node.i >= order * cut && node.j >= order * cut);
  }
  /// Elements that a node is in; at the inner corner of what is cut off, the element that is not there as well.
  KOKKOS_INLINE_FUNCTION ElementBox around(const GridNode& node) const {
    ElementBox box{{first(node.i), first(node.j), first(node.k)},
                   {last(node.i, nx), last(node.j, ny), last(node.k, nz)}};
    if (box.last.i >= cut && box.last.j >= cut) {
      if (box.first.j >= cut) box.last.i = cut - 1;
      else if (box.first.i >= cut) box.last.j = cut - 1;
    }
    return box;
  }
  KOKKOS_INLINE_FUNCTION double coefficient(GlobalOrdinal x, GlobalOrdinal y) const {
    return x >= cut && y >= cut ? 0.0 : (x < soft ? 0.1 : 1.0);
  }

 private:
  KOKKOS_INLINE_FUNCTION GlobalOrdinal fullLines() const { return order * (cut < ny ? cut : ny) + 1; }
  KOKKOS_INLINE_FUNCTION GlobalOrdinal cutLineNodes() const { return order * cut + 1; }
  KOKKOS_INLINE_FUNCTION GlobalOrdinal first(GlobalOrdinal step) const { return step > 0 ? (step - 1) / order : 0; }
  KOKKOS_INLINE_FUNCTION GlobalOrdinal last(GlobalOrdinal step, GlobalOrdinal numElements) const {
    const GlobalOrdinal element = step / order;
    return element < numElements ? element : numElements - 1;
  }
};

/// Element matrices of one direction on the device.
struct LagrangeTables {
  explicit LagrangeTables(const LagrangeElement& element)
      : numNodes(element.order + 1),
        stiffnesses(toView("Chronos::Gallery::stiffness", element.stiffness)),
        masses(toView("Chronos::Gallery::mass", element.mass)) {}

  KOKKOS_INLINE_FUNCTION double stiffness(GlobalOrdinal a, GlobalOrdinal b) const {
    return stiffnesses(a * numNodes + b);
  }
  KOKKOS_INLINE_FUNCTION double mass(GlobalOrdinal a, GlobalOrdinal b) const { return masses(a * numNodes + b); }

 private:
  int numNodes;
  Kokkos::View<const double*, Device> stiffnesses, masses;
};

/// \brief Rows of -div(c grad u) in Lagrange elements, one coefficient an element.
///
/// With S and M of one direction, an element couples two of its nodes by c scale (S M M + M S M + M M S). An entry is
/// the sum over the elements that the nodes share, in the same order from either of them, so the matrix is symmetric
/// bit by bit. Rows and columns of boundary nodes stay: zeros, and 1 on the diagonal.
struct LagrangeRows {
  LagrangeMesh mesh;
  LagrangeTables tables;
  double scale;               ///< edge of an element to the power dimension - 2
  bool holdsBoundary = true;  ///< else its rows are equations as the others are

  KOKKOS_INLINE_FUNCTION int length(GlobalOrdinal row) const {
    const ElementBox box = mesh.around(mesh.node(row));
    const bool isInnerCorner = box.last.i >= mesh.cut && box.last.j >= mesh.cut;
    const GlobalOrdinal inLayer = numNodes(box.first.i, box.last.i) * numNodes(box.first.j, box.last.j) -
                                  (isInnerCorner ? mesh.order * mesh.order : 0);
    return static_cast<int>(inLayer * (mesh.isFlat() ? 1 : numNodes(box.first.k, box.last.k)));
  }

  KOKKOS_INLINE_FUNCTION void fill(GlobalOrdinal row, GlobalOrdinal* colInd, double* values) const {
    const GridNode node = mesh.node(row);
    const ElementBox box = mesh.around(node);
    const bool isHeld = holdsBoundary && mesh.isBoundary(node);
    const GlobalOrdinal p = mesh.order, highest = mesh.isFlat() ? 0 : (box.last.k + 1) * p;
    int position = 0;
    GridNode other;
    for (other.k = box.first.k * p; other.k <= highest; ++other.k) {
      for (other.j = box.first.j * p; other.j <= (box.last.j + 1) * p; ++other.j) {
        for (other.i = box.first.i * p; other.i <= (box.last.i + 1) * p; ++other.i) {
          if (!mesh.contains(other)) continue;
          const GlobalOrdinal col = mesh.index(other);
          colInd[position] = col;
          if (isHeld || (holdsBoundary && mesh.isBoundary(other))) values[position++] = row == col ? 1.0 : 0.0;
          else values[position++] = coupling(node, box, other);
        }
      }
    }
  }

 private:
  KOKKOS_INLINE_FUNCTION GlobalOrdinal numNodes(GlobalOrdinal first, GlobalOrdinal last) const {
    return mesh.order * (last - first + 1) + 1;
  }

  KOKKOS_INLINE_FUNCTION double coupling(const GridNode& node, const ElementBox& box, const GridNode& other) const {
    const ElementBox others = mesh.around(other);
    const GlobalOrdinal p = mesh.order;
    double sum = 0.0;
    for (GlobalOrdinal z = larger(box.first.k, others.first.k); z <= smaller(box.last.k, others.last.k); ++z) {
      for (GlobalOrdinal y = larger(box.first.j, others.first.j); y <= smaller(box.last.j, others.last.j); ++y) {
        for (GlobalOrdinal x = larger(box.first.i, others.first.i); x <= smaller(box.last.i, others.last.i); ++x) {
          const double sx = tables.stiffness(node.i - p * x, other.i - p * x);
          const double sy = tables.stiffness(node.j - p * y, other.j - p * y);
          const double mx = tables.mass(node.i - p * x, other.i - p * x);
          const double my = tables.mass(node.j - p * y, other.j - p * y);
          double energy = sx * my + mx * sy;
          if (!mesh.isFlat()) {
            energy *= tables.mass(node.k - p * z, other.k - p * z);
            energy += mx * my * tables.stiffness(node.k - p * z, other.k - p * z);
          }
          sum += mesh.coefficient(x, y) * energy;
        }
      }
    }
    return scale * sum;
  }

  KOKKOS_INLINE_FUNCTION static GlobalOrdinal larger(GlobalOrdinal a, GlobalOrdinal b) { return a > b ? a : b; }
  KOKKOS_INLINE_FUNCTION static GlobalOrdinal smaller(GlobalOrdinal a, GlobalOrdinal b) { return a < b ? a : b; }
};

}  // namespace Chronos::GridAssembly

#endif
