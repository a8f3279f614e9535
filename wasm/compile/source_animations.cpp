// The animations of a text, of which the tools make one out of two where one moves vertices and the next one nodes
// (lta.md §5).
#include <algorithm>

#include "lta/animation_use.h"
#include "source.h"

namespace compiling {

using lta::Token;
using List = lta::schema::Id;

std::uint32_t SourceReader::pieceNamed(std::string_view name) const {
    const auto found = std::find_if(out_.pieces.begin(), out_.pieces.end(),
                                    [&](const Piece& piece) { return abc::equalIgnoringCase(piece.name, name); });
    return found == out_.pieces.end() ? kNone : static_cast<std::uint32_t>(found - out_.pieces.begin());
}

/// Whether it has a key at a time that cannot be moved.
bool SourceReader::lateKey(const abc::Animation& animation) const {
    constexpr std::uint32_t kLatest = 1U << 31U;
    const auto keys = std::span(model_.keyframes).subspan(animation.firstKey, animation.keyCount);
    return std::any_of(keys.begin(), keys.end(), [](const abc::Keyframe& key) { return key.time > kLatest; });
}

void SourceReader::bind(Animation& animation) {
    const auto found = bindings_.find(core::lowered(animation.name));
    if (found == bindings_.end()) return;
    const abc::Binding& binding = model_.bindings[found->second];
    animation.extents = binding.extents;
    animation.origin = binding.origin;
    const std::uint32_t time = lists_.child(parts_.bindings[found->second], List::InterpTime);
    animation.interpolationTime = lta::wholeOf(lists_.number(time, animation.interpolationTime));
    bindings_.erase(found);
}

/// @param set the animation of the text that has the times and the vertices
/// @param keys the one that has the keys of nodes, and the name; often the same
void SourceReader::addAnimation(std::uint32_t set, std::uint32_t keys) {
    const abc::Animation& stored = model_.animations[keys];
    const abc::Animation& timed = model_.animations[set];
    const auto lose = [&](std::string_view why) {
        notes_.lose("The animation " + core::inQuotes(model_.text(stored.name)).append(why) + ", and is omitted.");
    };
    if (timed.keyCount == 0) return lose(" has no keys");
    if (lateKey(timed)) return lose(" has keys later than in three weeks");
    Animation out;
    out.name = model_.text(stored.name);
    bind(out);
    out.keys = keys;
    out.isSampled = set != keys;
    std::uint32_t late = 0;
    for (std::uint32_t k = 0; k < timed.keyCount; ++k) {
        const abc::Keyframe& key = model_.keyframes[timed.firstKey + k];
        const bool isLater = k == 0 || key.time > out.times.back();
        late += isLater ? 0U : 1U;
        out.times.push_back(isLater ? key.time : out.times.back() + 1);
        out.strings.push_back(model_.text(key.string));
    }
    notes_.addSome(late, "key that is not later than the one before is",
                   "keys that are not later than the ones before are",
                   " moved to 1 ms after it, in " + core::inQuotes(out.name) + ".");
    const auto vertices = lta::movements(lists_, parts_.animations[set]);
    for (std::uint32_t n = 0; n < out_.nodes.size(); ++n) {
        const auto found = vertices.find(out_.nodes[n].name);
        if (found == vertices.end()) continue;
        const std::uint32_t frames = lta::framesOf(lists_, found->second);
        if (frames == kNone || pieceNamed(out_.nodes[n].name) == kNone) continue;
        out.frames.resize(out_.nodes.size(), kNone);
        out.frames[n] = frames;
    }
    if (out.isSampled) {
        const auto moves = lta::movements(lists_, parts_.animations[keys]);
        for (const Node& node : out_.nodes) out.moves.push_back(moves.contains(node.name));
    }
    out_.animations.push_back(std::move(out));
}

void SourceReader::animations() {
    std::uint32_t unquoted = 0;
    for (std::uint32_t i = 0; i < parts_.bindings.size(); ++i) {
        const Token name = lists_.atom(lists_.child(parts_.bindings[i], List::Name));
        unquoted += name.kind == Token::Kind::Word ? 1U : 0U;
        if (name.kind == Token::Kind::Quoted) bindings_[core::lowered(lists_.view(lta::Lists::cut(name.text)))] = i;
    }
    notes_.loseSome(unquoted, "binding whose name is not in quotes is", "bindings whose names are not in quotes are",
                    " omitted.");
    const std::vector<lta::AnimationUse> uses = lta::animationUses(lists_, parts_);
    const auto lose = [&](const lta::AnimationUse& use, std::string_view why) {
        notes_.lose("The animation " + core::inQuotes(model_.text(model_.animations[use.set].name)).append(why));
    };
    for (const lta::AnimationUse& use : uses) {
        if (use.kind == lta::AnimationUse::Kind::Empty) lose(use, " moves nothing, and is omitted.");
    }
    for (const lta::AnimationUse& use : uses) {
        if (use.isCompiled()) addAnimation(use.set, use.keys);
        if (use.kind == lta::AnimationUse::Kind::Dropped) {
            lose(use, " moves only vertices, and the next one is not its movement of nodes: it is omitted.");
        }
    }
    // What the first animation moves is what the game animates.
    if (out_.animations.empty() || out_.animations[0].frames.empty()) return;
    for (std::uint32_t n = 0; n < out_.nodes.size(); ++n) {
        if (out_.animations[0].frames[n] != kNone) out_.pieces[pieceNamed(out_.nodes[n].name)].animNode = n;
    }
}

}  // namespace compiling
