#include "faces.h"

#include <algorithm>
#include <map>

namespace merging {
namespace {

using Three = std::array<std::uint32_t, 3>;

/// The same for all turns of a triangle, and which of its corners comes first in it.
struct TurnedFace {
    Three corners{};
    std::uint32_t first = 0;
};

TurnedFace keyOf(const Three& corners) {
    TurnedFace out{corners, 0};
    for (std::uint32_t first = 1; first < 3; ++first) {
        const Three turned{corners[first], corners[(first + 1) % 3], corners[(first + 2) % 3]};
        if (turned < out.corners) out = {turned, first};
    }
    return out;
}

Three threeAt(std::span<const std::uint32_t> corners, std::size_t at) {
    return {corners[at], corners[at + 1], corners[at + 2]};
}

class Matcher {
public:
    explicit Matcher(std::span<const std::uint32_t> corners) : corners_(corners) {
        out_.faces.resize(corners.size() / 3);
        // From the last on: the first face of a key goes with the first triangle of it.
        for (std::size_t face = out_.faces.size(); face-- > 0;)
            waiting_[keyOf(threeAt(corners, 3 * face)).corners].push_back(static_cast<std::uint32_t>(face));
    }

    /// @param three its corners, turned over or not; −1 for what is no vertex of the file
    /// @returns whether a face is left that it is
    bool take(std::uint32_t triangle, const std::array<std::int32_t, 3>& three, bool isTurnedOver) {
        if (std::any_of(three.begin(), three.end(), [](std::int32_t vertex) { return vertex < 0; })) return false;
        Three vertices{};
        std::transform(three.begin(), three.end(), vertices.begin(),
                       [](auto v) { return static_cast<std::uint32_t>(v); });
        const TurnedFace key = keyOf(vertices);
        const auto found = waiting_.find(key.corners);
        if (found == waiting_.end() || found->second.empty()) return false;
        const std::uint32_t face = found->second.back();
        found->second.pop_back();
        const std::uint32_t first = keyOf(threeAt(corners_, 3 * std::size_t{face})).first;
        out_.faces[face] = FaceMatch{triangle, (first + 3 - key.first) % 3, isTurnedOver};
        return true;
    }

    [[nodiscard]] Matched& out() { return out_; }

private:
    std::span<const std::uint32_t> corners_;
    std::map<Three, std::vector<std::uint32_t>> waiting_;
    Matched out_;
};

}  // namespace

Matched matchFaces(std::span<const std::uint32_t> corners, std::span<const std::int32_t> triangles) {
    Matcher matcher(corners);
    std::vector<std::uint32_t> rest;
    for (std::uint32_t t = 0; 3 * std::size_t{t} < triangles.size(); ++t) {
        const auto three = triangles.subspan(3 * std::size_t{t}, 3);
        if (!matcher.take(t, {three[0], three[1], three[2]}, false)) rest.push_back(t);
    }
    for (const std::uint32_t t : rest) {
        const auto three = triangles.subspan(3 * std::size_t{t}, 3);
        if (!matcher.take(t, {three[0], three[2], three[1]}, true)) matcher.out().added.push_back(t);
    }
    return std::move(matcher.out());
}

std::vector<bool> droppedFaces(std::span<const std::uint32_t> corners) {
    std::vector<bool> out;
    std::set<Three> seen;
    for (std::size_t at = 0; at + 2 < corners.size(); at += 3) {
        Three three = threeAt(corners, at);
        std::sort(three.begin(), three.end());
        const bool isTwice = three[0] == three[1] || three[1] == three[2];
        out.push_back(!seen.insert(three).second || isTwice);
    }
    return out;
}

}  // namespace merging
