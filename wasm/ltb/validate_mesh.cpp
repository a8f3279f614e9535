// The levels of the pieces: what the engine refuses, and what it does not check (ltb.md §3, §4).
#include <algorithm>

#include "check.h"

namespace ltb {

using core::grouped;

namespace {

constexpr std::uint8_t kNoBone = 0xFF;

/// Why the engine does not draw a stream as its flags say; empty: it does.
std::string flawOf(std::uint32_t flags) {
    using namespace schema;
    constexpr std::uint32_t kLaterSets = Uv2Part | Uv3Part | Uv4Part;
    if ((flags & ~kKnownFlags) != 0) return "some of these flags are unknown";
    if ((flags & ColorPart) != 0) return "the engine makes no room for colours";
    if ((flags & PositionPart) != 0 && (flags & NormalPart) == 0) return "the engine needs normals beside positions";
    if ((flags & kLaterSets) != 0) return "the engine miscounts several texture coordinates";
    return {};
}

class LevelCheck {
public:
    LevelCheck(Check& check, const Place& level, std::uint32_t piece, const abc::Lod& lod, std::uint64_t group)
        : check_(check), fields_(check.fields), level_(level), piece_(piece), lod_(lod), group_(group) {}

    void run() {
        const auto type = number("MeshType");
        const bool isKnown = type >= schema::Rigid && type <= schema::Null;
        if (number("TextureCount") > schema::kMostBones) {
            add(Code::TextureCount, "TextureCount", [&] {
                return Values{grouped(number("TextureCount")), grouped(schema::kMostBones)};
            });
        }
        if (!isKnown && fields_.field(level_, "MeshType")) {
            add(Code::MeshTypeUnknown, "MeshType", [&] { return Values{grouped(type)}; });
        }
        const auto bytes = objectBytes(fields_, level_);
        if (bytes && bytes->stored != bytes->read) {
            add(Code::ObjectSize, "ObjectSize", [&] { return Values{grouped(bytes->stored), grouped(bytes->read)}; });
        }
        // Without all of the mesh it is not known what there is to refer to.
        if (!bytes || !isKnown || type == schema::Null) return;
        streams();
        bones(type);
        faces();
        if (type == schema::VertexAnimated) duplicates();
        positions();
    }

private:
    [[nodiscard]] std::uint32_t number(FieldName name) const { return fields_.number<std::uint32_t>(level_, name); }
    [[nodiscard]] std::string path(const std::string& field) const {
        return element(element("Pieces.Pieces", piece_) + ".LODs", level_.index) + '.' + field;
    }
    template <class MakeValues>
    void add(Code code, const std::string& field, MakeValues values) {
        check_.add(
            code, group_, [&] { return path(field); }, values);
    }
    /// @param what the name of the number
    void expectBelow(std::uint32_t index, std::size_t count, std::string_view what, const std::string& field) {
        if (index < count) return;
        add(Code::IndexOutOfRange, field, [&] { return Values{std::string(what), grouped(index), grouped(count)}; });
    }

    void streams() {
        for (const FieldName name : {FieldName("StreamFlags0"), FieldName("StreamFlags1"), FieldName("StreamFlags2"),
                                     FieldName("StreamFlags3")}) {
            const std::uint32_t flags = number(name);
            const std::string flaw = flawOf(flags);
            if (flaw.empty()) continue;
            add(Code::StreamFlags, std::string(name.text()), [&] {
                return Values{std::string(name.text()), core::hex(flags), flaw};
            });
        }
    }

    void bones(std::uint32_t type) {
        if (type != schema::Skeletal) {
            expectBelow(number("Bone"), check_.nodeCount(), "Bone", "Bone");
            if (type == schema::VertexAnimated) {
                expectBelow(number("AnimNode"), check_.nodeCount(), "AnimNode", "AnimNode");
            }
            return;
        }
        const bool hasPalette = fields_.number<std::uint8_t>(level_, "MatrixPalette") != 0;
        const FieldName most = hasPalette ? FieldName("MaxBonesPerVertex") : FieldName("MaxBonesPerFace");
        const std::uint32_t least = hasPalette ? 2 : 1;
        const std::uint32_t count = number(most);
        if (count < least || count > schema::kMostBones) {
            add(Code::BoneCount, std::string(most.text()), [&] {
                return Values{std::string(most.text()), grouped(count), grouped(least), grouped(schema::kMostBones)};
            });
        }
        if (hasPalette) {
            ownBones();
        } else {
            boneSets();
        }
    }

