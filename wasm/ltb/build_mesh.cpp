// The meshes of an LTB: streams of vertices, and which nodes move them (ltb.md §3, §4).
#include <algorithm>
#include <cmath>

#include "abc/build.h"
#include "build.h"

namespace ltb {
namespace {

using core::kNone;
using core::load;

constexpr FieldName kStreams[] = {"Vertices", "Stream1", "Stream2", "Stream3"};
constexpr FieldName kUvSets[] = {"UV1", "UV2", "UV3", "UV4"};
constexpr std::uint8_t kNoBone = 0xFF;
/// The last bone has what the others leave.
constexpr float kWhole = 1;
/// What is left by rounding is no share.
constexpr float kRounding = 1e-6F;

/// A part of the vertices of a level, in the first stream that has it.
struct Part {
    std::uint32_t start = kNone;
    std::uint32_t stride = 0;
    /// Vertices that have it.
    std::uint32_t count = 0;
    /// Elements of a part that is a list.
    std::uint32_t elements = 0;

    [[nodiscard]] std::uint32_t at(std::uint32_t vertex) const { return start + vertex * stride; }
};

Part partOf(const Fields& fields, const Place& level, FieldName name) {
    for (const FieldName stream : kStreams) {
        const auto vertices = fields.field(level, stream);
        if (!vertices) continue;
        const auto part = fields.field(fields.walk().element(*vertices, 0), name);
        if (!part) continue;
        return {part->start, (vertices->end - vertices->start) / vertices->count, vertices->count, part->count};
    }
    return {};
}

/// One level as it is added to the model.
class LevelBuilder {
public:
    LevelBuilder(const core::Document& document, const Fields& fields, const Place& level, abc::Model& model)
        : bytes_(document.bytes), fields_(fields), level_(level), model_(model) {}

    void run() {
        lod_.firstFace = static_cast<std::uint32_t>(model_.faces.size());
        lod_.firstVertex = static_cast<std::uint32_t>(model_.locations.size());
        vertices();
        faces();
        weights();
        lod_.vertexLevel = static_cast<std::uint32_t>(model_.vertexLevels.size());
        model_.vertexLevels.push_back(own_);
        model_.lods.push_back(lod_);
    }

private:
    [[nodiscard]] std::uint32_t number(FieldName name) const { return fields_.number<std::uint32_t>(level_, name); }
    [[nodiscard]] std::uint32_t inRange(std::uint32_t node) const { return node < model_.nodes.size() ? node : kNone; }

    void vertices() {
        const Part positions = partOf(fields_, level_, "Position");
        const Part normals = partOf(fields_, level_, "Normal");
        lod_.vertexCount = positions.count;
        abc::Vec3* location = abc::extend(model_.locations, positions.count);
        abc::Vec3* normal = abc::extend(model_.normals, positions.count);
        for (std::uint32_t v = 0; v < positions.count; ++v) {
            *location++ = load<abc::Vec3>(bytes_, positions.at(v));
            *normal++ = v < normals.count ? load<abc::Vec3>(bytes_, normals.at(v)) : abc::Vec3{};
        }
        for (const FieldName name : kUvSets) {
            const Part coordinates = partOf(fields_, level_, name);
            if (coordinates.count == 0 || coordinates.count < positions.count) continue;
            own_.texCoords = coordinates.start;
            own_.stride = coordinates.stride;
            break;
        }
    }

    void faces() {
        const auto list = fields_.field(level_, "Faces");
        if (!list) return;
        lod_.facesOffset = list->start;
        lod_.faceCount = list->count;
        abc::Corners* face = abc::extend(model_.faces, list->count);
        const std::uint32_t size = (list->end - list->start) / list->count;
        for (std::uint32_t at = list->start; at < list->end; at += size) {
            const auto corners = load<std::array<std::uint16_t, 3>>(bytes_, at);
            *face++ = abc::resolved({corners[0], corners[1], corners[2]}, lod_.vertexCount);
        }
    }

    void weights() {
        const auto type = number("MeshType");
        if (type == schema::Skeletal) {
            if (fields_.number<std::uint8_t>(level_, "MatrixPalette") != 0) {
                ownBones();
            } else {
                boneSets();
            }
            return;
        }
        const std::uint32_t bone = inRange(number("Bone"));
        for (std::uint32_t v = 0; v < lod_.vertexCount; ++v) {
            if (bone != kNone) add(v, bone, kWhole);
            close();
        }
        if (type == schema::VertexAnimated && bone != kNone) animated(bone);
    }

    void add(std::uint32_t vertex, std::uint32_t node, float weight) {
        const abc::Vec3 place = node == kNone
                                    ? abc::Vec3{}
                                    : model_.nodes[node].inverseBind.apply(model_.locations[lod_.firstVertex + vertex]);
        model_.weights.push_back({node, place * weight, weight});
    }
    /// Of the vertex all weights are there.
    void close() { model_.weightStart.push_back(static_cast<std::uint32_t>(model_.weights.size())); }

