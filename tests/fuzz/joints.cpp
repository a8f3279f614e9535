// The whole way: a file as its export has it, node by node, with anything changed in between, goes back into the file.
// A scene that does not fit is refused; of one whose joints are the nodes of the file come changes that the editor
// makes, and a file that was whole stays so.
#include "merge/joints.h"

#include <cmath>
#include <numeric>

#include "export/exporter.h"
#include "merging.h"

namespace abc::testing {
namespace {

using exporting::Exporter;
using merging::ColumnMatrix;
using merging::Joints;
using merging::Merge;
using merging::NodeCurve;
using merging::Primitive;
using merging::Scene;

ColumnMatrix columnsOf(const Local& local) {
    const auto& [t, r] = local;
    const Affine m = affineOf({t.x, t.y, t.z}, {r.x, r.y, r.z, r.w});
    ColumnMatrix out{};
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 4; ++column) out[4 * column + row] = m[4 * row + column];
    }
    out[15] = 1;
    return out;
}

/// An export, and what was changed in it.
class Given {
public:
    Given(Choices& choices, const ByteList& bytes) : choices_(choices), exporter_(bytes, {}) {
        nodes();
        for (std::uint32_t i = choices_(4); i > 0; --i) changeScene();
    }

    [[nodiscard]] const Scene& scene() const { return scene_; }
    [[nodiscard]] const Model& model() const { return exporter_.model(); }

    /// A level of a piece, or anything else, on any node.
    Primitive primitive(std::uint32_t piece, std::uint32_t lod) {
        const std::array lods{lod};
        exporting::MeshArrays made = exporter_.mesh(piece, lods);
        Primitive out;
        out.node = choices_.isOdd() ? choices_(nodeCount()) : mesh_;
        merging::Mesh& mesh = out.mesh;
        mesh.positions = std::move(made.positions);
        mesh.normals = std::move(made.normals);
        mesh.uvs = std::move(made.uvs);
        mesh.marks.push_back(merging::marksOf(piece, lod, made.sources));
        if (!made.levels.empty()) mesh.corners = std::move(made.levels[0].indices);
        mesh.indices.resize(mesh.corners.size() / 3);
        std::iota(mesh.indices.begin(), mesh.indices.end(), 0);
        out.joints = std::move(made.joints);
        out.weights = std::move(made.shares);
        for (std::uint32_t i = choices_(4); i > 0; --i) changeMesh(out);
        return out;
    }

    /// The curves of an animation as its export has them, and others.
    std::vector<NodeCurve> curves(std::uint32_t animation) {
        std::vector<NodeCurve> out;
        exporting::WantedClip wanted;
        wanted.animation = animation;
        wanted.times = keysOf(animation);
        if (exporter_.refusalOf(wanted).empty() && choices_(4) != 3) {
            exporting::Clip clip = exporter_.clip(wanted, 20);
            while (clip.step()) {
            }
            add(out, clip.translations(exporter_.space()), NodeCurve::Path::Translation, clip.times());
            add(out, clip.rotations(exporter_.space()), NodeCurve::Path::Rotation, clip.times());
        }
        for (std::uint32_t i = choices_(4); i > 0 && !out.empty(); --i) changeCurve(out);
        for (std::uint32_t i = choices_(3); i > 0; --i) out.push_back(anyCurve());
        return out;
    }

    /// Milliseconds that exist in an export.
    [[nodiscard]] std::vector<double> keysOf(std::uint32_t animation) const {
        std::vector<double> out;
        const Animation& own = model().animations[animation];
        for (std::uint32_t key = 0; key < own.keyCount; ++key)
            out.push_back(model().keyframes[own.firstKey + key].time);
        return out;
    }

    merging::SaidStrings said(std::uint32_t animation) {
        merging::SaidStrings out;
        if (choices_(2) == 1) out.markers = cues();
        if (choices_(2) == 1) out.cues = cues();
        if (choices_(2) == 0) return out;
        out.byKey.emplace(choices_.fitting(model().animations[animation].keyCount));
        for (std::optional<std::string>& text : *out.byKey) {
            if (choices_(4) != 3) text = choices_.text();
        }
        return out;
    }

    merging::Targets targets(const Primitive& primitive) {
        merging::Targets out;
        for (std::uint32_t i = choices_(3); i > 0; --i)
            out.deltas.push_back(choices_.numbers(primitive.mesh.positions.size()));
        return out;
    }

    merging::MorphCurve morphs(std::size_t targets) {
        const NodeCurve curve = anyCurve();
        return merging::morphCurve(curve.curve, choices_.numbers<double>(targets));
    }

