// A file as its export has it, node by node, with anything changed in between.
#pragma once

#include <cmath>
#include <numeric>

#include "export/exporter.h"
#include "fuzzing.h"
#include "merge/joints.h"
#include "merge/merge.h"

namespace abc::testing {

inline merging::ColumnMatrix columnsOf(const Local& local) {
    const auto& [t, r] = local;
    const Affine m = affineOf({t.x, t.y, t.z}, {r.x, r.y, r.z, r.w});
    merging::ColumnMatrix out{};
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 4; ++column) out[4 * column + row] = m[4 * row + column];
    }
    out[15] = 1;
    return out;
}

/// An export, and what was changed in it.
class Exported {
public:
    Exported(Choices& choices, const std::vector<std::byte>& bytes) : choices_(choices), exporter_(bytes, {}) {
        nodes();
        for (std::uint32_t i = choices_(4); i > 0; --i) changeScene();
    }

    [[nodiscard]] const merging::Scene& scene() const { return scene_; }
    [[nodiscard]] const Model& model() const { return exporter_.model(); }

    /// A level of a piece, or anything else, on any node.
    merging::Primitive primitive(std::uint32_t piece, std::uint32_t lod) {
        const std::array lods{lod};
        exporting::MeshArrays made = exporter_.mesh(piece, lods);
        merging::Primitive out;
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
    std::vector<merging::NodeCurve> curves(std::uint32_t animation) {
        std::vector<merging::NodeCurve> out;
        exporting::WantedClip wanted;
        wanted.animation = animation;
        wanted.times = keysOf(animation);
        if (exporter_.refusalOf(wanted).empty() && choices_(4) != 3) {
            exporting::Clip clip = exporter_.clip(wanted, 20);
            while (clip.step()) {
            }
            add(out, clip.translations(exporter_.space()), merging::NodeCurve::Path::Translation, clip.times());
            add(out, clip.rotations(exporter_.space()), merging::NodeCurve::Path::Rotation, clip.times());
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

    merging::Targets targets(const merging::Primitive& primitive) {
        merging::Targets out;
        for (std::uint32_t i = choices_(3); i > 0; --i)
            out.deltas.push_back(choices_.numbers(primitive.mesh.positions.size()));
        return out;
    }

    merging::MorphCurve morphs(std::size_t targets) {
        const merging::NodeCurve curve = anyCurve();
        return merging::morphCurve(curve.curve, choices_.numbers<double>(targets));
    }

    std::uint32_t anyNode() { return choices_(nodeCount()); }

    /// A node on the skin of the model.
    std::uint32_t addMesh() {
        const std::uint32_t node = addNode({}, 0, kNoIndex);
        scene_.skinOf[node] = 0;
        return node;
    }
    /// A node that hangs on another.
    std::uint32_t addEmpty(std::uint32_t holder) {
        return addNode({{1, 2, 3}, {}}, static_cast<std::int32_t>(holder), kNoIndex);
    }

private:
    static constexpr double kNoIndex = std::numeric_limits<double>::quiet_NaN();

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
        addNode({}, -1, kNoIndex);
        merging::SceneSkin& skin = scene_.skins.emplace_back();
        const std::vector<Local> rest = exporter_.rest();
        for (std::uint32_t node = 0; node < rest.size(); ++node) {
            const std::uint32_t parent = model().nodes[node].parent;
            const bool isTop = parent == kNone;
            skin.joints.push_back(addNode(rest[node], isTop ? 0 : static_cast<std::int32_t>(parent) + 1, node));
        }
        for (const exporting::ColumnMatrix& matrix : exporter_.inverseBinds()) {
            merging::ColumnMatrix& wide = skin.inverse.emplace_back();
            std::copy(matrix.begin(), matrix.end(), wide.begin());
        }
        addEmpty(static_cast<std::uint32_t>(rest.size()));
        mesh_ = addMesh();
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

    void changeMesh(merging::Primitive& out) {
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
    void add(std::vector<merging::NodeCurve>& out, const exporting::Curves& curves, merging::NodeCurve::Path path,
             const std::vector<float>& times) const {
        std::size_t value = 0;
        std::size_t time = 0;
        for (std::uint32_t node = 0; node < curves.counts.size(); ++node) {
            const std::size_t count = curves.counts[node];
            merging::NodeCurve curve{node + 1, path, {}};
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

    void changeCurve(std::vector<merging::NodeCurve>& curves) {
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

    merging::NodeCurve anyCurve() {
        merging::NodeCurve out{anyNode(), static_cast<merging::NodeCurve::Path>(choices_(3)), {}};
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
    exporting::Exporter exporter_;
    merging::Scene scene_;
    std::uint32_t mesh_ = 0;
};

}  // namespace abc::testing