    /// Adds the weights of a vertex with so many bones, `nodeOf(i)` the i-th of them.
    template <class NodeOf>
    void blended(std::uint32_t vertex, const Part& blends, std::uint32_t bones, NodeOf nodeOf) {
        float rest = kWhole;
        const std::uint32_t stored = blends.count > vertex ? std::min(bones - 1, blends.elements) : 0;
        for (std::uint32_t i = 0; i < stored; ++i) {
            const auto weight = load<float>(bytes_, blends.at(vertex) + i * static_cast<std::uint32_t>(sizeof(float)));
            rest -= weight;
            if (weight != 0) add(vertex, nodeOf(i), weight);
        }
        // NaN too is a share: it shows that something is wrong.
        if (!(std::abs(rest) <= kRounding)) add(vertex, nodeOf(bones - 1), rest);
    }

    void ownBones() {
        const Part blends = partOf(fields_, level_, "Blends");
        const Part bones = partOf(fields_, level_, "Bones");
        const auto list = fields_.field(level_, "Bones");
        const bool isReIndexed = fields_.number<std::uint8_t>(level_, "ReIndexedBones") != 0;
        const std::uint32_t known = list ? list->count : 0;
        const auto nodeAt = [&](std::uint32_t vertex, std::uint32_t i) {
            const std::uint32_t stored = core::loadUnsigned(bytes_, bones.at(vertex) + i, 1);
            if (!isReIndexed) return inRange(stored);
            return stored < known ? inRange(load<std::uint32_t>(bytes_, list->start + 4 * stored)) : kNone;
        };
        for (std::uint32_t v = 0; v < lod_.vertexCount; ++v) {
            if (v < bones.count) {
                blended(v, blends, blends.elements + 1, [&](std::uint32_t i) { return nodeAt(v, i); });
            }
            close();
        }
    }

    /// Each set has the vertices behind those of the sets before it: a file may say otherwise.
    void boneSets() {
        const Part blends = partOf(fields_, level_, "Blends");
        std::uint32_t vertex = 0;
        fields_.each(level_, "BoneSets", [&](const Place& set) {
            const std::uint32_t first = fields_.number<std::uint16_t>(set, "FirstVertex");
            const std::uint32_t end = first + fields_.number<std::uint16_t>(set, "VertexCount");
            const auto bones = fields_.number<std::array<std::uint8_t, schema::kMostBones>>(set, "Bones");
            const auto count =
                static_cast<std::uint32_t>(std::find(bones.begin(), bones.end(), kNoBone) - bones.begin());
            for (; vertex < std::min(first, lod_.vertexCount); ++vertex) close();
            for (; vertex < std::min(end, lod_.vertexCount); ++vertex) {
                if (count > 0) blended(vertex, blends, count, [&](std::uint32_t i) { return inRange(bones[i]); });
                close();
            }
        });
        for (; vertex < lod_.vertexCount; ++vertex) close();
    }

    void animated(std::uint32_t bone) {
        abc::MovedVertices moved;
        moved.animNode = inRange(number("AnimNode"));
        moved.bone = bone;
        if (moved.animNode == kNone) return;
        const std::uint32_t own = number("AnimatedCount");
        for (std::uint32_t v = 0; v < lod_.vertexCount; ++v) moved.positions.push_back(v < own ? v : kNone);
        if (const auto copies = fields_.field(level_, "Duplicates")) {
            for (std::uint32_t at = copies->start; at < copies->end; at += 4) {
                const auto [source, target] = load<std::array<std::uint16_t, 2>>(bytes_, at);
                if (target < moved.positions.size() && source < own) moved.positions[target] = source;
            }
        }
        lod_.moved = static_cast<std::uint32_t>(model_.movedVertices.size());
        model_.movedVertices.push_back(std::move(moved));
    }

    core::Bytes bytes_;
    const Fields& fields_;
    const Place& level_;
    abc::Model& model_;
    abc::Lod lod_;
    abc::VertexLevel own_;
};

}  // namespace

void buildPieces(const core::Document& document, const Fields& fields, abc::Model& model) {
    model.weightStart.push_back(0);
    fields.eachPiece([&](const Place& place, std::uint32_t) {
        abc::Piece piece;
        piece.name = fields.text(place, "Name");
        piece.firstLod = static_cast<std::uint32_t>(model.lods.size());
        fields.each(place, "LODs", [&](const Place& level) {
            if (piece.lodCount == 0) piece.materialIndex = fields.number<std::uint16_t>(level, "TextureIndices");
            LevelBuilder(document, fields, level, model).run();
            ++piece.lodCount;
        });
        model.pieces.push_back(piece);
    });
}

}  // namespace ltb
