#include "model.h"

#include <algorithm>

#include "build.h"

namespace abc {
namespace {

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

}  // namespace

bool equalIgnoringCase(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

std::uint32_t Model::lodCount() const {
    if (family == Family::V6) return lods.empty() ? 0 : static_cast<std::uint32_t>(collapses.size()) + 1;
    std::uint32_t count = 0;
    for (const Piece& piece : pieces) count = std::max(count, piece.lodCount);
    return count;
}

const Lod* Model::lod(std::uint32_t piece, std::uint32_t level) const {
    if (piece >= pieces.size()) return nullptr;
    // The levels of v6 share one list of faces and vertices.
    const std::uint32_t stored = family == Family::V6 ? 0 : level;
    return stored < pieces[piece].lodCount ? &lods[pieces[piece].firstLod + stored] : nullptr;
}

std::uint32_t Model::track(const Animation& animation, std::uint32_t node) const {
    return family == Family::V6 ? tracks[animation.firstTrack + node]
                                : animation.firstTrack + node * animation.trackStride;
}

std::uint32_t Model::lengthOf(const Animation& animation) const {
    return animation.keyCount == 0 ? 0 : keyframes[animation.firstKey + animation.keyCount - 1].time;
}

bool Model::mirrorZ() const {
    return family == Family::V9 || transformInfo.value_or(TransformInfo{}).flipMat == 0;
}

bool Model::conjugatesKeys() const {
    return family == Family::V6 && transformInfo.value_or(TransformInfo{}).fixAnimKeyframes != 0;
}

const Binding* Model::binding(std::uint32_t childModel, std::string_view animation) const {
    if (childModel >= bindingLists.size()) return nullptr;
    const BindingList& list = bindingLists[childModel];
    for (std::uint32_t i = list.first; i < list.first + list.count; ++i) {
        if (equalIgnoringCase(text(bindings[i].name), animation)) return &bindings[i];
    }
    return nullptr;
}

Corners resolved(Corners corners, std::uint32_t vertexCount) {
    const bool inRange = std::all_of(corners.begin(), corners.end(), [=](std::uint32_t c) { return c < vertexCount; });
    return inRange ? corners : Corners{kNone, kNone, kNone};
}

void buildKeyframes(const Extract& extract, const Place& keyframes, std::uint32_t timeAt, std::uint32_t textAt,
                    Model& model) {
    Keyframe* key = extend(model.keyframes, keyframes.count);
    extract.eachRun(keyframes, [&](const Record& run) {
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
