#include "build.h"

namespace abc {

Corners resolved(Corners corners, std::uint32_t vertexCount) {
    const bool inRange = std::all_of(corners.begin(), corners.end(), [=](std::uint32_t c) { return c < vertexCount; });
    return inRange ? corners : Corners{kNone, kNone, kNone};
}

void buildKeyframes(const FieldReader& fields, const Place& keyframes, std::uint32_t timeAt, std::uint32_t textAt,
                    Model& model) {
    Keyframe* key = extend(model.keyframes, keyframes.count);
    fields.eachRun(keyframes, [&](const Record& run) {
        const std::uint32_t stride = run.stride();
        for (std::uint32_t at = run.start; at < run.end; at += stride) {
            *key++ = {load<std::uint32_t>(model.bytes, at + timeAt), loadText(model.bytes, at + textAt)};
        }
    });
}

void linkParents(std::vector<Node>& nodes) {
    struct Open {
        std::uint32_t node;
        std::uint32_t left;
    };
    std::vector<Open> open;
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        while (!open.empty() && open.back().left == 0) open.pop_back();
        if (!open.empty()) {
            nodes[i].parent = open.back().node;
            --open.back().left;
        }
        if (nodes[i].childCount > 0) open.push_back({i, nodes[i].childCount});
    }
}

Model buildModel(const Document& document) {
    Model model;
    model.bytes = document.bytes;
    model.family = familyOf(document.dialect);
    if (document.format != Format::Abc || !document.versionKnown) return model;
    if (model.family == Family::V6) {
        buildV6(document, model);
    } else {
        buildV9(document, model);
    }
    return model;
}

}  // namespace abc
