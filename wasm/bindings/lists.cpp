// The lists of a model, a column of numbers a field. A file may have 100,000s of sections, pieces or animations, and an
// object for each is made many times faster in JavaScript (wasm/js/lists.ts) than from here, property by property.
#include "model.h"

namespace bindings {
namespace {

/// A typed array with a number of each element.
template <class T, class List, class Get>
val column(const List& list, Get get) {
    std::vector<T> numbers;
    numbers.reserve(list.size());
    for (const auto& element : list) numbers.push_back(static_cast<T>(get(element)));
    return copied(numbers);
}

/// A typed array with some numbers of each element, `get(element)` being a vector or quaternion.
template <class List, class Get>
val floatsColumn(const List& list, Get get) {
    std::vector<decltype(get(list[0]))> values;
    values.reserve(list.size());
    for (const auto& element : list) values.push_back(get(element));
    return copiedFloats(values);
}

/// Where the text of each element lies in the file: JavaScript has its bytes.
template <class List, class Get>
val textColumn(const List& list, Get get) {
    val out = val::object();
    out.set("offset", column<std::uint32_t>(list, [&](const auto& element) { return get(element).offset; }));
    out.set("length", column<std::uint32_t>(list, [&](const auto& element) { return get(element).length; }));
    return out;
}

template <class List>
val nameColumn(const List& list) {
    return textColumn(list, [](const auto& element) { return element.name; });
}

}  // namespace

val ModelFile::lists() const {
    using U32 = std::uint32_t;
    using I32 = std::int32_t;
    val out = val::object();

    const auto& sections = document_->sections;
    val columns = val::object();
    columns.set("type", textColumn(sections, [](const core::Section& section) { return section.type; }));
    columns.set("offset", column<U32>(sections, [](const core::Section& section) { return section.offset; }));
    columns.set("end", column<U32>(sections, [](const core::Section& section) { return section.end; }));
    columns.set("next", column<U32>(sections, [](const core::Section& section) { return section.next; }));
    out.set("sections", columns);

    const auto& pieces = model_.pieces;
    columns = val::object();
    columns.set("name", nameColumn(pieces));
    columns.set("materialIndex", column<U32>(pieces, [](const abc::Piece& piece) { return piece.materialIndex; }));
    columns.set("specularPower", column<float>(pieces, [](const abc::Piece& piece) { return piece.specularPower; }));
    columns.set("specularScale", column<float>(pieces, [](const abc::Piece& piece) { return piece.specularScale; }));
    columns.set("lodWeight", column<float>(pieces, [](const abc::Piece& piece) { return piece.lodWeight; }));
    columns.set("extraCount", column<U32>(pieces, [](const abc::Piece& piece) { return piece.extraCount; }));
    columns.set("lods", column<U32>(pieces, [](const abc::Piece& piece) { return piece.lodCount; }));
    out.set("pieces", columns);

    const auto& start = model_.weightStart;
    columns = val::object();
    columns.set("faces", column<U32>(model_.lods, [](const abc::Lod& lod) { return lod.faceCount; }));
    columns.set("vertices", column<U32>(model_.lods, [](const abc::Lod& lod) { return lod.vertexCount; }));
    columns.set("weights", column<U32>(model_.lods, [&](const abc::Lod& lod) {
                    return start.empty() ? 0 : start[lod.firstVertex + lod.vertexCount] - start[lod.firstVertex];
                }));
    out.set("lods", columns);

    const auto& nodes = model_.nodes;
    columns = val::object();
    columns.set("name", nameColumn(nodes));
    columns.set("index", column<U32>(nodes, [](const abc::Node& node) { return node.index; }));
    columns.set("flags", column<U32>(nodes, [](const abc::Node& node) { return node.flags; }));
    columns.set("parent", column<I32>(nodes, [](const abc::Node& node) {
                    return node.parent == abc::kNone ? -1 : static_cast<I32>(node.parent);
                }));
    columns.set("childCount", column<U32>(nodes, [](const abc::Node& node) { return node.childCount; }));
    columns.set("deformationVertices", column<U32>(nodes, [](const abc::Node& node) { return node.deformationCount; }));
    out.set("nodes", columns);

    const auto& animations = model_.animations;
    columns = val::object();
    columns.set("name", nameColumn(animations));
    columns.set("length", column<U32>(animations, [&](const abc::Animation& a) { return model_.lengthOf(a); }));
    columns.set("keyframes", column<U32>(animations, [](const abc::Animation& a) { return a.keyCount; }));
    columns.set("extents", floatsColumn(animations, [](const abc::Animation& a) { return a.extents; }));
    columns.set("interpolationTime",
                column<U32>(animations, [](const abc::Animation& a) { return a.interpolationTime; }));
    columns.set("complete", column<U32>(animations, [](const abc::Animation& a) { return a.complete ? 1 : 0; }));
    out.set("animations", columns);

    columns = val::object();
    columns.set("name", nameColumn(model_.childModels));
    columns.set("buildNumber",
                column<U32>(model_.childModels, [](const abc::ChildModel& child) { return child.buildNumber; }));
    out.set("childModels", columns);

    columns = val::object();
    columns.set("name", nameColumn(model_.sockets));
    columns.set("node", column<U32>(model_.sockets, [](const abc::Socket& socket) { return socket.storedNode; }));
    columns.set("rotation", floatsColumn(model_.sockets, [](const abc::Socket& socket) { return socket.rotation; }));
    columns.set("location", floatsColumn(model_.sockets, [](const abc::Socket& socket) { return socket.location; }));
    out.set("sockets", columns);

    std::vector<float> weights;
    for (const abc::WeightSet& set : model_.weightSets) {
        weights.insert(weights.end(), set.weights.begin(), set.weights.end());
    }
    columns = val::object();
    columns.set("name", nameColumn(model_.weightSets));
    columns.set("count", column<U32>(model_.weightSets, [](const abc::WeightSet& set) { return set.weights.size(); }));
    columns.set("nodeWeights", copied(weights));
    out.set("weightSets", columns);

    columns = val::object();
    columns.set("count", column<U32>(model_.bindingLists, [](const abc::BindingList& list) { return list.count; }));
    columns.set("name", nameColumn(model_.bindings));
    columns.set("extents", floatsColumn(model_.bindings, [](const abc::Binding& binding) { return binding.extents; }));
    columns.set("origin", floatsColumn(model_.bindings, [](const abc::Binding& binding) { return binding.origin; }));
    out.set("bindings", columns);
    return out;
}

}  // namespace bindings
