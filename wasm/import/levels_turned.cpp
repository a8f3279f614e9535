#include "levels_turned.h"

#include <algorithm>
#include <map>
#include <set>

#include "abc/wide_math.h"
#include "numbers.h"

namespace importing {
namespace {

/// Three places, the least first.
using PlacedTriangle = std::array<std::uint32_t, 3>;

abc::WideVec3 vectorAt(const std::vector<float>& list, std::uint32_t vertex) {
    const float* at = list.data() + abc::kVectorNumbers * std::size_t{vertex};
    return {at[0], at[1], at[2]};
}

class Turned {
public:
    explicit Turned(const DraftMesh& mesh) : mesh_(mesh) {
        std::map<PlaceKey, std::uint32_t> known;
        for (std::uint32_t v = 0; v < vertexCount(mesh); ++v) {
            const float* at = mesh.positions.data() + abc::kVectorNumbers * std::size_t{v};
            const auto next = static_cast<std::uint32_t>(known.size());
            place_.push_back(known.try_emplace(placeKey(at[0], at[1], at[2]), next).first->second);
        }
        places_ = known.size();
        for (std::size_t first = 0; first < mesh.corners.size(); first += 3) own_.insert(placed(&mesh.corners[first]));
    }

    [[nodiscard]] std::vector<std::uint8_t> around(const std::vector<std::uint32_t>& left) const {
        std::vector<bool> isTurned(places_);
        bool isAny = false;
        for (std::size_t first = 0; first < left.size(); first += 3) {
            const std::uint32_t* corners = &left[first];
            if (!liesAgainst(corners) || own_.contains(placed(corners))) continue;
            isAny = true;
            for (std::size_t i = 0; i < 3; ++i) isTurned[place_[corners[i]]] = true;
        }
        if (!isAny) return {};
        std::vector<bool> isNear = isTurned;
        for (const PlacedTriangle& triangle : own_) {
            if (std::none_of(triangle.begin(), triangle.end(), [&](auto place) { return isTurned[place]; })) continue;
            for (const std::uint32_t place : triangle) isNear[place] = true;
        }
        std::vector<std::uint8_t> out;
        for (const std::uint32_t place : place_) out.push_back(isNear[place] ? 1 : 0);
        return out;
    }

private:
    [[nodiscard]] PlacedTriangle placed(const std::uint32_t* corners) const {
        PlacedTriangle out{place_[corners[0]], place_[corners[1]], place_[corners[2]]};
        std::rotate(out.begin(), std::min_element(out.begin(), out.end()), out.end());
        return out;
    }

    [[nodiscard]] bool liesAgainst(const std::uint32_t* corners) const {
        const abc::WideVec3 at = vectorAt(mesh_.positions, corners[0]);
        abc::WideVec3 a = vectorAt(mesh_.positions, corners[1]);
        abc::WideVec3 b = vectorAt(mesh_.positions, corners[2]);
        abc::WideVec3 normal{};
        for (std::size_t i = 0; i < 3; ++i) {
            a[i] -= at[i];
            b[i] -= at[i];
            for (std::size_t corner = 0; corner < 3; ++corner) normal[i] += vectorAt(mesh_.normals, corners[corner])[i];
        }
        double along = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            const std::size_t j = (i + 1) % 3;
            const std::size_t k = (i + 2) % 3;
            along += (a[j] * b[k] - a[k] * b[j]) * normal[i];
        }
        return along < 0;
    }

    const DraftMesh& mesh_;
    /// By vertex.
    std::vector<std::uint32_t> place_;
    std::size_t places_ = 0;
    std::set<PlacedTriangle> own_;
};

}  // namespace

std::vector<std::uint8_t> aroundTurned(const DraftMesh& mesh, const std::vector<std::uint32_t>& left) {
    return Turned(mesh).around(left);
}

}  // namespace importing
