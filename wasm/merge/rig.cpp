#include "rig.h"

#include "abc/model.h"

namespace merging {

Local Rig::standOn(std::uint32_t holder, const WideVec3& translation, const WideQuat& rotation) const {
    // Numbers of a glTF are floats. No −0 comes of a sign.
    const auto flipped = [](double sign, double value) { return sign * double{abc::single(value)} + 0.0; };
    const auto turned = [](bool isTurned, double value) {
        const double number = abc::single(value);
        return isTurned ? 0 - number : number;
    };
    const bool mirrors = x * z < 0;
    WideVec3 place{unit * flipped(x, translation[0]), unit * double{abc::single(translation[1])},
                   unit * flipped(z, translation[2])};
    WideQuat quat{turned(!mirrors, rotation[0]), turned(mirrors, rotation[1]), turned(true, rotation[2]),
                  turned(false, rotation[3])};
    if (holder == abc::kNone) return {place, quat};
    return {abc::rotated(turns[holder], place), abc::product(turns[holder], quat)};
}

Local Rig::localOf(std::uint32_t node, std::uint32_t parent, const WideVec3& translation,
                   const WideQuat& rotation) const {
    Local out = standOn(parent, translation, rotation);
    out.rotation = abc::product(out.rotation, abc::conjugate(turns[node]));
    return out;
}

WideVec3 Rig::restPlace(std::uint32_t node, std::uint32_t parent) const {
    WideVec3 place = rest[node].translation;
    const bool isBelow = parent != abc::kNone;
    if (!isMoved[node] && !(isBelow && isMoved[parent])) return place;
    const auto placeIn = [&](const std::vector<Affine>& inverse, const Affine& bind) {
        const WideVec3 at{bind[3], bind[7], bind[11]};
        if (!isBelow) return at;
        // As a column of the product of both.
        WideVec3 out{};
        for (std::size_t row = 0; row < 3; ++row) {
            const double* m = &inverse[parent][4 * row];
            out[row] = m[3] + m[0] * at[0] + m[1] * at[1] + m[2] * at[2];
        }
        return out;
    };
    const WideVec3 before = placeIn(inverseBinds, binds[node]);
    const WideVec3 now = placeIn(inverseNow, bindsNow[node]);
    for (std::size_t i = 0; i < 3; ++i) place[i] = place[i] + now[i] - before[i];
    return place;
}

}  // namespace merging
