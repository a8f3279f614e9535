// Vertices and levels of detail that come, go and move: what names vertices goes with them.
#include <algorithm>

#include "core/words.h"
#include "editor.h"
#include "math.h"
#include "schema_v6.h"
#include "schema_v9.h"

namespace abc {

using schema::Id;

namespace {

/// Vertices that a triangle can name.
constexpr std::uint32_t kMostVertices = 65536;
/// Between the distances that are added behind the last one.
constexpr float kLevelDistance = 100;

/// Offset of the index of each corner of the triangles of v9 and later, and of v6.
template <class Visit>
void eachCorner(const Document& document, const Place& faces, Visit visit) {
    const Dialect& dialect = document.dialect;
    const bool isV6 = faces.type == schema::Type(Id::Triangle6);
    const std::uint32_t first = isV6 ? offsetIn<schema::kTriangle6, "VertexIndex">(dialect, Id::Triangle6)
                                     : offsetIn<schema::kFaceVertex, "VertexIndex">(dialect, Id::FaceVertex);
    const std::uint32_t stride = isV6 ? 2 : dialect.minimumSize(Id::FaceVertex);
    const std::uint32_t size = dialect.minimumSize(faces.type.id());
    for (std::uint32_t face = faces.start; face < faces.end; face += size) {
        for (std::uint32_t corner = 0; corner < 3; ++corner) visit(face + first + corner * stride);
    }
}

/// Offset of the vertex of the next level that each vertex of a level names, and how wide it is.
template <class Visit>
void eachSub(const Document& document, const Place& level, Visit visit) {
    const FieldReader fields(document);
    const auto vertices = fields.field(level, "Vertices");
    if (!vertices) return;
    const bool isByte = document.dialect.has(schema::Feature::ByteVertexCounts);
    fields.eachRun(*vertices, [&](const Record& run) {
        const std::uint32_t stride = run.stride();
        for (std::uint32_t at = run.start; at < run.end; at += stride) visit(at + (isByte ? 1 : 2), isByte ? 1U : 2U);
    });
}

std::string times(std::uint32_t count, std::string_view one) {
    return grouped(count) + " " + std::string(one) + (count == 1 ? "" : "s");
}

}  // namespace

bool ModelEditor::changeVertices(const ListAt& list, const Shift& shift, std::span<const EditValue> values) {
    const std::uint32_t count = list.array.count;
    const bool isNew = shift.kind == ListChange::Kind::Insert && shift.copied == kNone;
    const FieldReader fields(state());
    const Bytes bytes = state().bytes;
    const std::string level = list.path.substr(0, list.path.rfind('.'));
    // The level above names vertices of this one.
    const std::size_t bracket = level.rfind('[') + 1;
    const auto index = static_cast<std::uint32_t>(std::stoul(level.substr(bracket)));
    const std::string above = index == 0 ? "" : level.substr(0, bracket) + std::to_string(index - 1) + "]";
    if (shift.sizeAfter(count) > kMostVertices) {
        return refuse("A level has at most " + grouped(kMostVertices) + " vertices: triangles can name no more.");
    }
    std::uint32_t used = 0;
    const auto faces = fields.field(list.parent, "Faces");
    const auto isGone = [&](std::uint32_t vertex) { return vertex < count && shift(vertex) == kNone; };
    if (faces)
        eachCorner(state(), *faces,
                   [&](std::uint32_t at) { used += isGone(load<std::uint16_t>(bytes, at)) ? 1U : 0U; });
    if (used > 0) return refuse(times(used, "corner") + " of triangles name the vertex: remove or change them first.");
    if (const auto place = above.empty() ? std::nullopt : state().walk().resolve(above)) {
        bool fits = true;
        eachSub(state(), *place, [&](std::uint32_t at, std::uint32_t width) {
            const std::uint32_t vertex = loadUnsigned(bytes, at, width);
            used += isGone(vertex) ? 1U : 0U;
            fits = fits && (width == 2 || vertex >= count || isGone(vertex) || shift(vertex) <= 0xFF);
        });
        if (used > 0 && !force_) {
            return refuse("In the level before, " + grouped(used) +
                              (used == 1 ? " vertex collapses" : " vertices collapse") + " to it.",
                          true);
        }
        if (!fits) return refuse("The level before names vertices of this one by a byte.");
    }
    // The root node alone pulls a new vertex.
    Mat4 toRoot;
    const auto section = isNew ? fields.section(Id::NodesSection) : std::nullopt;
    const auto nodeList = section ? fields.field(*section, "Nodes") : std::nullopt;
    if (nodeList) {
        toRoot.m = fields.number<std::array<float, 16>>(state().walk().element(*nodeList, 0), "Matrix");
        toRoot = inverse(toRoot);
    }
    std::vector<EditValue> made;
    for (std::uint32_t i = 0; isNew && i < shift.count; ++i) {
        const EditValue* value = i < values.size() ? &values[i] : nullptr;
        Vec3 location;
        if (const EditValue* given = fieldOf(value, "Location"); given != nullptr) {
            float* const axes[] = {&location.x, &location.y, &location.z};
            const std::string_view axisNames[] = {"X", "Y", "Z"};
            const auto* inOrder = std::get_if<EditValue::List>(&given->value);
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const EditValue* number = inOrder == nullptr       ? fieldOf(given, axisNames[axis])
                                          : axis < inOrder->size() ? &(*inOrder)[axis]
                                                                   : nullptr;
                const auto* each = number == nullptr ? nullptr : std::get_if<double>(&number->value);
                if (each != nullptr && std::abs(*each) < 1e38) *axes[axis] = static_cast<float>(*each);
            }
        }
        const Vec3 local = toRoot.apply(location);
        const EditValue weight{EditValue::Fields{
            {"NodeIndex", {0.0}},
            {"Location", {EditValue::List{{double{local.x}}, {double{local.y}}, {double{local.z}}}}},
            {"Bias", {1.0}},
        }};
        EditValue::Fields defaults{{"Normal", {EditValue::List{{0.0}, {1.0}, {0.0}}}}};
        const bool isFinite = std::isfinite(local.x) && std::isfinite(local.y) && std::isfinite(local.z);
        if (nodeList && isFinite) defaults.push_back({"Weights", {EditValue::List{weight}}});
        made.push_back(withDefaults(value, std::move(defaults)));
    }
    if (!plainList(list, shift, made)) return false;
    then_ = [this, shift, level, above, count] {
        const FieldReader now(state());
        const auto place = state().walk().resolve(level);
        const auto triangles = place ? now.field(*place, "Faces") : std::nullopt;
        const Bytes there = state().bytes;
        if (triangles) {
            eachCorner(state(), *triangles, [&](std::uint32_t at) {
                const auto vertex = load<std::uint16_t>(there, at);
                if (vertex < count) overwrite(at, static_cast<std::uint16_t>(shift(vertex)));
            });
        }
        const auto upper = above.empty() ? std::nullopt : state().walk().resolve(above);
        if (!upper) return;
        eachSub(state(), *upper, [&](std::uint32_t at, std::uint32_t width) {
            const std::uint32_t vertex = loadUnsigned(there, at, width);
            if (vertex >= count || shift(vertex) == kNone) return;
            if (width == 1) {
                overwrite(at, static_cast<std::uint8_t>(shift(vertex)));
            } else {
                overwrite(at, static_cast<std::uint16_t>(shift(vertex)));
            }
        });
    };
    return true;
}

