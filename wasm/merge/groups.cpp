#include "groups.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <set>

namespace merging {
namespace {

/// Vertices nearer than this are one, units.
constexpr double kSame = 2e-4;
/// The same of the axes of normals.
constexpr double kSameNormal = 0.01;

double squareApart(const WideVec3& a, const WideVec3& b) {
    double square = 0;
    for (std::size_t i = 0; i < 3; ++i) square += (a[i] - b[i]) * (a[i] - b[i]);
    return square;
}

/// Without marks: the triangles of the file in their order, when they can be.
std::vector<std::int32_t> byOrder(const Soup& soup, std::span<const std::uint32_t> corners) {
    std::vector<std::int32_t> marks(soup.vertices(), -1);
    if (soup.corners().size() != corners.size()) return marks;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        std::int32_t& mark = marks[soup.corners()[i]];
        const auto vertex = static_cast<std::int32_t>(corners[i]);
        if (mark >= 0 && mark != vertex) {
            marks.assign(marks.size(), -1);
            return marks;
        }
        mark = vertex;
    }
    return marks;
}

/// Equal numbers have equal bits: both zeros, and whatever is no number.
std::uint64_t bitsOf(double value) {
    std::uint64_t bits = ~std::uint64_t{0};
    const double number = value + 0.0;
    if (!std::isnan(value)) std::memcpy(&bits, &number, sizeof bits);
    return bits;
}

using VertexKey = std::vector<std::uint64_t>;

/// The same for vertices that one vertex of the file can be.
VertexKey keyOf(const Soup& soup, std::uint32_t vertex) {
    VertexKey out;
    for (const double value : soup.position(vertex)) out.push_back(bitsOf(rounded(value / kSame)));
    if (soup.hasNormals()) {
        for (const double value : soup.normal(vertex)) out.push_back(bitsOf(rounded(value / kSameNormal)));
    }
    std::vector<std::pair<std::uint32_t, std::uint64_t>> shares;
    for (const auto& [node, share] : soup.influences(vertex)) shares.emplace_back(node, bitsOf(tenThousandths(share)));
    std::sort(shares.begin(), shares.end());
    for (const auto& [node, share] : shares) out.insert(out.end(), {node, share});
    return out;
}

/// By mark of a vertex of the file: the vertices of the glTF that have it, in the order of the triangles.
std::vector<Groups::Member> withMarks(const Soup& soup, std::span<const std::uint32_t> used,
                                      std::span<const std::uint32_t> corners) {
    const std::vector<std::int32_t> ordered = soup.isMarked() ? std::vector<std::int32_t>{} : byOrder(soup, corners);
    const std::set<std::uint32_t> known(corners.begin(), corners.end());
    std::vector<Groups::Member> out;
    std::map<std::uint32_t, std::size_t> places;
    for (const std::uint32_t index : used) {
        const std::int32_t mark = soup.isMarked() ? soup.mark(index) : ordered[index];
        if (mark < 0 || !known.contains(static_cast<std::uint32_t>(mark))) continue;
        const auto [place, isNew] = places.emplace(static_cast<std::uint32_t>(mark), out.size());
        if (isNew) out.push_back({place->first, {}});
        out[place->second].of.push_back(index);
    }
    return out;
}

}  // namespace

double tenThousandths(double share) {
    constexpr double factor = 10'000;
    const double product = share * factor;
    if (!std::isfinite(product)) return product;
    const double below = std::floor(product);
    // What the product lost by rounding decides where it seems to be in the middle.
    const double lost = std::fma(share, factor, -product);
    return (product - below - 0.5) + lost >= 0 ? below + 1 : below;
}

Groups groupsOf(const Soup& soup, std::span<const std::uint32_t> corners,
                core::FunctionRef<std::optional<WideVec3>(std::uint32_t vertex)> before) {
    Groups out;
    out.vertexOf.assign(soup.vertices(), -1);
    out.fresh.assign(soup.vertices(), -1);
    const std::vector<std::uint32_t> used = soup.used();
    for (auto& [vertex, list] : withMarks(soup, used, corners)) {
        const WideVec3 from = before(vertex).value_or(soup.position(list.front()));
        std::uint32_t nearest = list.front();
        for (const std::uint32_t index : list) {
            if (squareApart(soup.position(index), from) < squareApart(soup.position(nearest), from)) nearest = index;
        }
        const WideVec3 at = soup.position(nearest);
        Groups::Member& member = out.members.emplace_back(Groups::Member{vertex, {nearest}});
        for (const std::uint32_t index : list) {
            if (!(squareApart(soup.position(index), at) <= kSame * kSame)) continue;
            out.vertexOf[index] = static_cast<std::int32_t>(vertex);
            if (index != nearest) member.of.push_back(index);
        }
    }
    std::map<VertexKey, std::int32_t> keys;
    for (const std::uint32_t index : used) {
        if (out.vertexOf[index] >= 0) continue;
        out.fresh[index] = keys.emplace(keyOf(soup, index), static_cast<std::int32_t>(keys.size())).first->second;
    }
    return out;
}

Groups groupsOf(const Soup& soup) {
    return groupsOf(soup, {}, [](std::uint32_t) { return std::optional<WideVec3>{}; });
}

}  // namespace merging
