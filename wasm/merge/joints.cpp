#include "joints.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "export/skeleton.h"

namespace merging {
namespace {

/// Parts of a turn or scale that rounding takes.
constexpr double kNear = 1e-4;

/// The places of a matrix.
constexpr std::size_t kPlaces[] = {3, 7, 11};

WideVec3 placeIn(const Affine& m) {
    return {m[3], m[7], m[11]};
}

/// In the axes of a file.
Affine affineIn(double x, double z, const ColumnMatrix& matrix) {
    const std::array<double, 4> d{x, 1, z, 1};
    Affine out{};
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 4; ++column)
            out[4 * row + column] = d[row] * d[column] * matrix[4 * column + row];
    }
    return out;
}

ColumnMatrix product(const ColumnMatrix& a, const ColumnMatrix& b) {
    ColumnMatrix out{};
    for (std::size_t column = 0; column < 4; ++column) {
        const double* by = &b[4 * column];
        for (std::size_t row = 0; row < 4; ++row)
            out[4 * column + row] = by[0] * a[row] + by[1] * a[4 + row] + by[2] * a[8 + row] + by[3] * a[12 + row];
    }
    return out;
}

ColumnMatrix worldIn(const Scene& scene, std::uint32_t node) {
    std::vector<std::uint32_t> chain{node};
    while (scene.parents[chain.back()] >= 0) chain.push_back(static_cast<std::uint32_t>(scene.parents[chain.back()]));
    ColumnMatrix out = scene.matrices[chain.back()];
    chain.pop_back();
    for (; !chain.empty(); chain.pop_back()) out = product(out, scene.matrices[chain.back()]);
    return out;
}

/// A quaternion whose numbers are all 0, ½, √½ or 1 but for rounding turns axes to axes: it is made so exactly.
WideQuat snapped(const WideQuat& q) {
    WideQuat out{};
    for (std::size_t i = 0; i < q.size(); ++i) {
        constexpr std::array<double, 4> kTurns{0, 0.5, std::numbers::sqrt2 / 2, 1};
        const double size = std::abs(q[i]);
        const double* const step =
            std::find_if(kTurns.begin(), kTurns.end(), [size](double each) { return std::abs(size - each) < kNear; });
        if (step == kTurns.end()) return q;
        out[i] = std::copysign(*step, q[i]);
    }
    return abc::unit(out);
}

}  // namespace

Joints::Joints(const abc::Model& model, Scene scene)
    : scene_(std::move(scene)), nodeOf_(scene_.count(), kNoJoint), areNodes_(findNodes(model)) {
    rig_.x = -1;
    rig_.z = scene_.mirrors ? 1 : -1;
    rig_.swaps = scene_.swaps;
    if (!areNodes_) return;
    exporting::Skeleton skeleton = exporting::skeletonOf(model, scene_.interpretation);
    rig_.interpretation = skeleton.interpretation;
    for (const auto& [t, r] : skeleton.rest) rig_.rest.push_back({{t.x, t.y, t.z}, {r.x, r.y, r.z, r.w}});
    rig_.binds = std::move(skeleton.binds);
    rig_.inverseBinds = std::move(skeleton.inverseBinds);
    findTurns();
    for (const std::uint32_t joint : list_) rig_.isRenamed.push_back(scene_.isRenamed[joint] != 0);
}

bool Joints::findNodes(const abc::Model& model) {
    list_.assign(model.nodes.size(), abc::kNone);
    for (const std::uint32_t node : scene_.below) {
        const double index = scene_.indices[node];
        if (std::isnan(index) || nodeOf_[node] != kNoJoint) continue;
        // Extras may say any number.
        nodeOf_[node] = kAddedJoint;
        if (index < 0 || index != std::floor(index)) continue;
        // A bone that was duplicated has the properties of the first.
        if (!(index < static_cast<double>(list_.size()))) return false;
        const auto of = static_cast<std::uint32_t>(index);
        if (list_[of] != abc::kNone) return false;
        list_[of] = node;
        nodeOf_[node] = static_cast<std::int32_t>(of);
    }
    if (std::find(list_.begin(), list_.end(), abc::kNone) != list_.end()) return false;
    for (const SceneSkin& skin : scene_.skins) {
        for (const std::uint32_t joint : skin.joints) {
            if (nodeOf_[joint] != kNoJoint) continue;
            if (scene_.isNeutral[joint] == 0) return false;
            nodeOf_[joint] = kAddedJoint;
        }
    }
    for (std::size_t node = 0; node < list_.size(); ++node) {
        const std::int32_t above = nodeAbove(scene_.parents[list_[node]]);
        if (static_cast<std::uint32_t>(above) != model.nodes[node].parent) return false;
    }
    return true;
}

