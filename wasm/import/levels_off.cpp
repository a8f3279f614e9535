#include "levels_off.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "bounds.h"
#include "heap.h"
#include "numbers.h"
#include "surface.h"

namespace importing {
namespace {

/// Of what is found: a triangle that cannot be farther by more is not looked into.
constexpr double kNear = 1.1;
/// Of the size of the mesh: less is not looked for.
constexpr double kLeast = 1e-4;
/// Parts of triangles that are looked into, a level: those that may be the farthest come first.
constexpr int kMostParts = 4000;

/// A point of one surface, and how far the other one is.
struct Corner {
    Point at{};
    double square = 0;
    /// The triangle of the other surface that is nearest.
    std::uint32_t face = 0;
};

using Part = std::array<Corner, 3>;

double distance(const Corner& a, const Corner& b) {
    return lengthOf(a.at[0] - b.at[0], a.at[1] - b.at[1], a.at[2] - b.at[2]);
}

/// The greatest distance of a point of a surface from another one.
class Search {
public:
    /// @param atLeast less is of no interest
    Search(const Surface& surface, const Surface& other, double atLeast, std::size_t vertices)
        : surface_(surface), other_(other), known_(vertices), greatest_(atLeast * atLeast) {}

    /// 0 when there is no more than that.
    [[nodiscard]] double run() {
        for (std::uint32_t face = 0; face < surface_.count(); ++face) {
            // One after the other: each is where the next is looked for first.
            const Corner a = vertexAt(face, 0);
            const Corner b = vertexAt(face, 1);
            const Corner c = vertexAt(face, 2);
            put({a, b, c});
        }
        for (int i = 0; i < kMostParts; ++i) {
            const std::optional<Candidate> next = waiting_.pop();
            if (!next || -next->cost <= kNear * kNear * greatest_) break;
            divide(Part(parts_[next->a]));
        }
        return std::sqrt(found_);
    }

private:
    [[nodiscard]] Corner cornerAt(const Point& at) {
        const auto [square, face] = other_.nearest(at, hint_);
        hint_ = face;
        return {at, square, face};
    }

    [[nodiscard]] const Corner& vertexAt(std::uint32_t face, std::size_t corner) {
        std::optional<Corner>& known = known_[surface_.vertex(face, corner)];
        if (!known) known = cornerAt(surface_.corner(face, corner));
        return *known;
    }

    void put(const Part& part) {
        for (const Corner& corner : part) {
            if (corner.square <= greatest_) continue;
            greatest_ = corner.square;
            found_ = corner.square;
        }
        const double most = mostOf(part);
        if (!(most > kNear * kNear * greatest_)) return;
        waiting_.push({static_cast<std::uint32_t>(parts_.size()), 0, -most});
        parts_.push_back(part);
    }

    /// What no point of a part is farther away than, squared. The distance from one triangle is convex: within a part
    /// it is never greater than in all three corners. And it grows no faster than one goes away from a corner.
    [[nodiscard]] double mostOf(const Part& part) const {
        const auto& [a, b, c] = part;
        const double longest = std::max({distance(a, b), distance(b, c), distance(c, a)});
        // No point of a triangle is farther from all corners than its longest side by the root of three.
        const double reach = std::sqrt(std::max({a.square, b.square, c.square})) + longest / std::sqrt(3.0);
        double most = reach * reach;
        for (const Corner& nearest : part) {
            double own = 0;
            for (const Corner& corner : part) {
                const bool isOwn = corner.face == nearest.face;
                own = std::max(own, isOwn ? corner.square : other_.squareTo(corner.at, nearest.face));
            }
            most = std::min(most, own);
        }
        return most;
    }

    /// Cuts a part across its longest side.
    void divide(const Part& part) {
        std::size_t i = 0;
        const auto lengthOfSide = [&](std::size_t side) { return distance(part[side], part[(side + 1) % 3]); };
        for (std::size_t side = 1; side < 3; ++side) {
            if (lengthOfSide(side) > lengthOfSide(i)) i = side;
        }
        const Corner& from = part[i];
        const Corner& to = part[(i + 1) % 3];
        const Corner& rest = part[(i + 2) % 3];
        Point at{};
        for (std::size_t axis = 0; axis < 3; ++axis) at[axis] = (from.at[axis] + to.at[axis]) / 2;
        const Corner middle = cornerAt(at);
        put({from, middle, rest});
        put({middle, to, rest});
    }

    const Surface& surface_;
    const Surface& other_;
    /// By vertex.
    std::vector<std::optional<Corner>> known_;
    std::uint32_t hint_ = 0;
    double greatest_;
    double found_ = 0;
    Heap waiting_;
    std::vector<Part> parts_;
};

}  // namespace

double offBy(const DraftMesh& first, const DraftMesh& level) {
    if (first.corners.empty() || level.corners.empty()) return 0;
    const Surface before(first);
    const Surface after(level);
    Bounds bounds;
    bounds.add(first.positions);
    const double least = kLeast * bounds.diagonal();
    const double there = Search(before, after, least, vertexCount(first)).run();
    return std::max(there, Search(after, before, std::max(there, least), vertexCount(level)).run());
}

}  // namespace importing
