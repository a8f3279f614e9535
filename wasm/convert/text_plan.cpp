#include "text_plan.h"

#include <algorithm>
#include <cmath>

#include "core/words.h"
#include "lta/build.h"
#include "lta/parse.h"
#include "lta/text_form.h"
#include "names.h"

namespace converting {

using abc::kNone;
using abc::kVectorNumbers;

namespace {

/// ModelEdit asks about boxes whose sides differ by more.
constexpr float kSquare = 0.1F;
/// Lists around the numbers of the root’s matrix, and around those of a child’s in addition.
constexpr std::size_t kListsOfRoot = 8;
constexpr std::size_t kListsOfChild = 3;

class Planner {
public:
    Planner(Source& source, Notes& notes)
        : model_(source.model), notes_(notes), plan_{source, {}, {}, {}, {}, {}, {}} {}

    TextPlan run() {
        if (model_.nodes.empty()) notes_.refuse(" needs a skeleton, and the model has no nodes.");
        expectFlatTree();
        if (!notes_.refusal.empty()) return std::move(plan_);
        nodes();
        animations();
        rest();
        movedLevels();
        for (std::size_t p = 0; p < model_.pieces.size(); ++p) piece(p);
        const double size = sizeOf(model_);
        for (const TextShape& shape : plan_.shapes) {
            bindPlaces(model_.nodes, model_.pieces[shape.piece].levels[shape.level], size, counts_.places);
        }
        return std::move(plan_);
    }

private:
    void expectFlatTree() {
        std::vector<std::size_t> depth(model_.nodes.size(), 1);
        constexpr std::size_t kMost = (lta::kDeepest - kListsOfRoot) / kListsOfChild + 1;
        for (std::size_t n = 1; n < depth.size(); ++n) {
            if (model_.nodes[n].parent < 0) return notes_.refuse(" needs one root, and the model has several.");
            depth[n] = depth[static_cast<std::size_t>(model_.nodes[n].parent)] + 1;
            if (depth[n] <= kMost) continue;
            return notes_.refuse(" nests each node in its parent: at most " + std::to_string(kMost) +
                                 " can follow each other, but the skeleton is deeper.");
        }
    }

    /// Makes a text fit to stand in quotes.
    void clean(std::string& text) {
        if (text.size() > lta::kLongestWord) {
            text.resize(lta::kLongestWord);
            ++counts_.cutTexts;
        }
        if (text.find('"') != std::string::npos) {
            std::replace(text.begin(), text.end(), '"', '\'');
            ++counts_.quotedTexts;
        }
        // A file is known as text by having none.
        const auto isControl = [](char c) { return static_cast<unsigned char>(c) < ' '; };
        if (std::none_of(text.begin(), text.end(), isControl)) return;
        std::replace_if(text.begin(), text.end(), isControl, '_');
        ++counts_.controlTexts;
    }

    void nodes() {
        Names names(lta::kLongestWord);
        for (abc::NewNode& node : model_.nodes) {
            clean(node.name);
            plan_.nodeNames.push_back(names.unique(node.name));
            counts_.renamedNodes += plan_.nodeNames.back() == node.name ? 0U : 1U;
        }
    }