std::int32_t Joints::nodeAbove(std::int32_t node) const {
    while (node >= 0 && nodeOf_[static_cast<std::size_t>(node)] < 0)
        node = scene_.parents[static_cast<std::size_t>(node)];
    return node >= 0 ? nodeOf_[static_cast<std::size_t>(node)] : -1;
}

/// Blender has the place and the turn of an armature in vertices and bind poses, and not in animations: with them in
/// the bind pose, or without, as the joints are nearer to the nodes of the file.
void Joints::findTurns() {
    struct Way {
        std::vector<Affine> seen;
        double unit = 1;
        double off = 0;
    };
    const auto wayWith = [&](const std::optional<Affine>& undo) {
        Way out{seenBinds(undo)};
        out.unit = unitOf(out.seen);
        for (std::size_t node = 0; node < rig_.nodes(); ++node) {
            WideVec3 off{};
            for (std::size_t i = 0; i < off.size(); ++i)
                off[i] = out.unit * out.seen[node][kPlaces[i]] - rig_.binds[node][kPlaces[i]];
            out.off += core::hypot(off);
        }
        return out;
    };
    Way way = wayWith(std::nullopt);
    if (const auto undo = undoOfTop()) {
        Way undone = wayWith(undo);
        if (undone.off < way.off) {
            way = std::move(undone);
            rig_.undo = undo;
        }
    }
    rig_.unit = way.unit;
    for (std::size_t node = 0; node < rig_.nodes(); ++node) {
        const Affine& bind = rig_.binds[node];
        const Affine& inverse = rig_.inverseBinds[node];
        rig_.turns.push_back(snapped(abc::rotationOf(abc::product(inverse, way.seen[node]))));
        Affine now = bind;
        for (const std::size_t i : kPlaces) now[i] = way.unit * way.seen[node][i];
        const double near = nearPlace(core::hypot(placeIn(bind)));
        const bool isMoved = std::any_of(std::begin(kPlaces), std::end(kPlaces),
                                         [&](std::size_t i) { return std::abs(now[i] - bind[i]) > near; });
        rig_.isMoved.push_back(isMoved);
        rig_.bindsNow.push_back(isMoved ? now : bind);
        rig_.inverseNow.push_back(isMoved ? abc::inverse(now).value_or(inverse) : inverse);
    }
}

Affine Joints::affineOf(const ColumnMatrix& matrix) const {
    return affineIn(rig_.x, rig_.z, matrix);
}

Affine Joints::worldOf(std::uint32_t node) const {
    return affineOf(worldIn(scene_, node));
}

Affine Joints::belowTop(std::uint32_t node) const {
    Affine out = localOf(node);
    for (std::int32_t over = scene_.parents[node]; over >= 0 && static_cast<std::uint32_t>(over) != scene_.top();
         over = scene_.parents[static_cast<std::size_t>(over)])
        out = abc::product(localOf(static_cast<std::uint32_t>(over)), out);
    return out;
}

Affine Joints::inModel(std::uint32_t node) const {
    for (std::int32_t over = scene_.parents[node]; over >= 0; over = scene_.parents[static_cast<std::size_t>(over)]) {
        if (static_cast<std::uint32_t>(over) == scene_.top()) return belowTop(node);
    }
    const std::optional<Affine> top = abc::inverse(worldOf(scene_.top()));
    const Affine world = worldOf(node);
    return top ? abc::product(*top, world) : world;
}

