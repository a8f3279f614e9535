// The counters of the header, which the engine reserves memory by (ltb.md §2).
#include "check.h"

namespace ltb {

using core::grouped;
using schema::Id;

namespace {

/// Bytes of the keys and of the animated vertices, without their counts.
struct KeyBytes {
    std::uint64_t keys = 0;
    std::uint64_t vertices = 0;
};

KeyBytes keyBytes(const Check& check) {
    constexpr std::uint32_t kTwoCounts = 8;
    KeyBytes out;
    check.fields.each(check.fields.section(Id::AnimationSection), "Animations", [&](const Place& animation) {
        const auto tracks = check.fields.field(animation, "NodeTransforms");
        if (!tracks) return;
        if (check.fields.number<std::uint32_t>(animation, "Compression") != schema::Plain) {
            out.keys += tracks->end - tracks->start - kTwoCounts * tracks->count;
            return;
        }
        for (std::uint32_t i = 0; i < tracks->count; ++i) {
            const Place track = check.fields.walk().element(*tracks, i);
            const std::uint32_t bytes = track.end - track.start - 1;
            const std::uint32_t frames = check.fields.countOf(track, "VertexFrames");
            (frames > 0 ? out.vertices : out.keys) += bytes - 4 * frames;
        }
    });
    return out;
}

}  // namespace

void checkCounters(Check& check) {
    if (!check.isWhole()) return;
    const auto header = check.fields.section(Id::HeaderSection);
    const abc::Model& model = check.model;
    const auto expect = [&](FieldName counter, std::uint64_t found) {
        const auto stored = check.fields.number<std::uint32_t>(*header, counter);
        if (stored == found) return;
        check.add(Code::CounterMismatch, "Header." + std::string(counter.text()),
                  {std::string(counter.text()), grouped(stored), grouped(found)});
    };
    const KeyBytes bytes = keyBytes(check);
    expect("KeyframeCount", model.keyframes.size());
    expect("AnimationCount", model.animations.size());
    expect("NodeCount", model.nodes.size());
    expect("ChildModelCount", model.childModels.size());
    expect("SocketCount", model.sockets.size());
    expect("WeightSetCount", model.weightSets.size());
    expect("VertAnimDataSize", bytes.vertices);
    // A file that only lends its animations counts the mesh that its source has.
    if (!model.pieces.empty()) {
        expect("PieceCount", model.pieces.size());
        expect("FaceCount", model.faces.size());
        expect("LODCount", model.lods.size());
    }
    const auto reserved = check.fields.number<std::uint32_t>(*header, "AnimDataSize");
    if (reserved < bytes.keys) {
        check.add(Code::AnimDataSmall, "Header.AnimDataSize", {grouped(reserved), grouped(bytes.keys)});
    } else {
        expect("AnimDataSize", bytes.keys);
    }
}

}  // namespace ltb