    void animations() {
        if (model_.animations.empty()) bindAnimation();
        std::unordered_map<std::string, std::size_t> bound;
        for (std::size_t a = 0; a < model_.animations.size(); ++a) {
            abc::NewAnimation& animation = model_.animations[a];
            clean(animation.name);
            if (animation.name.empty()) {
                // As the tools name one without a name.
                animation.name = "base" + std::to_string(a);
                ++counts_.namedAnimations;
            }
            const auto [first, isNew] = bound.emplace(core::lowered(animation.name), a);
            plan_.hasBinding.push_back(isNew);
            counts_.sharedBindings += isBoundAlike(model_.animations[first->second], animation) ? 0U : 1U;
            counts_.oblongBoxes += std::abs(animation.extents.x - animation.extents.z) > kSquare ? 1U : 0U;
            counts_.shiftedAnimations += animation.times[0] != 0 ? 1U : 0U;
            for (std::string& string : animation.strings) frameString(string);
        }
    }
    static bool isSame(abc::Vec3 a, abc::Vec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
    static bool isBoundAlike(const abc::NewAnimation& a, const abc::NewAnimation& b) {
        return isSame(a.extents, b.extents) && isSame(a.origin, b.origin) && a.interpolationTime == b.interpolationTime;
    }

    /// ModelEdit is of no use without an animation.
    void bindAnimation() {
        abc::NewAnimation& made = model_.animations.emplace_back();
        made.name = "base";
        made.times = {0};
        made.strings.emplace_back();
        made.extents = {128, 16, 16};
        std::vector<abc::Mat4> binds(model_.nodes.size());
        for (std::size_t n = 0; n < binds.size(); ++n) {
            std::copy(model_.nodes[n].bind.begin(), model_.nodes[n].bind.end(), binds[n].m.begin());
            const std::int32_t parent = model_.nodes[n].parent;
            const abc::Mat4 local =
                parent < 0 ? binds[n] : abc::inverse(binds[static_cast<std::size_t>(parent)]) * binds[n];
            push(made.keys, local.translation());
            push(made.keys, abc::rotationOf(local));
        }
        notes_.add(" needs an animation: one of the bind pose is made.");
    }

    /// The tools lose strings of one or two characters.
    void frameString(std::string& string) {
        clean(string);
        if (string.empty() || string.size() > lta::kLostString) return;
        string.resize(lta::kLostString + 1, ' ');
        ++counts_.shortStrings;
    }

    void rest() {
        clean(model_.commandString);
        for (abc::NewWeightSet& set : model_.weightSets) clean(set.name);
        std::vector<abc::NewModel::Child>& children = model_.childModels;
        if (children.size() > kMostTextChildren) {
            counts_.leftChildren = children.size() - kMostTextChildren;
            children.resize(kMostTextChildren);
        }
        for (abc::NewModel::Child& child : children) clean(child.name);
        // Two may have one name; the cut of a longer one is to be another.
        Names names(kLongestSocket);
        for (abc::NewSocket& socket : model_.sockets) {
            clean(socket.name);
            if (socket.name.size() <= kLongestSocket) names.forbid(socket.name);
        }
        for (abc::NewSocket& socket : model_.sockets) {
            if (socket.name.size() <= kLongestSocket) continue;
            socket.name = names.unique(socket.name);
            ++counts_.cutSockets;
        }
    }

    /// Shapes whose vertices move are found by the name of the node, so their names come first.
    void movedLevels() {
        names_.forbid(kEmptyLevel);
        for (const MovedLevel& moved : plan_.source.moved) {
            const std::string& wanted = plan_.nodeNames[moved.node];
            if (model_.pieces[moved.piece].levels[moved.level].corners.empty()) continue;
            if (plan_.movedNodes.contains(moved.node) || names_.unique(wanted) != wanted) {
                ++counts_.leftMoved;
                continue;
            }
            plan_.movedNodes.emplace(moved.node, &moved);
            movedLevels_.emplace(std::pair(moved.piece, moved.level), moved.node);
        }
    }

    void piece(std::size_t index) {
        abc::NewPiece& piece = model_.pieces[index];
        clean(piece.name);
        counts_.longPieces += piece.name.size() > kLongestPiece ? 1U : 0U;
        std::vector<std::uint32_t>& shapes = plan_.levelShapes.emplace_back();
        const bool hasSlot = plan_.source.looks[index].textures[0] != 0;
        if (hasSlot && !piece.levels.empty() && piece.levels[0].corners.empty()) ++counts_.leftSlots;
        for (std::size_t l = 0; l < piece.levels.size(); ++l) {
            if (piece.levels[l].corners.empty()) {
                counts_.leftVertices += piece.levels[l].locations.size() / kVectorNumbers;
                shapes.push_back(kNone);
                continue;
            }
            shapes.push_back(static_cast<std::uint32_t>(plan_.shapes.size()));
            const auto moved = movedLevels_.find({index, l});
            plan_.shapes.push_back({index, l,
                                    moved != movedLevels_.end() ? plan_.nodeNames[moved->second]
                                    : l == 0                    ? names_.unique(piece.name)
                                             : names_.unique(piece.name + "_" + std::to_string(l - 1))});
        }
    }

    abc::NewModel& model_;
    Notes& notes_;
    TextPlan plan_;
    TextCounts& counts_ = plan_.counts;
    /// Of shapes.
    Names names_{lta::kLongestWord};
    /// By piece and level the node in place of whose keys the positions of its vertices stand.
    std::map<std::pair<std::size_t, std::size_t>, std::uint32_t> movedLevels_;
};

}  // namespace

TextPlan planText(Source& source, Notes& notes) {
    return Planner(source, notes).run();
}

}  // namespace converting