/// Nothing where the top has no place and no turn. A scale is of the lengths.
std::optional<Affine> Joints::undoOfTop() const {
    const Affine world = worldOf(scene_.top());
    WideQuat turn = abc::rotationOf(world);
    WideVec3 place = placeIn(world);
    if (place == WideVec3{} && std::abs(turn[3]) > 1 - 1e-12) return std::nullopt;
    for (double& value : place) value = abc::single(value);
    for (double& value : turn) value = abc::single(value);
    return abc::inverse(abc::affineOf(place, turn));
}

/// By node of the file: where its joint stands in the bind pose, in the axes of the file and the lengths of the glTF.
std::vector<Affine> Joints::seenBinds(const std::optional<Affine>& undo) const {
    std::vector<std::optional<Affine>> bound(scene_.count());
    for (const auto& [joints, inverse] : scene_.skins) {
        for (std::size_t i = 0; i < std::min(joints.size(), inverse.size()); ++i) {
            std::optional<Affine>& known = bound[joints[i]];
            if (known) continue;
            const std::optional<Affine> bind = abc::inverse(affineOf(inverse[i]));
            if (bind) known = undo ? abc::product(*undo, *bind) : *bind;
        }
    }
    std::vector<Affine> out;
    for (const std::uint32_t joint : list_) out.push_back(bound[joint] ? *bound[joint] : belowTop(joint));
    return out;
}

/// Somebody may have made metres of all numbers, which the export left to the scale at the top.
double Joints::unitOf(std::span<const Affine> seen) const {
    const double scale = scene_.scale;
    if (scale == 1 || !(scale > 0)) return 1;
    const auto reach = [](std::span<const Affine> all) {
        double sum = 0;
        for (const Affine& matrix : all) sum += core::hypot(placeIn(matrix));
        return sum;
    };
    const double ratio = reach(seen) / reach(rig_.binds);
    if (!(ratio > 0 && std::isfinite(ratio))) return 1;
    return std::abs(std::log(ratio)) <= std::abs(std::log(ratio / scale)) ? 1 : 1 / scale;
}

Whole Joints::whole() const {
    const ColumnMatrix world = worldIn(scene_, scene_.top());
    // Where somebody made metres of all numbers, there is no scale left.
    const double expected = scene_.scale * rig_.unit;
    Whole out;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double* column = &world[4 * axis];
        const double length = core::hypot(WideVec3{column[0], column[1], column[2]}) / expected;
        if (std::abs(world[12 + axis]) > 10 * nearPlace(0) * expected) out.isMoved = true;
        if (std::abs(length - 1) > kNear) out.isScaled = true;
        if (std::abs(column[axis] / expected - length) > kNear * length) out.isTurned = true;
    }
    return out;
}

bool Joints::movesWhole(const NodeCurve& curve) const {
    if (curve.node != scene_.top()) return false;
    const std::vector<float>& values = curve.curve.values;
    for (std::size_t i = curve.size(); i < values.size(); ++i) {
        if (std::abs(double{values[i]} - values[i % curve.size()]) > kNear) return true;
    }
    return false;
}

Stand Joints::standOf(std::uint32_t node) const {
    Affine matrix = affineIn(1, 1, scene_.matrices[node]);
    std::int32_t over = scene_.parents[node];
    for (; over >= 0 && nodeOf_[static_cast<std::size_t>(over)] == kNoJoint;
         over = scene_.parents[static_cast<std::size_t>(over)])
        matrix = abc::product(affineIn(1, 1, scene_.matrices[static_cast<std::size_t>(over)]), matrix);
    const std::int32_t holder = over >= 0 ? nodeOf_[static_cast<std::size_t>(over)] : kAddedJoint;
    if (holder < 0) return {};
    return {holder, rig_.standOn(static_cast<std::uint32_t>(holder), placeIn(matrix), abc::rotationOf(matrix))};
}