bool ModelEditor::changeVertices6(const ListAt& list, const Shift& shift, std::span<const EditValue> values) {
    if (!isAllRead()) return false;
    const FieldReader fields(state());
    const Bytes bytes = state().bytes;
    const std::uint32_t count = list.array.count;
    const auto normalField = fields.field(list.parent, "NormalVerts");
    if (!normalField) return refuse(list.path + " has no number of vertices of the full mesh.");
    const auto normal = load<std::uint32_t>(bytes, normalField->start);
    const bool isInsert = shift.kind == ListChange::Kind::Insert;
    const std::uint32_t end = isInsert ? shift.index : std::max(shift.index, shift.to) + shift.count;
    if (normal > count || end > normal || (shift.copied != kNone && shift.copied >= normal)) {
        return refuse("The vertices from " + grouped(normal) + " on belong to edge collapses, which stay as they are.");
    }
    if (shift.sizeAfter(count) > kMostVertices)
        return refuse("A model of version 6 has at most " + grouped(kMostVertices) + " vertices.");
    const std::uint32_t replacementsAt = offsetIn<schema::kVertex6, "Replacements">(state().dialect, Id::Vertex6);
    const std::uint32_t size = state().dialect.minimumSize(Id::Vertex6);
    const auto isGone = [&](std::uint32_t vertex) { return vertex < count && shift(vertex) == kNone; };
    std::uint32_t corners = 0;
    std::uint32_t collapses = 0;
    std::uint32_t deformed = 0;
    if (const auto faces = fields.field(list.parent, "FaceInfo")) {
        eachCorner(state(), *faces,
                   [&](std::uint32_t at) { corners += isGone(load<std::uint16_t>(bytes, at)) ? 1U : 0U; });
    }
    for (std::uint32_t v = normal; v < count; ++v) {
        for (std::uint32_t r = 0; r < 2; ++r) {
            collapses +=
                isGone(load<std::uint16_t>(bytes, list.array.start + v * size + replacementsAt + 2 * r)) ? 1U : 0U;
        }
    }
    eachOf(fields.section(Id::NodesSection6), "Nodes", [&](const Place& node) {
        const auto names = fields.field(node, "MDVertList");
        for (std::uint32_t i = 0; names && i < names->count; ++i) {
            deformed += isGone(load<std::uint16_t>(bytes, names->start + 2 * i)) ? 1U : 0U;
        }
    });
    if (corners > 0)
        return refuse(times(corners, "corner") + " of triangles name the vertex: remove or change them first.");
    if (collapses > 0) return refuse(times(collapses, "edge collapse") + " replace the vertex: they stay as they are.");
    if (deformed > 0)
        return refuse("Animations deform the vertex: take it from the list of its node (MDVertList) first.");
    if (!plainList(list, shift, values)) return false;
    if (shift.kind != ListChange::Kind::Move) splices_.number(normalField->start, shift.sizeAfter(normal));
    if (const auto strips = fields.section(Id::TriStripsSection6)) {
        const auto places = fields.list(*strips, "UVs");
        const bool isNew = isInsert && shift.copied == kNone;
        if (places && places->count == normal) {
            shiftElements(*places, shift, std::vector<std::byte>(isNew ? 8 * std::size_t{shift.count} : 0));
        }
    }
    then_ = [this, shift, count, normal, replacementsAt, size] {
        const FieldReader now(state());
        const auto remap = [&](std::uint32_t at) {
            const auto vertex = load<std::uint16_t>(state().bytes, at);
            if (vertex < count) overwrite(at, static_cast<std::uint16_t>(shift(vertex)));
        };
        const auto geometry = now.section(Id::GeometrySection6);
        if (const auto faces = now.field(*geometry, "FaceInfo")) eachCorner(state(), *faces, remap);
        const auto vertices = now.field(*geometry, "VertexInfo");
        for (std::uint32_t v = shift.sizeAfter(normal); vertices && v < vertices->count; ++v) {
            for (std::uint32_t r = 0; r < 2; ++r) remap(vertices->start + v * size + replacementsAt + 2 * r);
        }
        eachOf(now.section(Id::NodesSection6), "Nodes", [&](const Place& node) {
            const auto names = now.field(node, "MDVertList");
            for (std::uint32_t i = 0; names && i < names->count; ++i) remap(names->start + 2 * i);
        });
    };
    return true;
}

