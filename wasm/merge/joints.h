// Which nodes of a glTF are the nodes of the file that it goes back into, and what they carry in the terms of the file.
//
// Blender turns the axes of bones (its bones point along Y) and loses the order of joints. Which joint is which node is
// in its extras. How its axes lie is told by the bind pose: a joint that stands where the node stands is the same node
// with other axes, and everything that is said in its space is turned back.
#pragma once

#include "curves.h"
#include "import/boxes.h"
#include "scene.h"
#include "soup.h"

namespace merging {

/// Instead of a node of the file: a joint that the export or a program has added.
inline constexpr std::int32_t kAddedJoint = -1;
/// Likewise: no joint.
inline constexpr std::int32_t kNoJoint = -2;

/// A primitive that a node of the glTF carries.
struct Primitive {
    std::uint32_t node = 0;
    /// Without what moves its vertices.
    Mesh mesh;
    /// Set by set, four a vertex: places in the skin of the node, and shares.
    std::vector<std::vector<std::uint32_t>> joints;
    std::vector<std::vector<float>> weights;
};

/// A curve of a node of the glTF.
struct NodeCurve {
    enum class Path : std::uint8_t { Translation, Rotation, Scale };

    std::uint32_t node = 0;
    Path path = Path::Translation;
    Curve curve;

    /// Numbers of a value.
    [[nodiscard]] std::size_t size() const { return path == Path::Rotation ? 4 : 3; }
};

/// A curve of a node of the file.
struct Channel {
    std::uint32_t node = 0;
    /// Else it moves it.
    bool isRotation = false;
    Curve curve;
};

/// What was done to the model as a whole.
struct Whole {
    bool isMoved = false, isTurned = false, isScaled = false;
};

/// Where something is that hangs on a node of the file.
struct Stand {
    /// `kAddedJoint`: on none of the file.
    std::int32_t holder = kAddedJoint;
    Local local;
};

/// Vertices in the spaces of the nodes that move them, in the bind pose.
struct Carried {
    std::vector<std::uint32_t> start{0}, node;
    std::vector<float> share, local;

    [[nodiscard]] importing::Influences influences() const { return {start, node, share, local}; }
};

class Joints {
public:
    /// @param scene not refused
    Joints(const abc::Model& model, Scene scene);

    /// Whether the joints are the nodes of the file: each once, below one another as there, and nothing else moves
    /// vertices. Otherwise nothing else may be asked.
    [[nodiscard]] bool areNodes() const { return areNodes_; }
    [[nodiscard]] const Rig& rig() const { return rig_; }
    /// By node of the glTF: the node of the file, `kAddedJoint`, or `kNoJoint`.
    [[nodiscard]] const std::vector<std::int32_t>& nodeOf() const { return nodeOf_; }
    /// By node of the file.
    [[nodiscard]] const std::vector<std::uint32_t>& list() const { return list_; }

    // Nodes are those of the glTF, which it has.

    [[nodiscard]] std::size_t count() const { return scene_.count(); }
    [[nodiscard]] Whole whole() const;
    /// Whether a curve moves the model as a whole.
    [[nodiscard]] bool movesWhole(const NodeCurve& curve) const;
    /// Where a node is that hangs on a joint.
    [[nodiscard]] Stand standOf(std::uint32_t node) const;
    /// With what moves its vertices.
    [[nodiscard]] Mesh meshOf(Primitive primitive) const;
    /// The curves of joints of the file that have values at all of their times.
    [[nodiscard]] std::vector<Channel> channelsOf(std::vector<NodeCurve> curves) const;
    /// Nothing for a primitive of which no node moves some vertex.
    [[nodiscard]] std::optional<Carried> carried(const Primitive& primitive) const;

private:
    bool findNodes(const abc::Model& model);
    void findTurns();

    /// The node of the file that a node is, or the nearest above it is; −1: none.
    [[nodiscard]] std::int32_t nodeAbove(std::int32_t node) const;
    [[nodiscard]] Affine affineOf(const ColumnMatrix& matrix) const;
    [[nodiscard]] Affine localOf(std::uint32_t node) const { return affineOf(scene_.matrices[node]); }
    [[nodiscard]] Affine worldOf(std::uint32_t node) const;
    /// Where a node stands below the top of the model, as the transforms of nodes say.
    [[nodiscard]] Affine belowTop(std::uint32_t node) const;
    /// The same, wherever in the scene it hangs.
    [[nodiscard]] Affine inModel(std::uint32_t node) const;
    [[nodiscard]] std::optional<Affine> undoOfTop() const;
    [[nodiscard]] std::vector<Affine> seenBinds(const std::optional<Affine>& undo) const;
    [[nodiscard]] double unitOf(std::span<const Affine> seen) const;

    Scene scene_;
    std::vector<std::int32_t> nodeOf_;
    std::vector<std::uint32_t> list_;
    /// Said by the lists above.
    bool areNodes_;
    Rig rig_;
};

}  // namespace merging
