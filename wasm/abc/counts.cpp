#include "counts.h"

#include "field_reader.h"
#include "schema_v9.h"
#include "strings.h"

namespace abc {

using schema::Id;

namespace {

class Counting {
public:
    explicit Counting(const Document& document) : document_(document), fields_(document) {}

    [[nodiscard]] std::vector<Counter> run() {
        mesh();
        if (const auto header = fields_.section(Id::HeaderSection)) add(fields_.text(*header, "CommandString"));
        const std::uint64_t nodes = named(Id::NodesSection, "Nodes");
        const std::uint64_t children = named(Id::ChildModelsSection, "ChildModels");
        std::uint64_t keys = 0;
        std::uint64_t animations = 0;
        const std::uint32_t textAt = offsetIn<schema::kKeyframe, "String">(document_.dialect, Id::Keyframe);
        fields_.each(fields_.section(Id::AnimationSection), "Animations", [&](const Place& animation) {
            ++animations;
            add(fields_.text(animation, "Name"));
            const auto list = fields_.field(animation, "Keyframes");
            if (!list) return;
            keys += list->count;
            fields_.eachRun(*list, [&](const Record& run) {
                const std::uint32_t stride = run.stride();
                for (std::uint32_t at = run.start; at < run.end; at += stride)
                    add(loadText(document_.bytes, at + textAt));
            });
        });
        const StringTally strings = tally(document_.bytes, std::move(strings_));
        constexpr Id kHeader = Id::HeaderSection;
        std::vector<Counter> out = {
            {kHeader, "KeyframeCount", keys},
            {kHeader, "AnimationCount", animations},
            {kHeader, "NodeCount", nodes},
            {kHeader, "PieceCount", pieces_},
            {kHeader, "ChildModelCount", children},
            {kHeader, "FaceCount", faces_},
            {kHeader, "VertexCount", vertices_},
            {kHeader, "WeightCount", weights_},
            {kHeader, "SocketCount", countOf(Id::SocketsSection, "Sockets")},
            {kHeader, "WeightSetCount", countOf(Id::NodesSection, "WeightSets")},
            {kHeader, "StringCount", strings.count},
            {kHeader, "StringLengthTotal", strings.length},
        };
        if (pieces_ > 0 && document_.dialect.has(schema::Feature::LodsByDistances)) {
            out.push_back({kHeader, "LODCount", countOf(kHeader, "LODDistances") + 1});
        }
        out.push_back({Id::PiecesSection, "WeightCount", weights_});
        return out;
    }

private:
    void add(Text text) {
        // Most keyframes have no string.
        if (text.length > 0) strings_.push_back(text);
    }

    [[nodiscard]] std::uint64_t countOf(Id section, FieldName name) const {
        const auto place = fields_.section(section);
        const auto list = place ? fields_.field(*place, name) : std::nullopt;
        return list ? list->count : 0;
    }

    std::uint64_t named(Id section, FieldName name) {
        std::uint64_t count = 0;
        fields_.each(fields_.section(section), name, [&](const Place& element) {
            ++count;
            add(fields_.text(element, "Name"));
        });
        return count;
    }

    void mesh() {
        const Dialect& dialect = document_.dialect;
        const std::uint32_t weightless = dialect.minimumSize(Id::Vertex);
        const std::uint32_t weightSize = dialect.minimumSize(Id::Weight);
        fields_.each(fields_.section(Id::PiecesSection), "Pieces", [&](const Place& piece) {
            ++pieces_;
            fields_.each(piece, "LODs", [&](const Place& level) {
                if (const auto faces = fields_.field(level, "Faces")) faces_ += faces->count;
                const auto vertices = fields_.field(level, "Vertices");
                if (!vertices) return;
                vertices_ += vertices->count;
                // Whatever is no head or tail of a vertex is weights.
                weights_ +=
                    (vertices->end - vertices->start - std::uint64_t{vertices->count} * weightless) / weightSize;
            });
        });
    }

    const Document& document_;
    const FieldReader fields_;
    std::vector<Text> strings_;
    std::uint64_t pieces_ = 0, faces_ = 0, vertices_ = 0, weights_ = 0;
};

}  // namespace

std::vector<Counter> countersOf(const Document& document) {
    return Counting(document).run();
}

}  // namespace abc
