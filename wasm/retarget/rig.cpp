#include "rig.h"

#include <algorithm>
#include <cmath>

namespace retargeting {
namespace {

using abc::Model;

Placed placedOf(const abc::Local& local, bool isMirrored) {
    Placed out;
    if (abc::isFinite(local.translation)) out.place = {local.translation.x, local.translation.y, local.translation.z};
    if (abc::isFinite(local.rotation))
        out.turn = abc::unit({local.rotation.x, local.rotation.y, local.rotation.z, local.rotation.w});
    if (isMirrored) {
        out.place[2] = -out.place[2];
        out.turn = {-out.turn[0], -out.turn[1], out.turn[2], out.turn[3]};
    }
    return out;
}

/// A bind matrix may have a scale, which is none of the rotation.
abc::Local localOf(const abc::Mat4& matrix) {
    abc::Affine affine{};
    std::copy_n(matrix.m.begin(), affine.size(), affine.begin());
    const WideQuat turn = abc::rotationOf(affine);
    return {matrix.translation(),
            {abc::single(turn[0]), abc::single(turn[1]), abc::single(turn[2]), abc::single(turn[3])}};
}

void compose(const Model& model, Stance& stance) {
    stance.globals.resize(stance.locals.size());
    for (std::uint32_t i = 0; i < stance.locals.size(); ++i) {
        const std::uint32_t parent = parentOf(model, i);
        stance.globals[i] =
            parent == core::kNone ? stance.locals[i] : product(stance.globals[parent], stance.locals[i]);
    }
}

}  // namespace

std::uint32_t parentOf(const Model& model, std::uint32_t node) {
    const std::uint32_t parent = model.nodes[node].parent;
    return parent < node ? parent : core::kNone;
}

Stance restOf(const Model& model, bool isMirrored) {
    Stance out;
    const abc::Pose pose = abc::pose(model, {});
    for (const abc::Local& local : pose.locals) out.locals.push_back(placedOf(local, isMirrored));
    if (model.family == abc::Family::V6) {
        compose(model, out);
        return out;
    }
    for (const abc::Node& node : model.nodes) out.globals.push_back(placedOf(localOf(node.bind), isMirrored));
    // Games compose locals without the scale that a bind matrix may have.
    for (std::uint32_t i = 0; i < out.locals.size(); ++i) {
        const std::uint32_t parent = parentOf(model, i);
        out.locals[i].turn = parent == core::kNone
                                 ? out.globals[i].turn
                                 : abc::product(abc::conjugate(out.globals[parent].turn), out.globals[i].turn);
    }
    return out;
}

const Stance& Keys::at(std::uint32_t key) {
    abc::Layer layer;
    layer.source = &model_;
    layer.animation = animation_;
    layer.keys = abc::KeySpan{key, key, 0};
    abc::pose(model_, {&layer, 1}, {}, pose_);
    stance_.locals.clear();
    for (const abc::Local& local : pose_.locals) stance_.locals.push_back(placedOf(local, isMirrored_));
    compose(model_, stance_);
    return stance_;
}

}  // namespace retargeting
