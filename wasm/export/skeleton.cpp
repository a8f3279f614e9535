#include "skeleton.h"

#include <algorithm>
#include <cmath>

#include "abc/deform.h"

namespace exporting {
namespace {

/// Whether a bind matrix is another than that of the rest pose: directions absolutely, and positions relative to their
/// distance, as 32 bits round them.
bool differs(const abc::Affine& a, const abc::Affine& b) {
    const double reach = core::hypot(abc::WideVec3{a[3], a[7], a[11]});
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double near = i % 4 == 3 ? 1e-3 * (1 + reach) : 1e-3;
        if (!(std::abs(a[i] - b[i]) <= near)) return true;
    }
    return false;
}

}  // namespace

bool settle(abc::Local& local) {
    auto& [translation, rotation] = local;
    if (!abc::isFinite(translation) || !abc::isFinite(rotation)) {
        local = {};
        return false;
    }
    const abc::WideQuat wide{rotation.x, rotation.y, rotation.z, rotation.w};
    const double length = core::hypot(wide);
    const auto shortened = [length](double value) { return abc::single(value / length); };
    rotation = length == 0 ? abc::Quat{}
                           : abc::Quat{shortened(wide[0]), shortened(wide[1]), shortened(wide[2]), shortened(wide[3])};
    return true;
}

bool fits(const abc::Model& model, const abc::V6Interpretation& interpretation) {
    const auto& rest = interpretation.restAnimation;
    return !rest || (*rest < model.animations.size() && model.animations[*rest].complete);
}

Skeleton skeletonOf(const abc::Model& model, const abc::V6Interpretation& interpretation) {
    Skeleton out;
    if (fits(model, interpretation)) out.interpretation = interpretation;
    const bool isV6 = model.family == abc::Family::V6;
    const abc::Layer still;
    const abc::Pose pose = abc::pose(model, std::span(&still, 1), {{}, out.interpretation});
    out.rest = abc::freeze(model, pose).locals;
    std::vector<abc::Affine> rests;
    for (std::uint32_t node = 0; node < model.nodes.size(); ++node) {
        if (!settle(out.rest[node])) out.lost.push_back(node);
        const auto& [t, r] = out.rest[node];
        const abc::Affine local = abc::affineOf({t.x, t.y, t.z}, {r.x, r.y, r.z, r.w});
        const std::uint32_t parent = model.nodes[node].parent;
        rests.push_back(parent < node ? abc::product(rests[parent], local) : local);
        abc::Affine stored{};
        std::copy_n(pose.nodes[node].m.begin(), stored.size(), stored.begin());
        const std::optional<abc::Affine> inverse = isV6 ? std::nullopt : abc::inverse(stored);
        if (!isV6 && differs(stored, rests.back())) ++out.sheared;
        out.binds.push_back(inverse ? stored : rests.back());
        out.inverseBinds.push_back(inverse ? *inverse : abc::inverse(rests.back()).value_or(abc::kIdentity));
    }
    return out;
}

}  // namespace exporting
