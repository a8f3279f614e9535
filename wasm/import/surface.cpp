#include "surface.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace importing {
namespace {

/// Triangles in a leaf of the tree.
constexpr std::uint32_t kLeaf = 4;

double squared(double x, double y, double z) {
    return x * x + y * y + z * z;
}

/// Which part of a side, 0 to 1; of one without length its beginning.
double partOf(double along, double length) {
    if (!(length > 0 && along > 0)) return 0;
    return along < length ? along / length : 1;
}

double outside(double value, double least, double most) {
    if (value < least) return least - value;
    return value > most ? value - most : 0;
}

}  // namespace

Surface::Surface(const DraftMesh& mesh)
    : count_(static_cast<std::uint32_t>(mesh.corners.size() / 3)),
      positions_(mesh.positions),
      corners_(mesh.corners),
      order_(count_),
      bounds_(count_) {
    std::iota(order_.begin(), order_.end(), 0U);
    for (std::uint32_t face = 0; face < count_; ++face) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto three = {positions_[3 * std::size_t{vertex(face, 0)} + axis],
                                positions_[3 * std::size_t{vertex(face, 1)} + axis],
                                positions_[3 * std::size_t{vertex(face, 2)} + axis]};
            bounds_[face][axis] = std::min(three);
            bounds_[face][3 + axis] = std::max(three);
        }
    }
    std::size_t boxes = 1;
    while (boxes * kLeaf < count_) boxes *= 2;
    boxes_.resize(2 * boxes - 1);
    divide(0, 0, count_);
}

/// By the region of the triangle's plane that the point is over (Ericson, Real-Time Collision Detection, 5.1.5).
double Surface::squareTo(const Point& point, std::uint32_t face) const {
    const Point a = corner(face, 0);
    const Point b = corner(face, 1);
    const Point c = corner(face, 2);
    const double ux = b[0] - a[0];
    const double uy = b[1] - a[1];
    const double uz = b[2] - a[2];
    const double vx = c[0] - a[0];
    const double vy = c[1] - a[1];
    const double vz = c[2] - a[2];
    const double wx = point[0] - a[0];
    const double wy = point[1] - a[1];
    const double wz = point[2] - a[2];
    const double uu = ux * ux + uy * uy + uz * uz;
    const double vv = vx * vx + vy * vy + vz * vz;
    const double uv = ux * vx + uy * vy + uz * vz;
    const double uw = ux * wx + uy * wy + uz * wz;
    const double vw = vx * wx + vy * wy + vz * wz;
    // Where it is nearest: a + s · u + t · v.
    const double within = uu * vv - uv * uv;
    const double ofU = uw * vv - vw * uv;
    const double ofV = vw * uu - uw * uv;
    if (within > 0 && ofU >= 0 && ofV >= 0 && ofU + ofV <= within) {
        const double s = ofU / within;
        const double t = ofV / within;
        return squared(wx - s * ux - t * vx, wy - s * uy - t * vy, wz - s * uz - t * vz);
    }
    // On one of the sides: from a along u, from a along v, from b to c.
    const double s = partOf(uw, uu);
    const double t = partOf(vw, vv);
    const double r = partOf(vw - uw - uv + uu, uu + vv - 2 * uv);
    return std::min({squared(wx - s * ux, wy - s * uy, wz - s * uz), squared(wx - t * vx, wy - t * vy, wz - t * vz),
                     squared(wx - ux - r * (vx - ux), wy - uy - r * (vy - uy), wz - uz - r * (vz - uz))});
}

Nearest Surface::nearest(const Point& point, std::uint32_t hint) const {
    Nearest found{squareTo(point, hint), hint};
    look(point, 0, 0, count_, found);
    return found;
}

void Surface::look(const Point& point, std::size_t box, std::uint32_t first, std::uint32_t end, Nearest& found) const {
    if (end - first <= kLeaf) {
        for (std::uint32_t i = first; i < end; ++i) {
            const std::uint32_t face = order_[i];
            if (toBox(point, bounds_[face]) >= found.square) continue;
            const double square = squareTo(point, face);
            if (square < found.square) found = {square, face};
        }
        return;
    }
    const std::uint32_t middle = first + (end - first) / 2;
    const std::size_t left = 2 * box + 1;
    const double toLeft = toBox(point, boxes_[left]);
    const double toRight = toBox(point, boxes_[left + 1]);
    if (toLeft <= toRight && toLeft < found.square) look(point, left, first, middle, found);
    if (toRight < found.square) look(point, left + 1, middle, end, found);
    if (toLeft > toRight && toLeft < found.square) look(point, left, first, middle, found);
}

/// Sorts triangles into two halves, and those again.
void Surface::divide(std::size_t box, std::uint32_t first, std::uint32_t end) {
    if (box >= boxes_.size()) return;
    Box& own = boxes_[box];
    for (std::size_t axis = 0; axis < 3; ++axis) {
        float least = std::numeric_limits<float>::infinity();
        float most = -least;
        for (std::uint32_t i = first; i < end; ++i) {
            least = std::min(least, bounds_[order_[i]][axis]);
            most = std::max(most, bounds_[order_[i]][3 + axis]);
        }
        own[axis] = least;
        own[3 + axis] = most;
    }
    if (end - first <= kLeaf) return;
    std::size_t axis = 0;
    const auto sizeOf = [&](std::size_t along) { return double{own[3 + along]} - own[along]; };
    for (std::size_t along = 1; along < 3; ++along) {
        if (sizeOf(along) > sizeOf(axis)) axis = along;
    }
    const auto middleOf = [&](std::uint32_t face) { return double{bounds_[face][axis]} + bounds_[face][3 + axis]; };
    const std::span<std::uint32_t> faces = std::span(order_).subspan(first, end - first);
    std::stable_sort(faces.begin(), faces.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return middleOf(a) < middleOf(b); });
    const std::uint32_t middle = first + (end - first) / 2;
    divide(2 * box + 1, first, middle);
    divide(2 * box + 2, middle, end);
}

/// Squared; 0 within.
double Surface::toBox(const Point& point, const Box& box) {
    return squared(outside(point[0], box[0], box[3]), outside(point[1], box[1], box[4]),
                   outside(point[2], box[2], box[5]));
}

}  // namespace importing
