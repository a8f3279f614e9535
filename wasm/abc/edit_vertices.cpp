// Vertices that come, go and move: what refers to them goes with them.
#include <cmath>

#include "core/words.h"
#include "editor.h"
#include "math.h"

namespace abc {

using schema::Id;
using schema::Meaning;
using schema::Var;

namespace {

/// Vertices that a triangle can refer to.
constexpr std::uint32_t kMostInLevel = 65536;

/// The path of the piece that has these vertices.
std::string_view pieceOf(std::string_view vertices) {
    return vertices.substr(0, vertices.rfind(".LODs["));
}

}  // namespace

EditValue ModelEditor::rigidVertex(const EditValue* value) const {
    const FieldReader fields(state());
    EditValue::Fields defaults{{"Normal", {EditValue::List{{0.0}, {1.0}, {0.0}}}}};
    const auto nodes = fields.section(Id::NodesSection);
    const auto list = nodes ? fields.field(*nodes, Meaning::Nodes) : std::nullopt;
    if (list) {
        Mat4 bind;
        bind.m = fields.number<std::array<float, 16>>(state().walk().element(*list, 0), "Matrix");
        const Vec3 local = inverse(bind).apply(vectorOf(fieldOf(value, "Location")));
        const EditValue weight{EditValue::Fields{
            {"NodeIndex", {0.0}},
            {"Location", {EditValue::List{{double{local.x}}, {double{local.y}}, {double{local.z}}}}},
            {"Bias", {1.0}},
        }};
        if (std::isfinite(local.x) && std::isfinite(local.y) && std::isfinite(local.z))
            defaults.push_back({"Weights", {EditValue::List{weight}}});
    }
    return withDefaults(value, std::move(defaults));
}

ModelEditor::Plan ModelEditor::planOfVertices(const ListAt& list, const Shift& shift, Values values) {
    if (shift.sizeAfter(list.size) > kMostInLevel) {
        return refused("A level can have at most " + grouped(kMostInLevel) +
                       " vertices: triangles cannot refer to more.");
    }
    // Vertices of one level refer to those of the next.
    bool isNextToChanged = false;
    eachChanged([&](const ListAt& other, const ChangedList&) {
        isNextToChanged = isNextToChanged || (other.path != list.path && pieceOf(other.path) == pieceOf(list.path));
    });
    ListPlan plan{{{list, shift, {}}}, true};
    if (isNextToChanged || !keepsReferences(plan)) return std::nullopt;
    std::vector<EditValue> made;
    for (std::uint32_t i = 0; isNew(shift) && i < shift.count; ++i) made.push_back(rigidVertex(valueAt(values, i)));
    auto elements = newElements(list, shift, made, context());
    if (!elements) return std::nullopt;
    plan.edits[0].made = std::move(*elements);
    return plan;
}

ModelEditor::Plan ModelEditor::planOfVertices6(const ListAt& list, const Shift& shift, Values values) {
    if (!isAllRead()) return std::nullopt;
    const FieldReader fields(state());
    const auto normalField = fields.field(list.parent, "NormalVerts");
    if (!normalField) return refused(list.path + " lacks the number of vertices of the full mesh.");
    const auto normalInFile = load<std::uint32_t>(state().bytes, normalField->start);
    const std::uint32_t normal = normalInFile + (list.size - list.array.count);
    const bool isInsert = shift.kind == ListChange::Kind::Insert;
    const std::uint32_t end = isInsert ? shift.index : std::max(shift.index, shift.to) + shift.count;
    if (normalInFile > list.array.count || end > normal || (shift.copied != kNone && shift.copied >= normal)) {
        return refused("Vertices from " + grouped(normal) +
                       " onwards belong to edge collapses, which cannot be changed.");
    }
    if (shift.sizeAfter(list.size) > kMostInLevel)
        return refused("A model of version 6 can have at most " + grouped(kMostInLevel) + " vertices.");
    ListPlan plan{{{list, shift, {}}}, true};
    if (!keepsReferences(plan)) return std::nullopt;
    auto made = newElements(list, shift, values, context());
    if (!made) return std::nullopt;
    plan.edits[0].made = std::move(*made);
    const auto fill = [&](const ListAt& each) { return usualElements(each, shift); };
    if (!shiftParallel(plan, parallelTo(Var::NormalVertexCount, normalInFile), shift, fill)) return std::nullopt;
    return plan;
}

}  // namespace abc