bool ModelEditor::changeLevels(const ListAt& list, const Shift& shift, std::span<const EditValue> values) {
    if (!isAllRead()) return false;
    if (!state().dialect.has(schema::Feature::LodsByDistances)) {
        return refuse(
            "The pieces of this file have as many levels as Header.LODCount says, not as there are distances.");
    }
    if (shift.kind == ListChange::Kind::Move) {
        return refuse("The distances keep their order: the vertices of a level name those of the next one.");
    }
    const std::uint32_t count = list.array.count;
    const bool isNew = shift.kind == ListChange::Kind::Insert && shift.copied == kNone;
    const FieldReader fields(state());
    const Bytes bytes = state().bytes;
    const bool isByte = state().dialect.has(schema::Feature::ByteVertexCounts);

    std::vector<Place> pieces;
    bool isUsual = true;
    eachOf(fields.section(Id::PiecesSection), "Pieces", [&](const Place& piece) {
        const auto levels = fields.list(piece, "LODs");
        isUsual = isUsual && levels && levels->count == count + 1;
        if (isUsual) pieces.push_back(*levels);
    });
    if (!isUsual) return refuse("The pieces do not have one level more than there are distances.");

    // Where the vertices of the level before lead when levels go: through these.
    std::vector<std::vector<std::uint32_t>> subs;
    std::vector<EditValue> made;
    if (shift.kind == ListChange::Kind::Remove) {
        for (const Place& levels : pieces) {
            std::vector<std::uint32_t> leads;
            eachSub(state(), state().walk().element(levels, shift.index),
                    [&](std::uint32_t at, std::uint32_t width) { leads.push_back(loadUnsigned(bytes, at, width)); });
            for (std::uint32_t level = shift.index + 1; level <= shift.index + shift.count; ++level) {
                std::vector<std::uint32_t> next;
                eachSub(state(), state().walk().element(levels, level),
                        [&](std::uint32_t at, std::uint32_t width) { next.push_back(loadUnsigned(bytes, at, width)); });
                for (std::uint32_t& lead : leads) {
                    if (lead < next.size()) lead = next[lead];
                }
            }
            subs.push_back(std::move(leads));
        }
    } else {
        for (const Place& levels : pieces) {
            const auto vertices = fields.field(state().walk().element(levels, shift.index), "Vertices");
            if (isByte && vertices && vertices->count > 256)
                return refuse("A level names vertices of the next one by a byte.");
        }
        const auto distance = [&](std::uint32_t i) { return load<float>(bytes, list.array.start + 4 * i); };
        float before = shift.index > 0 ? distance(shift.index - 1) : 0;
        for (std::uint32_t i = 0; isNew && i < shift.count; ++i) {
            const float next = shift.index < count ? distance(shift.index) : before + 2 * kLevelDistance;
            before += (next - before) / (shift.index < count ? static_cast<float>(shift.count - i + 1) : 2.0F);
            const bool isGiven = i < values.size();
            if (!isGiven && !std::isfinite(before)) return refuse("The distance needs a value.");
            made.push_back(isGiven ? values[i] : EditValue{double{before}});
        }
    }
    std::uint64_t room = 0;
    for (const Place& levels : pieces) room += bytesOf(levels, shift.index, isNew ? 1 : 0).size();
    if (!hasRoom(room * shift.count)) return false;
    auto distances = newElements(list, shift, made, {});
    if (!distances || !shiftCounter(list, shift)) return false;
    shiftElements(list.array, shift, std::move(*distances));
    // The level behind a distance is the one that comes and goes with it.
    Shift levelShift = shift;
    ++levelShift.index;
    if (levelShift.copied != kNone) ++levelShift.copied;
    for (const Place& levels : pieces) {
        std::vector<std::byte> copies;
        for (std::uint32_t i = 0; isNew && i < shift.count; ++i) append(copies, bytesOf(levels, shift.index, 1));
        shiftElements(levels, levelShift, std::move(copies));
    }
    then_ = [this, shift, subs] {
        const FieldReader now(state());
        std::uint32_t index = 0;
        eachOf(now.section(Id::PiecesSection), "Pieces", [&](const Place& piece) {
            const std::uint32_t p = index++;
            const auto levels = now.field(piece, "LODs");
            if (!levels) return;
            const std::uint32_t last =
                shift.kind == ListChange::Kind::Remove ? shift.index : shift.index + shift.count - 1;
            for (std::uint32_t level = shift.index; level <= last && level < levels->count; ++level) {
                std::uint32_t vertex = 0;
                eachSub(state(), state().walk().element(*levels, level), [&](std::uint32_t at, std::uint32_t width) {
                    // A level and its copy behind it have the same vertices.
                    const std::uint32_t lead = shift.kind == ListChange::Kind::Remove ? subs[p][vertex] : vertex;
                    ++vertex;
                    if (width == 1) {
                        overwrite(at, static_cast<std::uint8_t>(lead));
                    } else {
                        overwrite(at, static_cast<std::uint16_t>(lead));
                    }
                });
            }
        });
    };
    return true;
}

}  // namespace abc