Mesh Joints::meshOf(Primitive primitive) const {
    const auto& [node, mesh, joints, weights] = primitive;
    Mesh out = std::move(primitive.mesh);
    const std::size_t sets = std::min(joints.size(), weights.size());
    const std::size_t count = out.positions.size() / 3;
    const std::int32_t skin = scene_.skinOf[node];
    out.nodes.assign(4 * sets * count, -1);
    out.shares.resize(4 * sets * count);
    for (std::size_t set = 0; set < sets; ++set) {
        for (std::size_t i = 0; i < std::min(4 * count, weights[set].size()); ++i) {
            const std::size_t at = 4 * (sets * (i / 4) + set) + i % 4;
            out.shares[at] = weights[set][i];
            if (skin < 0 || i >= joints[set].size()) continue;
            const std::vector<std::uint32_t>& list = scene_.skins[static_cast<std::size_t>(skin)].joints;
            if (joints[set][i] < list.size()) out.nodes[at] = std::max(nodeOf_[list[joints[set][i]]], -1);
        }
    }
    // A mesh that hangs on a joint moves with it. What is on no skin stands where its nodes say.
    out.carrier = nodeAbove(scene_.parents[node]);
    out.matrix = skin >= 0 ? rig_.undo : inModel(node);
    return out;
}

std::vector<Channel> Joints::channelsOf(std::vector<NodeCurve> curves) const {
    std::vector<Channel> out;
    for (NodeCurve& each : curves) {
        const std::int32_t node = nodeOf_[each.node];
        const std::size_t parts = each.curve.interpolation == Interpolation::Spline ? 3 : 1;
        const std::size_t times = each.curve.times.size();
        const bool isWhole = times > 0 && each.curve.values.size() >= parts * each.size() * times;
        if (node < 0 || each.path == NodeCurve::Path::Scale || !isWhole) continue;
        out.push_back(
            {static_cast<std::uint32_t>(node), each.path == NodeCurve::Path::Rotation, std::move(each.curve)});
    }
    return out;
}

std::optional<Carried> Joints::carried(const Primitive& primitive) const {
    const auto& [node, mesh, joints, weights] = primitive;
    Carried out;
    const auto add = [&](std::int32_t by, float share, const WideVec3& place) {
        if (by < 0 || !(share > 0)) return;
        out.node.push_back(static_cast<std::uint32_t>(by));
        out.share.push_back(share);
        const Affine& m = rig_.inverseNow[static_cast<std::size_t>(by)];
        for (std::size_t row = 0; row < m.size(); row += 4)
            out.local.push_back(
                abc::single(m[row + 3] + m[row] * place[0] + m[row + 1] * place[1] + m[row + 2] * place[2]));
    };
    const std::int32_t skin = scene_.skinOf[node];
    const bool isSkinned = skin >= 0;
    const std::int32_t carrier = nodeAbove(static_cast<std::int32_t>(node));
    const Affine over = isSkinned ? abc::kIdentity : belowTop(node);
    for (std::size_t v = 0; v < mesh.positions.size() / 3; ++v) {
        const WideVec3 at{mesh.positions[3 * v], mesh.positions[3 * v + 1], mesh.positions[3 * v + 2]};
        if (!isSkinned) {
            const WideVec3 turned{rig_.x * at[0], at[1], rig_.z * at[2]};
            WideVec3 place{};
            for (std::size_t row = 0; row < place.size(); ++row) {
                const double* m = &over[4 * row];
                place[row] = rig_.unit * (m[3] + m[0] * turned[0] + m[1] * turned[1] + m[2] * turned[2]);
            }
            add(carrier, 1, place);
        } else if (!joints.empty() && !weights.empty()) {
            const std::vector<std::uint32_t>& list = scene_.skins[static_cast<std::size_t>(skin)].joints;
            for (std::size_t i = 4 * v; i < std::min({4 * v + 4, joints[0].size(), weights[0].size()}); ++i) {
                const std::uint32_t joint = joints[0][i];
                const auto found = joint < list.size() ? static_cast<std::int32_t>(list[joint]) : -1;
                add(nodeAbove(found), weights[0][i], rig_.placeOf(at));
            }
        }
        // A vertex of no node would be at the origin.
        if (out.node.size() == out.start.back()) return std::nullopt;
        out.start.push_back(static_cast<std::uint32_t>(out.node.size()));
    }
    return out;
}

}  // namespace merging
