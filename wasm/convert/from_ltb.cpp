// Compiled models.
#include <algorithm>

#include "ltb/build.h"
#include "source.h"

namespace converting {

using LtbId = ltb::schema::Id;

namespace {

/// What is counted for sentences.
struct LtbCounts {
    std::size_t unknownMeshes = 0, ownLooks = 0, moreCoordinates = 0, colours = 0, tangents = 0, childBindings = 0;
};

class LtbReader {
public:
    LtbReader(const core::Document& document, Source& out) : document_(document), fields_(document), out_(out) {}

    LtbCounts run() {
        if (const auto header = fields_.section(LtbId::HeaderSection)) {
            out_.model.commandString = document_.text(fields_.text(*header, "CommandString"));
            out_.model.internalRadius = fields_.number<float>(*header, "InternalRadius");
        }
        fields_.eachPiece([this](const core::Place& place, std::uint32_t index) { piece(place, index); });
        return counts_;
    }

private:
    void piece(const core::Place& place, std::uint32_t index) {
        PieceLook& look = out_.looks[index];
        out_.model.pieces[index].lodWeight = 1;
        const std::size_t levels = out_.model.pieces[index].levels.size();
        if (const auto starts = fields_.field(place, "LODDistances")) {
            for (std::uint32_t i = 0; i < starts->count; ++i) {
                look.starts.push_back(core::load<float>(document_.bytes, starts->start + 4 * i));
            }
        }
        look.starts.resize(levels, look.starts.empty() ? 0 : look.starts.back());
        bool isFirst = true;
        fields_.each(place, "LODs", [&](const core::Place& level) {
            PieceLook own = lookOf(level);
            if (isFirst) {
                own.starts = std::move(look.starts);
                look = std::move(own);
                isFirst = false;
            } else if (own.textures != look.textures || own.renderStyle != look.renderStyle ||
                       own.renderPriority != look.renderPriority) {
                ++counts_.ownLooks;
            }
            count(level);
        });
    }

    [[nodiscard]] PieceLook lookOf(const core::Place& level) const {
        PieceLook out;
        const auto textures =
            fields_.number<std::array<std::uint32_t, ltb::schema::kMostBones>>(level, "TextureIndices");
        const std::size_t count =
            std::clamp<std::size_t>(fields_.number<std::uint32_t>(level, "TextureCount"), 1, textures.size());
        out.textures.assign(textures.begin(), textures.begin() + static_cast<std::ptrdiff_t>(count));
        out.renderStyle = fields_.number<std::uint32_t>(level, "RenderStyle");
        out.renderPriority = fields_.number<std::uint8_t>(level, "RenderPriority");
        return out;
    }

    void count(const core::Place& level) {
        counts_.unknownMeshes += fields_.field(level, "Object") ? 1U : 0U;
        for (const ltb::FieldName stream : {ltb::FieldName("Vertices"), ltb::FieldName("Stream1"),
                                            ltb::FieldName("Stream2"), ltb::FieldName("Stream3")}) {
            const auto vertices = fields_.field(level, stream);
            if (!vertices) continue;
            const core::Place first = fields_.walk().element(*vertices, 0);
            const bool hasMore =
                fields_.field(first, "UV2") || fields_.field(first, "UV3") || fields_.field(first, "UV4");
            counts_.moreCoordinates += hasMore ? vertices->count : 0U;
            counts_.colours += fields_.field(first, "Color") ? vertices->count : 0U;
            counts_.tangents += fields_.field(first, "S") ? vertices->count : 0U;
        }
    }

    const core::Document& document_;
    const ltb::Fields fields_;
    Source& out_;
    LtbCounts counts_;
};

/// As the packer is told to store keys.
std::uint32_t compressionOf(const abc::Model& model) {
    if (model.animations.empty()) return Source{}.compression;
    switch (model.animations[0].storage) {
        case abc::KeyStorage::Short: return 2;
        case abc::KeyStorage::ShortRotations: return 3;
        default: return 1;
    }
}

}  // namespace

Source fromLtb(const core::Document& document, Notes& notes) {
    if (!document.versionKnown || !document.faults.empty()) {
        notes.refusal = "The file cannot be read to its end, so it cannot be converted completely.";
        return {};
    }
    const abc::Model model = ltb::buildModel(document);
    Source out = fromModel(model, true, notes);
    if (!notes.refusal.empty()) return out;
    LtbCounts counts = LtbReader(document, out).run();
    out.compression = compressionOf(model);
    out.isWithoutGeometry = model.pieces.empty();
    for (abc::NewModel::Child& child : out.model.childModels) child.name = withoutExtension(child.name, ".ltb");
    for (std::size_t i = 1; i < model.bindingLists.size(); ++i) counts.childBindings += model.bindingLists[i].count;
    notes.loseCounted(" is written without meshes of unknown types", counts.unknownMeshes, "level is empty",
                      "levels are empty");
    notes.loseCounted(" has one look for all levels of a piece", counts.ownLooks, "level loses its own",
                      "levels lose their own");
    notes.loseCounted(" has one set of texture coordinates", counts.moreCoordinates, "vertex loses others",
                      "vertices lose others");
    notes.loseCounted(" has no colours", counts.colours, "vertex loses its colour", "vertices lose their colours");
    notes.loseCounted(" has no tangents", counts.tangents, "vertex loses them; the packer computes them",
                      "vertices lose them; the packer computes them");
    notes.loseCounted(" has no bindings for the animations of child models", counts.childBindings, "binding is omitted",
                      "bindings are omitted");
    return out;
}

}  // namespace converting
