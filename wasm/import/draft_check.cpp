#include "draft_check.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include "core/document.h"
#include "core/words.h"

namespace importing {
namespace {

/// Also as floats, which doubles are stored as.
template <class Numbers>
bool areFinite(const Numbers& numbers) {
    return std::all_of(numbers.begin(), numbers.end(),
                       [](auto number) { return std::abs(number) <= std::numeric_limits<float>::max(); });
}

bool areBelow(const std::vector<std::uint32_t>& list, std::size_t count) {
    return std::all_of(list.begin(), list.end(), [=](std::uint32_t index) { return index < count; });
}

/// The first reason is the one that is told.
class Checker {
public:
    explicit Checker(const Draft& draft) : draft_(draft) {}

    [[nodiscard]] std::string run() {
        nodes();
        for (std::size_t p = 0; p < draft_.pieces.size() && reason_.empty(); ++p) piece(p);
        for (std::size_t a = 0; a < draft_.animations.size() && reason_.empty(); ++a) animation(a);
        return reason_;
    }

    [[nodiscard]] std::string runOn(const DraftMesh& one) {
        mesh("A mesh", one);
        return reason_;
    }

private:
    void refuse(const std::string& part, std::string_view what) {
        if (reason_.empty()) reason_.append(part).append(" ").append(what).append(".");
    }
    /// @param what of the part, in the plural
    void length(const std::string& part, std::string_view what, std::uint64_t actual, std::uint64_t needed) {
        if (actual == needed) return;
        refuse(part, "has " + core::grouped(actual) + " " + std::string(what) + "; it needs " + core::grouped(needed));
    }
    void below(const std::string& part, std::string_view what, const std::vector<std::uint32_t>& list,
               std::size_t count) {
        if (!areBelow(list, count)) refuse(part, "refers to " + std::string(what) + " that do not exist");
    }
    template <class Numbers>
    void finite(const std::string& part, std::string_view what, const Numbers& numbers) {
        if (!areFinite(numbers)) refuse(part, "has " + std::string(what) + " that are not finite");
    }

    void nodes() {
        if (draft_.nodes.empty()) refuse("The draft", "has no nodes");
        for (std::size_t n = 0; n < draft_.nodes.size() && reason_.empty(); ++n) {
            const auto& [name, parent, flags, bind, translation, rotation] = draft_.nodes[n];
            const std::string part = "Node " + core::grouped(n);
            const bool isBefore = parent >= 0 && static_cast<std::size_t>(parent) < n;
            if (n == 0 ? parent != -1 : !isBefore) refuse(part, "has a parent that is not a node before it");
            finite(part, "numbers of its bind pose", bind);
            finite(part, "numbers of its pose at rest",
                   std::array{translation.x, translation.y, translation.z, rotation.x, rotation.y, rotation.z,
                              rotation.w});
        }
    }

    void piece(std::size_t p) {
        const auto& levels = draft_.pieces[p].levels;
        const std::string part = "Piece " + core::grouped(p);
        if (levels.empty()) return refuse(part, "has no levels of detail");
        for (std::size_t l = 0; l < levels.size() && reason_.empty(); ++l)
            mesh("Level " + core::grouped(l) + " of piece " + core::grouped(p), levels[l]);
    }

    void mesh(const std::string& part, const DraftMesh& mesh) {
        const std::size_t count = vertexCount(mesh);
        const std::size_t influences = mesh.node.size();
        length(part, "numbers of positions", mesh.positions.size(), abc::kVectorNumbers * count);
        length(part, "numbers of normals", mesh.normals.size(), mesh.positions.size());
        length(part, "corners", mesh.corners.size(), mesh.corners.size() / 3 * 3);
        below(part, "vertices", mesh.corners, count);
        length(part, "texture coordinates", mesh.uvs.size(), 2 * mesh.corners.size());
        length(part, "starts of influences", mesh.start.size(), count + 1);
        length(part, "shares", mesh.share.size(), influences);
        length(part, "numbers of places", mesh.local.size(), abc::kVectorNumbers * influences);
        length(part, "weights of morph targets", mesh.morphWeights.size(), mesh.morphs.size());
        below(part, "nodes", mesh.node, draft_.nodes.size());
        finite(part, "positions", mesh.positions);
        finite(part, "shares", mesh.share);
        finite(part, "places", mesh.local);
        finite(part, "weights of morph targets", mesh.morphWeights);
        for (const std::vector<float>& morph : mesh.morphs) {
            length(part, "numbers of a morph target", morph.size(), mesh.positions.size());
            finite(part, "morph targets", morph);
        }
        if (!reason_.empty()) return;
        // Each vertex has one influence at least.
        const auto& start = mesh.start;
        const bool grow =
            std::adjacent_find(start.begin(), start.end(), [](auto a, auto b) { return a >= b; }) == start.end();
        if (!grow || start.front() != 0 || start.back() != influences)
            refuse(part, "has starts of influences that do not ascend from the first to the last");
    }

    void animation(std::size_t a) {
        const DraftAnimation& animation = draft_.animations[a];
        const std::string part = "Animation " + core::grouped(a);
        const std::size_t keys = animation.times.size();
        if (keys == 0) return refuse(part, "has no keys");
        std::uint64_t targets = 0;
        for (const DraftPiece& piece : draft_.pieces) targets += piece.levels.front().morphs.size();
        length(part, "numbers of poses", animation.poses.size(), core::product(keys, draft_.nodes.size(), kPose));
        length(part, "frame strings", animation.strings.size(), keys);
        if (!animation.morphWeights.empty())
            length(part, "weights of morph targets", animation.morphWeights.size(), core::product(keys, targets));
        finite(part, "poses", animation.poses);
        finite(part, "weights of morph targets", animation.morphWeights);
        finite(part, "numbers of its origin", animation.origin);
    }

    const Draft& draft_;
    std::string reason_;
};

}  // namespace

std::string refusalOf(const Draft& draft) {
    return Checker(draft).run();
}

std::string refusalOf(const DraftMesh& mesh, std::size_t nodes) {
    Draft draft;
    draft.nodes.resize(nodes);
    return Checker(draft).runOn(mesh);
}

}  // namespace importing