    void ownBones() {
        const auto list = fields_.field(level_, "Bones");
        for (std::uint32_t i = 0; list && i < list->count; ++i) {
            const auto bone = core::load<std::uint32_t>(check_.document.bytes, list->start + 4 * i);
            if (bone >= check_.nodeCount()) expectBelow(bone, check_.nodeCount(), "A bone", element("Bones", i));
        }
        for (std::uint32_t v = 0; v < lod_.vertexCount; ++v) {
            const abc::Model& model = check_.model;
            for (std::uint32_t w = model.weightStart[lod_.firstVertex + v];
                 w < model.weightStart[lod_.firstVertex + v + 1]; ++w) {
                if (model.weights[w].node != core::kNone) continue;
                add(Code::IndexOutOfRange, element("Vertices", v), [&] {
                    return Values{"A bone of the vertex", "beyond the list", grouped(check_.nodeCount())};
                });
            }
        }
    }

    void boneSets() {
        std::uint32_t vertices = 0;
        std::uint32_t corners = 0;
        bool isInOrder = true;
        fields_.each(level_, "BoneSets", [&](const Place& set) {
            const auto first = fields_.number<std::uint16_t>(set, "FirstVertex");
            const auto count = fields_.number<std::uint16_t>(set, "VertexCount");
            const auto end = fields_.number<std::uint32_t>(set, "IndexEnd");
            isInOrder = isInOrder && first == vertices && end >= corners;
            vertices += count;
            corners = std::max(corners, end);
            const auto bones = fields_.number<std::array<std::uint8_t, schema::kMostBones>>(set, "Bones");
            for (std::uint32_t i = 0; i < bones.size() && bones[i] != kNoBone; ++i) {
                if (bones[i] < check_.nodeCount()) continue;
                expectBelow(bones[i], check_.nodeCount(), "A bone of the set",
                            element(element("BoneSets", set.index) + ".Bones", i));
            }
        });
        const std::uint32_t allCorners = 3 * lod_.faceCount;
        if (isInOrder && vertices == lod_.vertexCount && corners == allCorners) return;
        add(Code::BoneSetGap, "BoneSetCount", [&] {
            return Values{grouped(vertices), grouped(lod_.vertexCount), grouped(corners), grouped(allCorners)};
        });
    }

    void faces() {
        for (std::uint32_t f = 0; f < lod_.faceCount; ++f) {
            if (check_.model.faces[lod_.firstFace + f][0] != core::kNone) continue;
            add(Code::IndexOutOfRange, element("Faces", f), [&] {
                const auto corners =
                    core::load<std::array<std::uint16_t, 3>>(check_.document.bytes, lod_.facesOffset + 6 * f);
                return Values{"A corner", grouped(*std::max_element(corners.begin(), corners.end())),
                              grouped(lod_.vertexCount)};
            });
        }
    }

    void duplicates() {
        const std::uint32_t own = number("AnimatedCount");
        expectBelow(own, std::size_t{lod_.vertexCount} + 1, "AnimatedCount", "AnimatedCount");
        fields_.each(level_, "Duplicates", [&](const Place& copy) {
            const auto source = fields_.number<std::uint16_t>(copy, "Source");
            const auto target = fields_.number<std::uint16_t>(copy, "Target");
            if (source >= own) expectBelow(source, own, "Source", element("Duplicates", copy.index));
            if (target >= lod_.vertexCount) {
                expectBelow(target, lod_.vertexCount, "Target", element("Duplicates", copy.index));
            }
        });
    }

    void positions() {
        for (std::uint32_t v = 0; v < lod_.vertexCount; ++v) {
            const std::uint32_t vertex = lod_.firstVertex + v;
            if (isFinite(check_.model.locations[vertex]) && isFinite(check_.model.normals[vertex])) continue;
            add(Code::NotFinite, element("Vertices", v), [] { return Values{"The vertex"}; });
        }
    }

    Check& check_;
    const Fields& fields_;
    const Place& level_;
    std::uint32_t piece_;
    const abc::Lod& lod_;
    std::uint64_t group_;
};

}  // namespace

void checkMesh(Check& check) {
    std::uint32_t lod = 0;
    check.fields.eachPiece([&](const Place& piece, std::uint32_t index) {
        check.fields.each(piece, "LODs", [&](const Place& level) {
            LevelCheck(check, level, index, check.model.lods[lod], lod).run();
            ++lod;
        });
    });
}

}  // namespace ltb
