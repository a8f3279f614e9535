#include "edit_levels.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "build.h"
#include "field_reader.h"
#include "given_values.h"
#include "nearest.h"
#include "operation_arguments.h"
#include "skeleton_match.h"

namespace abc {

using Kind = Operation::Kind;

namespace {

constexpr std::string_view kCollapse = "SubLODVertexIndex";

bool isLevel(const Document& document, const std::optional<Place>& place) {
    return place && place->kind == Place::Kind::Struct && place->index != kNone &&
           document.dialect.roleOf(place->type) == schema::Role::Lod;
}

/// What a level gets.
struct NewMesh {
    EditValue::List vertices;
    EditValue::List faces;
    /// Why there is none.
    std::string refusal;
};

NewMesh given(const Operation& operation) {
    const Arguments arguments(operation);
    const auto* vertices = arguments.find<EditValue::List>("vertices");
    const auto* faces = arguments.find<EditValue::List>("faces");
    if (vertices == nullptr) return {{}, {}, arguments.needs("vertices", "a list of vertices")};
    if (faces == nullptr) return {{}, {}, arguments.needs("faces", "a list of triangles")};
    return {*vertices, *faces, {}};
}

/// A level of another model, for the nodes of this one.
class OtherLevel {
public:
    OtherLevel(const Document& document, const Operation& operation) : document_(document), arguments_(operation) {}

    [[nodiscard]] NewMesh run() {
        const auto* bytes = arguments_.find<EditValue::Bytes>("from");
        if (bytes == nullptr) return {{}, {}, arguments_.needs("from", "the bytes of another model")};
        const auto* path = arguments_.find<std::string>("level");
        if (path == nullptr) return {{}, {}, arguments_.needs("level", "the path of a level of the other model")};
        const Document other = parse(*bytes);
        if (!other.versionKnown || familyOf(other.dialect) == Family::V6) {
            return {{}, {}, inQuotes("from") + " is not a readable model of version 9 or later."};
        }
        const auto level = other.walk().resolve(*path);
        if (!isLevel(other, level)) return {{}, {}, "The other model has no level " + inQuotes(*path) + "."};
        const SkeletonMatch match = matchSkeletons(buildModel(document_), buildModel(other));
        if (!match.difference.empty()) return {{}, {}, match.difference};
        nodes_.assign(match.nodes.size(), 0);
        for (std::uint32_t node = 0; node < match.nodes.size(); ++node) nodes_[match.nodes[node]] = node;
        const FieldReader fields(other);
        NewMesh out;
        fields.each(level, "Vertices", [&](const Place& each) { out.vertices.push_back(vertex(fields, each)); });
        fields.each(level, "Faces", [&](const Place& each) { out.faces.push_back(face(fields, each)); });
        return out;
    }

private:
    static EditValue numbers(Vec3 v) { return {EditValue::List{{double{v.x}}, {double{v.y}}, {double{v.z}}}}; }

    /// It names no vertex of the next level: that of the other model has nothing to do with this one's.
    [[nodiscard]] EditValue vertex(const FieldReader& fields, const Place& place) const {
        EditValue::List weights;
        fields.each(place, "Weights", [&](const Place& weight) {
            const auto node = fields.number<std::uint32_t>(weight, "NodeIndex");
            weights.push_back(
                {EditValue::Fields{{"NodeIndex", {static_cast<double>(node < nodes_.size() ? nodes_[node] : node)}},
                                   {"Location", numbers(fields.vector(weight, "Location"))},
                                   {"Bias", {double{fields.number<float>(weight, "Bias")}}}}});
        });
        return {EditValue::Fields{{"Weights", {std::move(weights)}},
                                  {"Location", numbers(fields.vector(place, "Location"))},
                                  {"Normal", numbers(fields.vector(place, "Normal"))}}};
    }

    [[nodiscard]] static EditValue face(const FieldReader& fields, const Place& place) {
        EditValue::List corners;
        fields.each(place, "Vertices", [&](const Place& corner) {
            const auto [u, v] = fields.number<TexCoord>(corner, "Texcoord");
            corners.push_back(
                {EditValue::Fields{{"Texcoord", {EditValue::List{{double{u}}, {double{v}}}}},
                                   {"VertexIndex", {double(fields.number<std::uint16_t>(corner, "VertexIndex"))}}}});
        });
        return {EditValue::Fields{{"Vertices", {std::move(corners)}}}};
    }

    const Document& document_;
    Arguments arguments_;
    /// By node of the other model: the one of this model.
    std::vector<std::uint32_t> nodes_;
};

/// A level that gets other vertices and triangles.
class Replacement {
public:
    Replacement(const Document& document, const Operation& operation)
        : document_(document), fields_(document), operation_(operation) {}

