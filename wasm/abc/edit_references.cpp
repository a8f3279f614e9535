// What refers to the elements of a list: it goes with them, and they stay as long as there is any.
#include <algorithm>

#include "core/reach.h"
#include "core/words.h"
#include "editor.h"

namespace abc {

using schema::Id;
using schema::Meaning;
using schema::Refers;

namespace {

using Visit = FunctionRef<void(const schema::Field& field, std::uint32_t offset)>;

/// The level before the one that has these vertices, nothing for those of the first.
std::optional<Place> levelBefore(const Document& document, const std::string& vertices) {
    const std::string level = vertices.substr(0, vertices.rfind('.'));
    const std::size_t digits = level.rfind('[') + 1;
    const auto index = static_cast<std::uint32_t>(std::stoul(level.substr(digits)));
    if (index == 0) return std::nullopt;
    return document.walk().resolve(level.substr(0, digits) + std::to_string(index - 1) + "]");
}

/// v6: what refers to vertices.
void eachReferenceTo6(const Document& document, Visit visit) {
    const FieldReader fields(document);
    const auto geometry = fields.section(Id::GeometrySection6);
    if (geometry) core::eachReference(document, *geometry, Refers::Vertex, visit);
    const auto vertices = geometry ? fields.field(*geometry, "VertexInfo") : std::nullopt;
    // What the others say there is left over.
    for (auto v = geometry ? fields.number<std::uint32_t>(*geometry, "NormalVerts") : 0;
         vertices && v < vertices->count; ++v) {
        core::eachReference(document, document.walk().element(*vertices, v), Refers::ReplacedVertex, visit);
    }
    if (const auto nodes = fields.section(Id::NodesSection6))
        core::eachReference(document, *nodes, Refers::Vertex, visit);
}

/// What refers to the elements of a list by their index.
void eachReferenceTo(const Document& document, const ListAt& list, Visit visit) {
    if (FieldName(Meaning::Nodes)(*list.array.field)) return core::eachReference(document, Refers::Node, visit);
    if (list.array.type == schema::Type(Id::Vertex6)) return eachReferenceTo6(document, visit);
    const auto level = document.walk().resolve(list.path.substr(0, list.path.rfind('.')));
    if (level) core::eachReference(document, *level, Refers::Vertex, visit);
    if (const auto before = levelBefore(document, list.path))
        core::eachReference(document, *before, Refers::NextLevelVertex, visit);
}

std::string times(std::uint32_t count, std::string_view one) {
    return grouped(count) + " " + std::string(one) + (count == 1 ? "" : "s");
}

}  // namespace

void eachSub(const Document& document, const Place& level, FunctionRef<void(std::uint32_t, std::uint32_t)> visit) {
    core::eachReference(document, level, Refers::NextLevelVertex,
                        [&](const schema::Field& field, std::uint32_t offset) {
                            visit(offset, schema::scalarSize(field.type.scalar()));
                        });
}

const ModelEditor::Referrers& ModelEditor::referrersOf(const ListAt& list) {
    if (referredIn_ != generation()) referrers_.clear();
    referredIn_ = generation();
    const auto [known, isFirst] = referrers_.try_emplace(list.array.start);
    Referrers& out = known->second;
    if (!isFirst) return out;
    eachReferenceTo(state(), list, [&](const schema::Field& field, std::uint32_t offset) {
        const std::uint32_t element = loadUnsigned(state().bytes, offset, schema::scalarSize(field.type.scalar()));
        auto of =
            std::find_if(out.fields.begin(), out.fields.end(), [&](const auto& one) { return one.field == &field; });
        if (of == out.fields.end()) {
            out.fields.push_back({&field, std::vector<std::uint32_t>(list.array.count)});
            of = out.fields.end() - 1;
        }
        if (element < list.array.count) {
            ++of->counts[element];
        } else {
            out.isDangling = true;
        }
    });
    return out;
}

bool ModelEditor::refuseReferred(const ListAt& list, const Shift& shift, const schema::Field& field,
                                 std::uint32_t times) {
    const bool isOne = times == 1;
    switch (static_cast<Id>(holderOf(field).id.index())) {
        case Id::Weight:
            return refuse(grouped(times) + (isOne ? " weight refers" : " weights refer") +
                          " to the node: assign the vertices to another node first.");
        case Id::Socket: {
            std::string first;
            const FieldReader fields(state());
            eachOf(fields.section(Id::SocketsSection), "Sockets", [&](const Place& socket) {
                for (std::uint32_t n = shift.index; first.empty() && n < shift.index + shift.count; ++n) {
                    const ChangedList* const changes = changesOf(list);
                    const std::uint32_t node = changes == nullptr ? n : changes->own(n);
                    if (node == fields.number<std::uint32_t>(socket, "NodeIndex"))
                        first = inQuotes(state().text(fields.text(socket, "Name")));
                }
            });
            return refuse(
                (isOne ? "The socket " + first + " is" : grouped(times) + " sockets, the first " + first + ", are") +
                " attached to the node: remove or move " + (isOne ? "it" : "them") + " first.");
        }
        case Id::Vertex:
            if (force_) return true;
            return refuse("In the previous level, " + grouped(times) +
                              (isOne ? " vertex collapses" : " vertices collapse") + " to it.",
                          true);
        case Id::Vertex6:
            return refuse(abc::times(times, "edge collapse") + (isOne ? " replaces" : " replace") +
                          " the vertex and cannot be changed.");
        case Id::Node6:
            return refuse("Animations deform the vertex: remove it from the list of its node (MDVertList) first.");
        default:
            return refuse(abc::times(times, "triangle corner") + (isOne ? " uses" : " use") +
                          " the vertex: remove or change the triangles first.");
    }
}

bool ModelEditor::keepsReferences(ListPlan& plan) {
    const auto& [list, shift, made] = plan.edits[0];
    const Referrers& referrers = referrersOf(list);
    const ChangedList* const changes = changesOf(list);
    const auto own = [&](std::uint32_t element) { return changes == nullptr ? element : changes->own(element); };
    plan.isAlone = plan.isAlone || referrers.isDangling;
    const bool isRemoval = shift.kind == ListChange::Kind::Remove;
    for (const auto& [field, counts] : referrers.fields) {
        std::uint32_t times = 0;
        for (std::uint32_t n = shift.index; isRemoval && n < shift.index + shift.count; ++n) {
            if (own(n) != kNone) times += counts[own(n)];
        }
        if (times == 0) continue;
        if (!refuseReferred(list, shift, *field, times)) return false;
        // They keep their number, which may come to be that of another element.
        plan.isAlone = true;
    }
    for (const auto& [field, counts] : referrers.fields) {
        if (schema::scalarSize(field->type.scalar()) > 1) continue;
        for (std::uint32_t n = 0; n < list.size; ++n) {
            const bool fits = shift(n) == kNone || shift(n) <= 0xFF;
            if (!fits && own(n) != kNone && counts[own(n)] > 0)
                return refuse(
                    "The previous level refers to vertices of this one with a single byte, which is too small for the "
                    "new numbers.");
        }
    }
    return true;
}

void ModelEditor::mapReferences(const ListAt& list, const std::vector<std::uint32_t>& newIndices) {
    eachReferenceTo(state(), list, [&](const schema::Field& field, std::uint32_t offset) {
        const std::uint32_t size = schema::scalarSize(field.type.scalar());
        const std::uint32_t element = loadUnsigned(state().bytes, offset, size);
        if (element >= newIndices.size() || newIndices[element] == kNone) return;
        overwrite(offset, size, newIndices[element]);
    });
}

}  // namespace abc
