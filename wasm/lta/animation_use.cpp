#include "animation_use.h"

#include <algorithm>
#include <map>
#include <unordered_set>

#include "core/words.h"

namespace lta {
namespace {

/// Letters that the name of an animation of vertices has more than that of the nodes: “walkVA”.
constexpr std::size_t kVertexSuffix = 2;

bool isNamed(const Lists& lists, const Parts::Node& node) {
    return node.list != kNone && lists.is(node.list, Id::Transform);
}

bool movesVertices(const Lists& lists, std::uint32_t set) {
    bool isSo = true;
    lists.each(set, Id::Anim, [&](std::uint32_t anim) { isSo = isSo && framesOf(lists, anim) != kNone; });
    return isSo;
}

}  // namespace

std::string animationName(const Lists& lists, const Parts& parts, std::uint32_t index) {
    const std::string name(lists.view(lists.text(parts.animations[index])));
    return name.empty() ? "base" + std::to_string(index) : name;
}

std::unordered_map<std::string_view, std::uint32_t> movements(const Lists& lists, std::uint32_t set) {
    std::unordered_map<std::string_view, std::uint32_t> out;
    lists.each(set, Id::Anim,
               [&](std::uint32_t anim) { out.emplace(lists.view(lists.text(lists.find(anim, Id::Parent))), anim); });
    return out;
}

std::uint32_t framesOf(const Lists& lists, std::uint32_t movement) {
    return lists.find(movement, Id::PosQuat) == kNone ? lists.find(movement, Id::Vertex) : kNone;
}

std::vector<AnimationUse> animationUses(const Lists& lists, const Parts& parts) {
    using enum AnimationUse::Kind;
    std::vector<AnimationUse> out;
    std::vector<std::uint32_t> moving;
    for (std::uint32_t i = 0; i < parts.animations.size(); ++i) {
        if (lists.find(parts.animations[i], Id::Anim) != kNone) moving.push_back(i);
    }
    std::size_t m = 0;
    for (std::uint32_t i = 0; i < parts.animations.size(); ++i) {
        if (m == moving.size() || moving[m] != i) {
            // The second part of a joined one is among those that move, too.
            const bool isSecond = m > 0 && moving[m - 1] == i;
            if (!isSecond) out.push_back({Empty, i, i});
            continue;
        }
        ++m;
        if (moving.size() == 1 || !movesVertices(lists, parts.animations[i])) {
            out.push_back({Whole, i, i});
            continue;
        }
        const std::string name = animationName(lists, parts, i);
        const bool isFirst = m < moving.size() && name.size() >= kVertexSuffix &&
                             animationName(lists, parts, moving[m]) == name.substr(0, name.size() - kVertexSuffix);
        out.push_back({isFirst ? Joined : Dropped, i, isFirst ? moving[m] : i});
        if (isFirst) ++m;
    }
    return out;
}

std::vector<std::uint32_t> shapesWithAddedNodes(const Lists& lists, const Parts& parts) {
    std::vector<std::uint32_t> out;
    if (parts.nodes.empty()) return out;
    std::unordered_set<std::string_view> known;
    for (const Parts::Node& node : parts.nodes) {
        if (isNamed(lists, node)) known.insert(lists.view(lists.text(node.list)));
    }
    for (const std::uint32_t shape : parts.shapes) {
        const std::string_view name = lists.view(lists.text(shape));
        const bool isFree = lists.text(lists.child(shape, Id::Parent)).length == 0;
        if (name.starts_with("d_") && isFree && known.insert(name).second) out.push_back(shape);
    }
    return out;
}

std::vector<MovedPiece> movedPieces(const Lists& lists, const Parts& parts) {
    std::vector<MovedPiece> out;
    const std::vector<AnimationUse> uses = animationUses(lists, parts);
    const auto first = std::find_if(uses.begin(), uses.end(), [&](const AnimationUse& use) {
        bool hasKeys = false;
        if (use.isCompiled()) {
            lists.eachAtom(lists.find(parts.animations[use.set], Id::Times), [&](const Token&) { hasKeys = true; });
        }
        return hasKeys;
    });
    if (first == uses.end()) return out;
    // Of several of a name the first one.
    std::unordered_map<std::string, std::uint32_t> pieces;
    for (std::uint32_t p = 0; p < parts.pieces.size(); ++p) {
        if (parts.pieces[p].levelCount == 0) continue;
        pieces.emplace(core::lowered(lists.view(lists.text(parts.pieces[p].list))), p);
    }
    const auto moves = movements(lists, parts.animations[first->set]);
    // Of several nodes for a piece the last one.
    std::map<std::uint32_t, MovedPiece> byPiece;
    const auto add = [&](std::uint32_t node, std::string_view name) {
        const auto found = moves.find(name);
        const auto piece = pieces.find(core::lowered(name));
        if (found == moves.end() || framesOf(lists, found->second) == kNone || piece == pieces.end()) return;
        byPiece[piece->second] = {piece->second, node, name};
    };
    for (std::uint32_t n = 0; n < parts.nodes.size(); ++n) {
        if (isNamed(lists, parts.nodes[n])) add(n, lists.view(lists.text(parts.nodes[n].list)));
    }
    auto added = static_cast<std::uint32_t>(parts.nodes.size());
    for (const std::uint32_t shape : shapesWithAddedNodes(lists, parts)) add(added++, lists.view(lists.text(shape)));
    for (const auto& [piece, moved] : byPiece) out.push_back(moved);
    std::sort(out.begin(), out.end(), [](const MovedPiece& a, const MovedPiece& b) { return a.node < b.node; });
    return out;
}

}  // namespace lta
