#include "counters.h"

#include <set>

#include "core/reach.h"

namespace ltb {

using schema::Id;

namespace {

/// Bytes of the keys and of the animated vertices, without their counts.
struct KeyBytes {
    std::uint64_t keys = 0;
    std::uint64_t vertices = 0;
};

KeyBytes keyBytes(const Fields& fields) {
    constexpr std::uint32_t kTwoCounts = 8;
    KeyBytes out;
    fields.each(fields.section(Id::AnimationSection), "Animations", [&](const Place& animation) {
        const auto tracks = fields.field(animation, "NodeTransforms");
        if (!tracks) return;
        if (fields.number<std::uint32_t>(animation, "Compression") != schema::Plain) {
            out.keys += tracks->end - tracks->start - kTwoCounts * tracks->count;
            return;
        }
        for (std::uint32_t i = 0; i < tracks->count; ++i) {
            const Place track = fields.walk().element(*tracks, i);
            const std::uint32_t bytes = track.end - track.start - 1;
            const std::uint32_t frames = fields.countOf(track, "VertexFrames");
            (frames > 0 ? out.vertices : out.keys) += bytes - 4 * frames;
        }
    });
    return out;
}

}  // namespace

std::vector<HeaderCounter> countersOf(const core::Document& document, const abc::Model& model) {
    const KeyBytes bytes = keyBytes(Fields(document));
    std::vector<HeaderCounter> out{
        {"KeyframeCount", model.keyframes.size()}, {"AnimationCount", model.animations.size()},
        {"NodeCount", model.nodes.size()},         {"ChildModelCount", model.childModels.size()},
        {"SocketCount", model.sockets.size()},     {"WeightSetCount", model.weightSets.size()},
        {"VertAnimDataSize", bytes.vertices},
    };
    // A file that only lends its animations counts the mesh that its source has.
    if (!model.pieces.empty()) {
        out.push_back({"PieceCount", model.pieces.size()});
        out.push_back({"FaceCount", model.faces.size()});
        out.push_back({"LODCount", model.lods.size()});
    }
    out.push_back({"AnimDataSize", bytes.keys});
    return out;
}

std::vector<HeaderCounter> textCountersOf(const core::Document& document) {
    constexpr std::string_view kExtension = ".ltb";
    std::set<std::string_view> texts;
    const auto isTallied = [](const schema::Field& field) { return field.isTallied; };
    core::eachField(document, isTallied, [&](const schema::Field& field, std::uint32_t offset, std::uint32_t) {
        std::string_view text = core::view(core::Bytes(document.bytes), core::loadText(document.bytes, offset));
        if (field.refers == schema::Refers::ChildModel && text.ends_with(kExtension)) {
            text.remove_suffix(kExtension.size());
        }
        if (!text.empty()) texts.insert(text);
    });
    std::uint64_t length = 0;
    for (const std::string_view text : texts) length += text.size();
    return {{"StringCount", texts.size()}, {"StringLengthTotal", length}};
}

}  // namespace ltb