    std::uint32_t anyNode() { return choices_(nodeCount()); }

private:
    [[nodiscard]] std::uint32_t nodeCount() const { return static_cast<std::uint32_t>(scene_.count()); }

    std::uint32_t addNode(const Local& local, std::int32_t parent, double index) {
        const std::uint32_t node = nodeCount();
        scene_.parents.push_back(parent);
        scene_.matrices.push_back(columnsOf(local));
        scene_.indices.push_back(index);
        scene_.isNeutral.push_back(0);
        scene_.isRenamed.push_back(0);
        scene_.skinOf.push_back(-1);
        scene_.below.push_back(node);
        return node;
    }

    /// The top, the joints in the order of the nodes, a socket, and a mesh on the skin.
    void nodes() {
        constexpr double kNoIndex = std::numeric_limits<double>::quiet_NaN();
        addNode({}, -1, kNoIndex);
        merging::SceneSkin& skin = scene_.skins.emplace_back();
        const std::vector<Local> rest = exporter_.rest();
        for (std::uint32_t node = 0; node < rest.size(); ++node) {
            const std::uint32_t parent = model().nodes[node].parent;
            const bool isTop = parent == kNone;
            skin.joints.push_back(addNode(rest[node], isTop ? 0 : static_cast<std::int32_t>(parent) + 1, node));
        }
        for (const exporting::ColumnMatrix& matrix : exporter_.inverseBinds()) {
            ColumnMatrix& wide = skin.inverse.emplace_back();
            std::copy(matrix.begin(), matrix.end(), wide.begin());
        }
        addNode({{1, 2, 3}, {}}, static_cast<std::int32_t>(rest.size()), kNoIndex);
        mesh_ = addNode({}, 0, kNoIndex);
        scene_.skinOf[mesh_] = 0;
    }

    void changeScene() {
        const std::uint32_t node = anyNode();
        merging::SceneSkin& skin = scene_.skins[0];
        switch (choices_(16)) {
            case 0: scene_.matrices[node][choices_(16)] = choices_.number(); break;
            case 1:
                if (!skin.inverse.empty()) {
                    const auto which = choices_(static_cast<std::uint32_t>(skin.inverse.size()));
                    skin.inverse[which][choices_(16)] = choices_.number();
                }
                break;
            case 2: scene_.isRenamed[node] = 1; break;
            case 3: scene_.isNeutral[node] = 1; break;
            case 4: between(node); break;
            case 5:
                addNode({{1, 0, 0}, {}}, static_cast<std::int32_t>(node), choices_(2) == 0 ? -1 : choices_.number());
                break;
            case 6: skin.joints.push_back(choices_.index(nodeCount())); break;
            case 7: skin.inverse.resize(choices_(4)); break;
            case 8: scene_.skinOf[node] = static_cast<std::int32_t>(choices_(3)) - 1; break;
            case 9: scene_.scale = choices_.number(); break;
            case 10: scene_.mirrors = true; break;
            case 11: scene_.swaps = true; break;
            case 12: scene_.indices[node] = choices_.number(); break;
            case 13: scene_.parents[node] = static_cast<std::int32_t>(choices_(12)) - 2; break;
            case 14: scene_.below[node] = choices_.index(nodeCount()); break;
            default: scene_.interpretation = {choices_(3), choices_(2) == 1};
        }
    }

    /// A joint that a program has put above another.
    void between(std::uint32_t node) {
        const std::uint32_t added = addNode({{0, 1, 0}, {}}, scene_.parents[node], -1);
        scene_.parents[node] = static_cast<std::int32_t>(added);
    }

    void changeMesh(Primitive& out) {
        merging::Mesh& mesh = out.mesh;
        const auto vertices = static_cast<std::uint32_t>(mesh.positions.size() / 3);
        if (vertices == 0) return;
        const std::size_t vertex = choices_(vertices);
        switch (choices_(8)) {
            case 0: mesh.positions[3 * vertex + choices_(3)] = choices_.number(); break;
            case 1: mesh.normals[3 * vertex + choices_(3)] = choices_.number(); break;
            case 2: mesh.uvs[2 * vertex + choices_(2)] = choices_.number(); break;
            case 3: mesh.marks = {choices_.numbers(2 * std::size_t{vertices})}; break;
            case 4:
                if (!out.weights.empty() && 4 * vertex < out.weights[0].size())
                    out.weights[0][4 * vertex] = choices_.number();
                break;
            case 5:
                if (!out.joints.empty() && 4 * vertex < out.joints[0].size())
                    out.joints[0][4 * vertex] = choices_.index(nodeCount());
                break;
            case 6:
                for (int corner = 0; corner < 3; ++corner) mesh.corners.push_back(choices_.index(vertices));
                mesh.indices.push_back(static_cast<std::int32_t>(mesh.indices.size()));
                break;
            default:
                if (out.joints.empty()) break;
                out.joints.back().resize(choices_(9));
                out.weights.resize(choices_(3));
        }
    }

