// The order of the columns is that in which wasm/js/lists.ts reads them.
#include "drawing.h"

namespace bindings {

namespace {

using U32 = std::uint32_t;

void addSectionsAndMesh(const abc::Document& document, const abc::Model& model, Columns& out) {
    const auto& sections = document.sections;
    out.addTexts(sections, [](const core::Section& section) { return section.type; });
    out.add(sections, [](const core::Section& section) { return section.offset; });
    out.add(sections, [](const core::Section& section) { return section.end; });
    out.add(sections, [](const core::Section& section) { return section.next; });

    const auto& pieces = model.pieces;
    out.addNames(pieces);
    out.add(pieces, [](const abc::Piece& piece) { return U32{piece.materialIndex}; });
    out.add(pieces, [](const abc::Piece& piece) { return piece.specularPower; });
    out.add(pieces, [](const abc::Piece& piece) { return piece.specularScale; });
    out.add(pieces, [](const abc::Piece& piece) { return piece.lodWeight; });
    out.add(pieces, [](const abc::Piece& piece) { return U32{piece.extraCount}; });
    out.add(pieces, [](const abc::Piece& piece) { return piece.lodCount; });

    const auto& start = model.weightStart;
    out.add(model.lods, [](const abc::Lod& lod) { return lod.faceCount; });
    out.add(model.lods, [](const abc::Lod& lod) { return lod.vertexCount; });
    out.add(model.lods, [&](const abc::Lod& lod) {
        return start.empty() ? 0U : start[lod.firstVertex + lod.vertexCount] - start[lod.firstVertex];
    });
}

void addSkeletonAndAnimations(const abc::Model& model, Columns& out) {
    const auto& nodes = model.nodes;
    out.addNames(nodes);
    out.add(nodes, [](const abc::Node& node) { return U32{node.index}; });
    out.add(nodes, [](const abc::Node& node) { return U32{node.flags}; });
    out.add(nodes, [](const abc::Node& node) { return orMinusOne(node.parent); });
    out.add(nodes, [](const abc::Node& node) { return node.childCount; });
    out.add(nodes, [](const abc::Node& node) { return node.deformationCount; });

    const auto& animations = model.animations;
    out.addNames(animations);
    out.add(animations, [&](const abc::Animation& animation) { return model.lengthOf(animation); });
    out.add(animations, [](const abc::Animation& animation) { return animation.keyCount; });
    out.add(animations, [](const abc::Animation& animation) { return animation.extents; });
    out.add(animations, [](const abc::Animation& animation) { return animation.interpolationTime; });
    out.add(animations, [](const abc::Animation& animation) { return animation.complete ? 1U : 0U; });
}

void addAttachments(const abc::Model& model, Columns& out) {
    out.addNames(model.childModels);
    out.add(model.childModels, [](const abc::ChildModel& child) { return child.buildNumber; });

    out.addNames(model.sockets);
    out.add(model.sockets, [](const abc::Socket& socket) { return socket.storedNode; });
    out.add(model.sockets, [](const abc::Socket& socket) { return socket.rotation; });
    out.add(model.sockets, [](const abc::Socket& socket) { return socket.location; });
    out.add(model.sockets, [](const abc::Socket& socket) { return socket.scale; });

    std::vector<float> weights;
    for (const abc::WeightSet& set : model.weightSets) {
        weights.insert(weights.end(), set.weights.begin(), set.weights.end());
    }
    out.addNames(model.weightSets);
    out.add(model.weightSets, [](const abc::WeightSet& set) { return static_cast<U32>(set.weights.size()); });
    out.add(weights);

    out.add(model.bindingLists, [](const abc::BindingList& list) { return list.count; });
    out.addNames(model.bindings);
    out.add(model.bindings, [](const abc::Binding& binding) { return binding.extents; });
    out.add(model.bindings, [](const abc::Binding& binding) { return binding.origin; });
}

}  // namespace

Columns listColumns(const abc::Document& document, const abc::Model& model) {
    Columns out;
    addSectionsAndMesh(document, model, out);
    addSkeletonAndAnimations(model, out);
    addAttachments(model, out);
    return out;
}

}  // namespace bindings
