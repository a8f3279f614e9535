// What all parts of the way back are told, and what they tell.
#pragma once

#include "catalogue.h"
#include "core/edit.h"
#include "core/words.h"
#include "glb.h"
#include "merge.h"

namespace merging {

using Changes = std::vector<gltf::Change>;
using Operations = std::vector<core::Operation>;

/// Where triangles of a piece come from.
struct PieceSource {
    /// Of the glTF; −1: from nowhere.
    std::int32_t node = -1;
    std::uint32_t primitive = 0;
    /// By triangle of the piece at level 0: its index in the primitive, −1 for none.
    std::vector<std::int32_t> triangles;
};

/// A primitive of the glTF.
struct MeshAt {
    std::uint32_t node = 0, primitive = 0;
};

/// What of the meshes the file cannot have: counted over all of them, said once.
struct Faults {
    /// Primitives of points or lines.
    std::size_t lines = 0;
    /// Vertices that no node moves.
    std::size_t weightless = 0;
    /// New pieces that became several, and those without a skin slot; lower levels whose level 0 is gone. By name.
    std::vector<std::string> split, slotless, topless;
};

class Told {
public:
    Told(const Glb& from, const Numbers& read, Merge& into, const Joints& of, bool hasHoles)
        : glb(from), numbers(read), merge(into), joints(of), isTemplate(hasHoles), texts(read.latin()) {}

    const Glb& glb;
    const Numbers& numbers;
    Merge& merge;
    const Joints& joints;
    /// The file has holes where the glTF has the numbers.
    bool isTemplate;

    Faults faults;
    gltf::LatinNames texts;
    /// A sentence: nothing comes of it all.
    std::string refusal;

    [[nodiscard]] const abc::Model& model() const { return merge.model(); }
    [[nodiscard]] std::uint32_t version() const { return merge.document().version; }
    [[nodiscard]] bool isV6() const { return model().family == abc::Family::V6; }
    [[nodiscard]] bool has(const std::string& path) const { return merge.document().walk().resolve(path).has_value(); }
    /// A text of the file in UTF-8.
    [[nodiscard]] std::string text(core::Text text) const { return core::utf8FromLatin1(model().text(text)); }
    /// The name of a node of the file.
    [[nodiscard]] std::string nodeName(std::size_t node) const {
        return node < model().nodes.size() ? text(model().nodes[node].name) : std::string{};
    }

    /// Nothing for what has no triangles; those that draw none are counted.
    [[nodiscard]] bool hasTriangles(const MeshAt& at, Faults& counted) const;
    /// With what moves its vertices. It has triangles.
    [[nodiscard]] Mesh mesh(const MeshAt& at) const { return joints.meshOf(numbers.primitive(at.node, at.primitive)); }
    /// All that are drawn, copies behind what they are of. Those of the file first.
    [[nodiscard]] std::vector<std::uint32_t> inOrder() const;
    /// Whether something was made. @param reason why not
    [[nodiscard]] bool isMade(const std::string& reason) {
        if (refusal.empty()) refusal = reason;
        return refusal.empty();
    }
};

// Operations and their values.

[[nodiscard]] inline core::EditValue numberValue(double number) {
    return {number};
}
[[nodiscard]] inline core::EditValue textValue(std::string latin1) {
    return {std::move(latin1)};
}
[[nodiscard]] inline core::EditValue bytesValue(ByteList bytes) {
    return {std::move(bytes)};
}
template <class List>
[[nodiscard]] core::EditValue numbersValue(const List& numbers) {
    core::EditValue::List out;
    for (const double number : numbers) out.push_back(numberValue(number));
    return {std::move(out)};
}
[[nodiscard]] core::Operation setting(std::string path, core::EditValue value, bool force = false);
[[nodiscard]] core::Operation inserting(std::string path, core::EditValue value, bool force = false);
[[nodiscard]] core::Operation removing(std::string path, bool force = false);
[[nodiscard]] std::string at(const std::string& list, std::size_t index);

/// Whether a field of 32 bits can have it.
[[nodiscard]] std::optional<double> singleIn(const gltf::Json& extras, std::string_view name);

}  // namespace merging