    /// @param times of channels that have all of them
    void add(std::vector<NodeCurve>& out, const exporting::Curves& curves, NodeCurve::Path path,
             const std::vector<float>& times) const {
        std::size_t value = 0;
        std::size_t time = 0;
        for (std::uint32_t node = 0; node < curves.counts.size(); ++node) {
            const std::size_t count = curves.counts[node];
            NodeCurve curve{node + 1, path, {}};
            if (count == times.size()) {
                curve.curve.times = times;
            } else {
                const auto first = curves.times.begin() + static_cast<std::ptrdiff_t>(time);
                curve.curve.times.assign(first, first + static_cast<std::ptrdiff_t>(count));
                time += count;
            }
            const auto first = curves.values.begin() + static_cast<std::ptrdiff_t>(value);
            curve.curve.values.assign(first, first + static_cast<std::ptrdiff_t>(curve.size() * count));
            value += curve.size() * count;
            if (count > 0) out.push_back(std::move(curve));
        }
    }

    void changeCurve(std::vector<NodeCurve>& curves) {
        const std::size_t which = choices_(static_cast<std::uint32_t>(curves.size()));
        auto& [times, values, interpolation] = curves[which].curve;
        switch (choices_(5)) {
            case 0: curves.erase(curves.begin() + static_cast<std::ptrdiff_t>(which)); break;
            case 1: values[choices_(static_cast<std::uint32_t>(values.size()))] = choices_.number(); break;
            case 2:
                if (const float time = choices_.number(); std::isfinite(time)) {
                    times[choices_(static_cast<std::uint32_t>(times.size()))] = time;
                    std::sort(times.begin(), times.end());
                }
                break;
            case 3: interpolation = merging::Interpolation::Step; break;
            default:
                for (float& time : times) time *= 1.25F;
        }
    }

    NodeCurve anyCurve() {
        NodeCurve out{anyNode(), static_cast<NodeCurve::Path>(choices_(3)), {}};
        out.curve.interpolation = static_cast<merging::Interpolation>(choices_(3));
        float time = 0;
        for (std::uint32_t i = choices_(6); i > 0; --i) {
            out.curve.times.push_back(time);
            time += choices_.isOdd() ? choices_.number() : 0.25F;
        }
        const std::size_t each = out.curve.interpolation == merging::Interpolation::Spline ? 3 : 1;
        out.curve.values = choices_.numbers(each * out.size() * out.curve.times.size());
        return out;
    }

    std::vector<merging::Cue> cues() {
        std::vector<merging::Cue> out;
        for (std::uint32_t i = choices_(4); i > 0; --i) {
            const double seconds = choices_.number();
            out.push_back({seconds, choices_.text()});
        }
        return out;
    }

    Choices& choices_;
    Exporter exporter_;
    Scene scene_;
    std::uint32_t mesh_ = 0;
};

/// A merge, part after part, as an import asks for it (web/from-glb/merge, wasm/bindings/merge.cpp).
class Work {
public:
    /// @param given not refused
    Work(Choices& choices, const ByteList& bytes, Given& given)
        : choices_(choices), bytes_(bytes), given_(given), joints_(given.model(), given.scene()) {}

    void run() {
        if (!joints_.areNodes()) return;
        require(joints_.list().size() == given_.model().nodes.size(), "not one joint a node");
        require(joints_.nodeOf().size() == joints_.count(), "not one answer a node of the glTF");
        static_cast<void>(joints_.whole());
        merging::Settings settings;
        settings.isTemplate = choices_(4) == 3;
        settings.fillsNormals = choices_(4) == 3;
        settings.conjugates = given_.model().conjugatesKeys();
        merge_.emplace(bytes_, joints_.rig(), settings);
        require(merge_->refusal().empty(), "the joints of a file do not fit it");
        const bool isV6 = given_.model().family == Family::V6;
        isV6 ? oldMesh() : levels();
        animations();
        if (!isV6) {
            const auto sockets = static_cast<std::uint32_t>(given_.model().sockets.size());
            for (std::uint32_t socket = 0; socket <= sockets; ++socket)
                static_cast<void>(merge_->socket(socket, joints_.standOf(given_.anyNode())));
            static_cast<void>(merge_->writeBinds());
        }
        const Document before = parse(bytes_);
        if (before.faults.empty()) requireEdited(bytes_, inOrder(*merge_, operations_));
    }

private:
    void levels() {
        const Model& model = given_.model();
        for (std::uint32_t piece = 0; piece <= model.pieces.size(); ++piece) {
            for (std::uint32_t lod = 0; lod < model.lodCount(); ++lod) {
                if (choices_(4) == 3) {
                    merge_->rebound(piece, lod);
                    continue;
                }
                const merging::MergedLevel made = merge_->level(piece, lod, show(given_.primitive(piece, lod)));
                if (made.operation) operations_.push_back(setting(*made.operation));
            }
        }
        if (choices_(2) == 1) static_cast<void>(merge_->newPiece(show(given_.primitive(0, 0))));
    }

