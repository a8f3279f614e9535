// The animations of an LTA: keys of nodes, and frame strings (lta.md §4).
#include <algorithm>
#include <unordered_set>

#include "abc/pose.h"
#include "builder.h"
#include "core/words.h"

namespace lta {

using core::kNone;

namespace {

constexpr abc::Vec3 kUnboundExtents{128, 16, 16};

}  // namespace

void Builder::animations() {
    still_.assign(model_.nodes.size(), kNone);
    for (std::uint32_t i = 0; i < model_.bindings.size(); ++i) {
        bindings_.emplace(core::lowered(lists_.view(model_.bindings[i].name)), i);
    }
    for (std::uint32_t i = 0; i < parts_.animations.size(); ++i) animation(parts_.animations[i], i);
}

void Builder::animation(std::uint32_t set, std::uint32_t index) {
    abc::Animation animation;
    animation.storage = abc::KeyStorage::Exact;
    animation.name = lists_.text(set);
    if (animation.name.length == 0) animation.name = putText(animationName(lists_, parts_, index));
    animation.extents = kUnboundExtents;
    const auto binding = bindings_.find(core::lowered(core::view(Bytes(bytes_), animation.name)));
    if (binding != bindings_.end()) {
        animation.extents = model_.bindings[binding->second].extents;
        const std::uint32_t time = lists_.child(parts_.bindings[binding->second], Id::InterpTime);
        animation.interpolationTime = wholeOf(lists_.number(time, animation.interpolationTime));
    }
    keyframes(set, animation);
    tracks(set, animation);
    model_.animations.push_back(animation);
}

void Builder::keyframes(std::uint32_t set, abc::Animation& animation) {
    animation.firstKey = static_cast<std::uint32_t>(model_.keyframes.size());
    double first = 0;
    lists_.eachAtom(lists_.find(set, Id::Times), [&](const Token& token) {
        const double time = lists_.number(token);
        if (model_.keyframes.size() == animation.firstKey) first = time;
        // The first key is at 0.
        model_.keyframes.push_back({wholeOf(time - first), {}});
    });
    animation.keyCount = static_cast<std::uint32_t>(model_.keyframes.size()) - animation.firstKey;
    std::uint32_t key = 0;
    lists_.eachAtom(lists_.find(set, Id::Values), [&](const Token& token) {
        if (key == animation.keyCount) return;
        const bool isKept = token.kind == Token::Kind::Quoted && token.text.length > kLostString;
        if (isKept) model_.keyframes[animation.firstKey + key].string = Lists::cut(token.text);
        ++key;
    });
}

std::uint32_t Builder::track(std::uint32_t anim) {
    const std::uint32_t list = lists_.find(anim, Id::PosQuat);
    if (list == kNone) return kNone;
    std::vector<abc::Local> keys;
    lists_.eachRow(list, [&](const std::vector<float>& row) {
        const auto at = [&row](std::size_t i) { return i < row.size() ? row[i] : 0; };
        keys.push_back({{at(0), at(1), at(2)}, {at(3), at(4), at(5), at(6)}});
    });
    constexpr std::uint64_t kKey = sizeof(abc::Vec3) + sizeof(abc::Quat);
    if (keys.empty() || !hasRoom(core::product(kKey, keys.size() + 1))) return kNone;
    const auto count = static_cast<std::uint32_t>(keys.size());
    const std::uint32_t offset = put(count);
    for (const abc::Local& key : keys) put(key.translation);
    put(count);
    for (const abc::Local& key : keys) put(key.rotation);
    return offset;
}

/// A node without keys keeps its place in the bind pose.
std::uint32_t Builder::still(std::uint32_t node) {
    if (still_[node] != kNone) return still_[node];
    const abc::Node& self = model_.nodes[node];
    const abc::Mat4 local = self.parent == kNone ? self.bind : model_.nodes[self.parent].inverseBind * self.bind;
    constexpr std::uint32_t kOne = 1;
    still_[node] = put(kOne);
    put(local.translation());
    put(kOne);
    put(abc::rotationOf(local));
    return still_[node];
}

std::uint32_t Builder::replaced() {
    if (replaced_ != kNone) return replaced_;
    constexpr std::uint32_t kNoKeys = 0;
    replaced_ = put(kNoKeys);
    put(kNoKeys);
    return replaced_;
}

void Builder::frames(std::uint32_t list, std::uint32_t most, abc::VertexTrack& track) {
    constexpr std::size_t kNumbers = 3;
    track.firstFrame = static_cast<std::uint32_t>(model_.vertexFrames.size());
    lists_.eachRow(list, [&](const std::vector<float>& row) {
        const std::size_t count = row.size() / kNumbers;
        if (track.frameCount == most || !hasRoom(sizeof(std::uint32_t) + core::product(sizeof(abc::Vec3), count))) {
            return;
        }
        model_.vertexFrames.push_back(put(static_cast<std::uint32_t>(count)));
        for (std::size_t i = 0; i < count * kNumbers; ++i) put(row[i]);
        ++track.frameCount;
    });
}

void Builder::tracks(std::uint32_t set, abc::Animation& animation) {
    const std::size_t nodes = model_.nodes.size();
    if (animation.keyCount == 0 || model_.tracks.size() + nodes > kMostTracks || !hasRoom(nodes * sizeof(abc::Mat4))) {
        return;
    }
    const std::unordered_map<std::string_view, std::uint32_t> byName = movements(lists_, set);
    std::unordered_map<std::uint32_t, std::uint32_t> made;
    std::unordered_set<std::uint32_t> moved;
    animation.firstTrack = static_cast<std::uint32_t>(model_.tracks.size());
    animation.firstVertexTrack = static_cast<std::uint32_t>(model_.vertexTracks.size());
    animation.complete = true;
    for (const MovedPiece& piece : movedPieces_) {
        const auto found = byName.find(piece.name);
        const std::uint32_t list = found == byName.end() ? kNone : framesOf(lists_, found->second);
        if (list == kNone) continue;
        abc::VertexTrack vertices{piece.node, 0, 0};
        frames(list, animation.keyCount, vertices);
        model_.vertexTracks.push_back(vertices);
        ++animation.vertexTrackCount;
        moved.insert(piece.node);
    }
    for (std::uint32_t n = 0; n < nodes; ++n) {
        const std::uint32_t list = parts_.nodes[n].list;
        const bool isNamed = list != kNone && lists_.is(list, Id::Transform);
        const auto found = isNamed ? byName.find(lists_.view(lists_.text(list))) : byName.end();
        std::uint32_t offset = kNone;
        if (moved.contains(n)) {
            model_.tracks.push_back(replaced());
            continue;
        }
        if (found != byName.end()) {
            const auto [at, isNew] = made.emplace(found->second, kNone);
            if (isNew) at->second = track(found->second);
            offset = at->second;
        }
        model_.tracks.push_back(offset == kNone ? still(n) : offset);
    }
}

}  // namespace lta
