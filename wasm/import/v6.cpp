#include "v6.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "bounds.h"
#include "core/words.h"
#include "numbers.h"
#include "poses.h"
#include "triangle_nodes.h"
#include "uvs.h"

namespace importing {
namespace {

/// Vertices are named in two bytes.
constexpr std::size_t kMostVertices = 65'535;

/// Of the size of the model: a vertex that is off by less is not deformed for it.
constexpr double kRigidTolerance = 2e-5;
/// Of the size: farther off between two keys, a key is added.
constexpr double kKeyTolerance = 5e-4;

/// Flags of nodes (abc.md §2).
constexpr std::uint32_t kNullNode = 1;
constexpr std::uint32_t kHasTriangles = 2;
constexpr std::uint32_t kDeforms = 4;

/// Shares of the work: until the plan, and until the level.
constexpr double kPlanned = 0.4;
constexpr double kAnimated = 0.9;

/// @param known of an export of a file of version 6 from here, which may have more: environment maps, scrolling; else 0
std::uint32_t flagsOf(std::uint32_t known, bool hasTriangles, bool deforms) {
    if (!hasTriangles) {
        // Deformed vertices were of triangles; without them some nodes of the games have 2, too.
        const std::uint32_t left = (known & kDeforms) != 0 ? known & ~(kDeforms | kHasTriangles) : known;
        return (left & kHasTriangles) != 0 ? left : left | kNullNode;
    }
    return (known & ~(kNullNode | kDeforms)) | kHasTriangles | (deforms ? kDeforms : 0);
}

}  // namespace

V6::V6(Draft draft, const V6Options& options) : draft_(std::move(draft)), options_(options) {
    for (const DraftNode& node : draft_.nodes) parents_.push_back(node.parent);
    model_.version = 6;
    model_.commandString = draft_.commandString;
    model_.internalRadius = draft_.internalRadius;
    // As the models of KISS Psycho Circus have it: left-handed, rotations as they are.
    model_.transformInfo = abc::TransformInfo{0, 0};
}

bool V6::step() {
    return (this->*part_)();
}

bool V6::refuse(std::string reason) {
    refusal_ = std::move(reason);
    return false;
}

std::size_t V6::countVertices() const {
    return std::accumulate(
        draft_.pieces.begin(), draft_.pieces.end(), std::size_t{0},
        [](std::size_t sum, const DraftPiece& piece) { return sum + vertexCount(piece.levels.front()); });
}

bool V6::prepare() {
    const std::size_t count = countVertices();
    if (count > kMostVertices) {
        return refuse("The model has " + core::grouped(count) + " vertices, but v6 can have at most " +
                      core::grouped(kMostVertices) + ": make it smaller, or choose another version.");
    }
    if (draft_.animations.empty())
        return refuse("A model of version 6 needs an animation: the first key of one is its rest pose.");
    Bounds bounds;
    for (const DraftPiece& piece : draft_.pieces) bounds.add(piece.levels.front().positions);
    facts_.size = bounds.diagonal();
    findStandIns();
    makeClips();
    part_ = &V6::label;
    return true;
}

/// One above it where vertices cannot name a node. A parent stands before its children.
void V6::findStandIns() {
    for (std::size_t n = 0; n < draft_.nodes.size(); ++n) {
        standIn_.push_back(n < kMostNodes6 ? static_cast<std::uint8_t>(n)
                                           : standIn_[static_cast<std::size_t>(parents_[n])]);
    }
    for (const DraftPiece& piece : draft_.pieces) {
        const DraftMesh& mesh = piece.levels.front();
        for (std::size_t v = 0; v < vertexCount(mesh); ++v) {
            if (mesh.node[mesh.start[v]] >= kMostNodes6) ++facts_.verticesMoved;
        }
    }
}

void V6::makeClips() {
    std::vector<double> restWeights;
    for (const DraftPiece& piece : draft_.pieces) {
        const std::vector<float>& weights = piece.levels.front().morphWeights;
        restWeights.insert(restWeights.end(), weights.begin(), weights.end());
    }
    const std::size_t numbers = kPose * draft_.nodes.size();
    for (DraftAnimation& animation : draft_.animations) {
        Clip& clip = clips_.emplace_back();
        clip.name = std::move(animation.name);
        clip.times = std::move(animation.times);
        clip.strings = std::move(animation.strings);
        clip.extents = animation.extents;
        for (std::size_t k = 0; k < clip.times.size(); ++k) {
            const auto pose = std::span(animation.poses).subspan(numbers * k, numbers);
            Shape& shape = clip.shapes.emplace_back(Shape{{pose.begin(), pose.end()}, restWeights});
            // Version 6 has no bindings: what they would add to the root is in its keys.
            for (std::size_t axis = 0; axis < 3; ++axis) shape.pose[axis] += animation.origin[axis];
            if (animation.morphWeights.empty()) continue;
            const auto weights = std::span(animation.morphWeights).subspan(restWeights.size() * k, restWeights.size());
            shape.weights.assign(weights.begin(), weights.end());
        }
        // Each is needed once.
        animation = {};
    }
    // What readers show when nothing plays.
    const auto rest = std::find_if(clips_.begin(), clips_.end(),
                                   [](const Clip& clip) { return abc::equalIgnoringCase(clip.name, abc::kRestName); });
    rest_ = (rest == clips_.end() ? clips_.front() : *rest).shapes.front();
}

/// A piece.
bool V6::label() {
    if (apart_.size() < draft_.pieces.size()) {
        const DraftMesh& mesh = draft_.pieces[apart_.size()].levels.front();
        auto [own, nodeOf] = onOneNode(mesh, standIn_);
        apart_.push_back(std::move(own));
        nodeOf_.insert(nodeOf_.end(), nodeOf.begin(), nodeOf.end());
        return true;
    }
    facts_.copiesNeeded = nodeOf_.size() - countVertices();
    if (nodeOf_.size() > kMostVertices) {
        attemptAsItIs();
    } else {
        attempt(apart_, std::move(nodeOf_), facts_.copiesNeeded);
    }
    apart_ = {};
    return true;
}

/// Without copies: each vertex on the strongest of its nodes.
void V6::attemptAsItIs() {
    std::vector<DraftMesh> meshes;
    std::vector<std::uint8_t> nodeOf;
    for (DraftPiece& piece : draft_.pieces) {
        meshes.push_back(std::move(piece.levels.front()));
        const std::vector<std::uint8_t> nodes = strongestNodes(meshes.back(), standIn_);
        nodeOf.insert(nodeOf.end(), nodes.begin(), nodes.end());
    }
    attempt(meshes, std::move(nodeOf), 0);
}

void V6::attempt(const std::vector<DraftMesh>& meshes, std::vector<std::uint8_t> nodeOf, std::size_t copies) {
    std::vector<Matrix> binds;
    for (const DraftNode& node : draft_.nodes) binds.push_back(node.bind);
    Skinned skinned{OneMesh(meshes, std::move(binds)), parents_, std::move(nodeOf)};
    attempt_ = std::make_unique<Attempt>(std::move(skinned), clips_, rest_, copies);
    part_ = &V6::measure;
}

/// A key.
bool V6::measure() {
    done_ = kPlanned * attempt_->planner.done();
    if (attempt_->planner.step()) return true;
    plan_ = attempt_->planner.plan(kRigidTolerance * facts_.size, options_.deformedBytes);
    if (attempt_->copies > 0 && plan_.left > 0) {
        // A copy that another node moves must deform, or a gap opens.
        attemptAsItIs();
        return true;
    }
    choosePlan();
    return true;
}

void V6::choosePlan() {
    facts_.copiesMade = attempt_->copies;
    facts_.deformed = plan_.count;
    facts_.madeRigid = plan_.left;
    facts_.offRigid = plan_.leftDeviation;
    room_ = plan_.keys;
    part_ = &V6::addKeys;
}

/// Between two keys.
bool V6::addKeys() {
    if (clip_ == clips_.size()) {
        facts_.keysAdded = plan_.keys - room_;
        part_ = &V6::putLevel;
        return true;
    }
    done_ = kPlanned + (kAnimated - kPlanned) * static_cast<double>(clip_) / static_cast<double>(clips_.size());
    Clip& clip = clips_[clip_];
    if (!adder_)
        adder_ = std::make_unique<KeyAdder>(attempt_->skinned, plan_, clip, kKeyTolerance * facts_.size, room_);
    if (adder_->step()) return true;
    facts_.offBetween = greater(facts_.offBetween, adder_->off());
    adder_.reset();
    putAnimation(clip);
    ++clip_;
    return true;
}

void V6::putAnimation(Clip& clip) {
    const std::size_t nodes = std::min(parents_.size(), kMostNodes6);
    Packed all = packed(attempt_->skinned, plan_, clip);
    facts_.offAtKeys = greater(facts_.offAtKeys, all.off);
    all.deformation.resize(nodes);
    abc::NewAnimation& out = model_.animations.emplace_back();
    out.name = clip.name;
    out.extents = clip.extents;
    out.interpolationTime = 0;
    out.times = clip.times;
    out.strings = clip.strings;
    out.deformation = std::move(all.deformation);
    // Node after node, as the file has them.
    for (std::size_t node = 0; node < nodes; ++node) {
        for (const Shape& shape : clip.shapes) {
            for (std::size_t i = kPose * node; i < kPose * (node + 1); ++i)
                out.keys.push_back(static_cast<float>(shape.pose[i]));
        }
    }
    clip.shapes = {};
}

bool V6::putLevel() {
    done_ = kAnimated;
    const auto& [mesh, parents, nodeOf] = attempt_->skinned;
    auto [uvs, moved, outside] = clamped(mesh.uvs());
    facts_.uvsMoved = moved;
    facts_.uvsOutside = outside;
    // The one mesh has no name in the file.
    abc::NewLevel& level = model_.pieces.emplace_back().levels.emplace_back();
    level.corners = mesh.corners();
    level.uvs = std::move(uvs);
    level.locations = std::move(plan_.rest);
    level.weightNode.assign(nodeOf.begin(), nodeOf.end());
    // Of the copies of a vertex the same way in the rest pose, so that no edge shows between them.
    const std::vector<Matrix> globals = globalsOf(parents, rest_.pose);
    for (std::uint32_t v = 0; v < mesh.count(); ++v) {
        for (const double value : mesh.normal(v, globals, nodeOf[v]))
            level.normals.push_back(static_cast<float>(value));
    }
    part_ = &V6::finish;
    if (options_.share < 1) beginCollapses();
    return true;
}

void V6::beginCollapses() {
    const OneMesh& mesh = attempt_->skinned.mesh;
    const abc::NewLevel& level = model_.pieces.front().levels.front();
    std::vector<std::uint32_t> all(mesh.count());
    std::iota(all.begin(), all.end(), 0U);
    std::vector<double> positions(3 * all.size());
    mesh.place(all, globalsOf(parents_, rest_.pose), rest_.weights, std::span(positions));
    std::vector<bool> fixed(all.size());
    for (const std::vector<std::uint32_t>& list : plan_.byNode) {
        for (const std::uint32_t v : list) fixed[v] = true;
    }
    const std::size_t triangles = level.corners.size() / 3;
    facts_.trianglesWanted =
        static_cast<std::size_t>(std::max(std::ceil(options_.share * static_cast<double>(triangles)), 1.0));
    collapsing_ = std::make_unique<Collapsing>(
        CollapseMesh{level.corners, std::move(positions), level.weightNode, std::move(fixed)}, facts_.trianglesWanted,
        mesh.count() < kMostVertices ? kMostVertices - mesh.count() : 0);
    part_ = &V6::collapse;
}

bool V6::collapse() {
    done_ = kAnimated + (1 - kAnimated) * collapsing_->done();
    if (collapsing_->step()) return true;
    facts_.trianglesLeft = collapsing_->triangles();
    putMiddles(collapsing_->pairs());
    collapsing_.reset();
    part_ = &V6::finish;
    return true;
}

/// Vertices that stand in for two others each come last.
void V6::putMiddles(const std::vector<std::uint32_t>& pairs) {
    abc::NewLevel& level = model_.pieces.front().levels.front();
    for (std::size_t i = 0; i < pairs.size(); i += 2) {
        const std::size_t a = 3 * std::size_t{pairs[i]};
        const std::size_t b = 3 * std::size_t{pairs[i + 1]};
        level.weightNode.push_back(level.weightNode[pairs[i]]);
        std::array<double, 3> sum{};
        double length = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double place = double{level.locations[a + axis]} + level.locations[b + axis];
            level.locations.push_back(static_cast<float>(place / 2));
            sum[axis] = double{level.normals[a + axis]} + level.normals[b + axis];
            length += sum[axis] * sum[axis];
        }
        length = std::sqrt(length);
        // Opposite normals have no middle.
        for (std::size_t axis = 0; axis < 3; ++axis) {
            level.normals.push_back(length > kLeastLength ? static_cast<float>(sum[axis] / length)
                                                          : level.normals[a + axis]);
        }
    }
    level.collapses = pairs;
}

bool V6::finish() {
    putNodes();
    done_ = 1;
    return false;
}

void V6::putNodes() {
    const auto& [mesh, parents, nodeOf] = attempt_->skinned;
    std::array<bool, kMostNodes6> isDrawn{};
    for (const std::uint32_t v : mesh.corners()) isDrawn[nodeOf[v]] = true;
    for (std::size_t n = 0; n < std::min(parents.size(), kMostNodes6); ++n) {
        const DraftNode& node = draft_.nodes[n];
        abc::NewNode& out = model_.nodes.emplace_back();
        out.name = node.name;
        out.parent = node.parent;
        out.flags = flagsOf(node.flags, isDrawn[n], !plan_.byNode[n].empty());
        out.deformed = plan_.byNode[n];
    }
}

}  // namespace importing