    void oldMesh() {
        const Primitive primitive = given_.primitive(0, 0);
        std::vector<merging::Mesh> more;
        for (std::uint32_t i = choices_(2); i > 0; --i) more.push_back(show(given_.primitive(0, 0)));
        const merging::MergedOldMesh& made = merge_->oldMesh(show(primitive), more);
        if (!made.refusal.empty()) return;
        merging::Targets targets = given_.targets(primitive);
        targets_ = targets.deltas.size();
        if (!merge_->setTargets(targets).empty()) targets_ = 0;
        if (made.anew) addAnew(operations_, *made.anew);
    }

    merging::Mesh show(Primitive primitive) {
        if (choices_(2) == 1) {
            if (auto carried = joints_.carried(primitive)) merge_->show(std::move(*carried));
        }
        return joints_.meshOf(std::move(primitive));
    }

    void animations() {
        const auto count = static_cast<std::uint32_t>(given_.model().animations.size());
        for (std::uint32_t animation = 0; animation < count; ++animation) {
            std::vector<NodeCurve> curves = given_.curves(animation);
            for (const NodeCurve& curve : curves) static_cast<void>(joints_.movesWhole(curve));
            std::optional<std::vector<double>> known;
            if (choices_(2) == 0) known = given_.keysOf(animation);
            if (!merge_->play(joints_.channelsOf(std::move(curves)), known).empty()) continue;
            static_cast<void>(merge_->playMorphs(given_.morphs(targets_)));
            const double likeness = merge_->likeness(animation);
            require(likeness >= 0 && likeness <= 1, "animations are more alike than one is to itself");
            static_cast<void>(merge_->isAt(given_.keysOf(animation)));
            merge(animation);
        }
    }

    /// As the animation that it was, or as a new one in its place.
    void merge(std::uint32_t animation) {
        const bool isV6 = given_.model().family == Family::V6;
        const std::string path =
            (isV6 ? "Animation.Anims[" : "Animation.Animations[") + std::to_string(animation) + "]";
        if (choices_(4) == 3 && canAddAnimations() && !merge_->times().empty()) {
            merging::AnimationHead head{choices_.text(), std::nullopt, choices_(500)};
            if (choices_(2) == 1) head.extents = {choices_.number(), choices_.number(), choices_.number()};
            const merging::AddedAnimation made = merge_->addAnimation(head, given_.said(animation));
            if (!made.refusal.empty()) return require(made.refusal.ends_with('.'), "no sentence says why");
            if (parse(bytes_).faults.empty()) requireEdited(bytes_, {setting({path, made.bytes})});
            return;
        }
        const merging::MergedAnimation made = merge_->animation(animation, given_.said(animation));
        if (!made.refusal.empty()) return require(made.refusal.ends_with('.'), "no sentence says why");
        require(made.keys.removed.size() <= given_.model().animations[animation].keyCount,
                "more keys are gone than there were");
        if (made.written) operations_.push_back(setting({path, made.written->bytes}));
    }

    /// Versions whose animations are known as they are written (web/from-glb/merge/animations.ts).
    [[nodiscard]] bool canAddAnimations() const {
        const std::uint32_t version = parse(bytes_).version;
        return version >= 6 && version <= 12;
    }

    Choices& choices_;
    const ByteList& bytes_;
    Given& given_;
    Joints joints_;
    std::optional<Merge> merge_;
    std::size_t targets_ = 0;
    /// What is written anew.
    std::vector<Operation> operations_;
};

/// Refused, or sound.
bool isSound(const Scene& scene) {
    const std::string refusal = merging::refusalOf(scene);
    require(refusal.empty() || refusal.ends_with('.'), "no sentence says why");
    return refusal.empty();
}

}  // namespace
}  // namespace abc::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace abc::testing;
    Choices choices(data, size);
    const ByteList bytes = anyFile(choices);
    Given given(choices, bytes);
    if (isSound(given.scene())) Work(choices, bytes, given).run();
    return 0;
}