    [[nodiscard]] Meant run() {
        const Walk walk = document_.walk();
        const auto level = walk.resolve(operation_.path);
        if (!isLevel(document_, level)) return {{}, inQuotes(operation_.path) + " is not a level of a piece."};
        const NewMesh mesh =
            operation_.kind == Kind::AdoptLevel ? OtherLevel(document_, operation_).run() : given(operation_);
        if (!mesh.refusal.empty()) return {{}, mesh.refusal};
        removeAll("Faces", 0, countOf(*level, "Faces"));
        replaceVertices(*level, mesh.vertices);
        if (!mesh.faces.empty()) insert("Faces", 0, mesh.faces);
        return std::move(out_);
    }

private:
    [[nodiscard]] std::uint32_t countOf(const Place& level, FieldName list) const {
        const auto array = fields_.list(level, list);
        return array ? array->count : 0;
    }

    /// The level of the same piece that is so many after this one.
    [[nodiscard]] std::string neighbour(std::int64_t step, const Place& level) const {
        const std::string list = operation_.path.substr(0, operation_.path.rfind('['));
        return list + "[" + std::to_string(std::int64_t{level.index} + step) + "]";
    }

    [[nodiscard]] std::vector<Vec3> locationsIn(const std::string& path) const {
        std::vector<Vec3> out;
        const auto level = document_.walk().resolve(path);
        fields_.each(level, "Vertices",
                     [&](const Place& vertex) { out.push_back(fields_.vector(vertex, "Location")); });
        return out;
    }

    /// One of the old vertices stays until the vertices of the level before name new ones: all the time they name some.
    void replaceVertices(const Place& level, const EditValue::List& vertices) {
        const std::uint32_t count = countOf(level, "Vertices");
        const std::string above = level.index == 0 ? std::string() : neighbour(-1, level);
        const std::vector<std::uint32_t> naming = above.empty() ? std::vector<std::uint32_t>() : namingIn(above, count);
        if (naming.empty() || vertices.empty()) {
            removeAll("Vertices", 0, count);
            if (!vertices.empty()) insert("Vertices", 0, collapsing(level, vertices));
            return;
        }
        for (const std::uint32_t vertex : naming) collapse(above, vertex, 0);
        removeAll("Vertices", 1, count - 1);
        insert("Vertices", 1, collapsing(level, vertices));
        std::vector<Vec3> places;
        std::transform(vertices.begin(), vertices.end(), std::back_inserter(places),
                       [](const EditValue& vertex) { return vectorOf(fieldOf(&vertex, "Location")); });
        const Nearest nearest(std::move(places));
        const std::vector<Vec3> named = locationsIn(above);
        for (const std::uint32_t vertex : naming) collapse(above, vertex, 1 + nearest(named[vertex]));
        removeAll("Vertices", 0, 1);
    }

    /// The vertices of the level before that name one of this level.
    [[nodiscard]] std::vector<std::uint32_t> namingIn(const std::string& above, std::uint32_t count) const {
        std::vector<std::uint32_t> out;
        std::uint32_t index = 0;
        const bool isByte = document_.dialect.has(schema::Feature::ByteVertexCounts);
        fields_.each(document_.walk().resolve(above), "Vertices", [&](const Place& vertex) {
            const std::uint32_t named = isByte ? fields_.number<std::uint8_t>(vertex, "SubLODVertexIndex")
                                               : fields_.number<std::uint16_t>(vertex, "SubLODVertexIndex");
            if (named < count) out.push_back(index);
            ++index;
        });
        return out;
    }

    /// New vertices, of which those that do not say it collapse to the nearest vertex of the next level.
    [[nodiscard]] EditValue::List collapsing(const Place& level, EditValue::List vertices) const {
        std::vector<Vec3> next = locationsIn(neighbour(1, level));
        if (next.empty()) return vertices;
        const Nearest nearest(std::move(next));
        for (EditValue& vertex : vertices) {
            auto* fields = std::get_if<EditValue::Fields>(&vertex.value);
            if (fields == nullptr || fieldOf(&vertex, kCollapse) != nullptr) continue;
            fields->push_back(
                {std::string(kCollapse), {static_cast<double>(nearest(vectorOf(fieldOf(&vertex, "Location"))))}});
        }
        return vertices;
    }

    void collapse(const std::string& level, std::uint32_t vertex, std::uint32_t to) {
        Operation& made = add(Kind::Set, level + ".Vertices[" + std::to_string(vertex) + "]." + std::string(kCollapse));
        made.value.value = static_cast<double>(to);
    }

    void removeAll(std::string_view list, std::uint32_t from, std::uint32_t count) {
        if (count > 0) addToList(Kind::Remove, list, from).count = count;
    }

    void insert(std::string_view list, std::uint32_t at, EditValue::List values) {
        addToList(Kind::Insert, list, at).values = std::move(values);
    }

    Operation& addToList(Kind kind, std::string_view list, std::uint32_t at) {
        return add(kind, operation_.path + "." + std::string(list) + "[" + std::to_string(at) + "]");
    }

    Operation& add(Kind kind, std::string path) {
        Operation& made = out_.operations.emplace_back();
        made.kind = kind;
        made.path = std::move(path);
        made.force = operation_.force;
        return made;
    }

    const Document& document_;
    FieldReader fields_;
    const Operation& operation_;
    Meant out_;
};

}  // namespace

Meant meantByLevel(const Document& document, const Operation& operation) {
    return Replacement(document, operation).run();
}

}  // namespace abc
