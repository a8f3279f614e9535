#include "new_file.h"

#include <algorithm>
#include <set>

#include "abc/limits.h"
#include "catalogue.h"
#include "core/words.h"
#include "limits.h"

namespace importing {
namespace {

/// Of the size of the model: what is off by more is a warning.
constexpr double kVisible = 1e-3;

/// The texts of a draft as files have them: Latin-1, as long as a version can have them. Names by which others refer to
/// a thing stay different.
class Texts {
public:
    Texts(const gltf::Latin& latin, bool isV6)
        : names_(latin, isV6 ? std::size_t{abc::kLongestString6} : gltf::kLongestText) {}

    void store(Draft& draft) {
        distinct(draft.nodes);
        distinct(draft.animations);
        store(draft.commandString);
        each(draft.pieces);
        each(draft.weightSets);
        each(draft.childModels);
        for (DraftAnimation& animation : draft.animations) {
            for (std::string& text : animation.strings) store(text);
        }
        each(draft.sockets);
        for (auto& bindings : draft.bindings) each(bindings);
    }

    [[nodiscard]] std::vector<gltf::Note> notes() const {
        std::vector<gltf::Note> out;
        names_.note(out);
        return out;
    }

private:
    void store(std::string& text) { text = names_.text(text); }
    template <class List>
    void each(List& list) {
        for (auto& one : list) store(one.name);
    }
    template <class List>
    void distinct(List& list) {
        std::vector<std::string> names;
        names.reserve(list.size());
        for (const auto& one : list) names.push_back(one.name);
        const std::vector<std::string> stored = names_.distinct(names);
        for (std::size_t i = 0; i < list.size(); ++i) list[i].name = stored[i];
    }

    gltf::LatinNames names_;
};

/// Version 6 has one mesh without a name, whose levels are collapses, and neither sockets nor anything after them.
std::vector<gltf::Note> reduce(Draft& draft) {
    std::vector<gltf::Note> out;
    std::set<std::uint32_t> slots;
    std::size_t levels = 0;
    for (DraftPiece& piece : draft.pieces) {
        slots.insert(piece.slot);
        piece.name.clear();
        if (piece.levels.empty()) continue;
        levels = std::max(levels, piece.levels.size() - 1);
        piece.levels.resize(1);
    }
    const std::string pieces = core::grouped(draft.pieces.size());
    if (slots.size() > 1) {
        out.push_back(noteOf(kSkinsMerged, {pieces, std::to_string(slots.size())}));
    } else if (draft.pieces.size() > 1) {
        out.push_back(noteOf(kPiecesMerged, {pieces}));
    }
    std::string left;
    const auto leaveOut = [&](auto& list, std::string_view one, std::string_view several) {
        if (!list.empty()) left += (left.empty() ? "" : ", ") + core::counted(list.size(), one, several);
        list.clear();
    };
    leaveOut(draft.sockets, "socket", "sockets");
    leaveOut(draft.weightSets, "weight set", "weight sets");
    leaveOut(draft.childModels, "child model", "child models");
    draft.bindings.clear();
    draft.lodDistances.clear();
    if (!left.empty()) out.push_back(noteOf(kNotInV6, {left}));
    if (levels > 0) out.push_back(noteOf(kLevelsLeftOut, {core::grouped(levels)}));
    return out;
}

void noteCopies(const V6Facts& facts, std::vector<gltf::Note>& out) {
    // Of those that are needed all are made, or none.
    if (facts.copiesMade > 0) {
        out.push_back(noteOf(kVerticesDoubled, {core::grouped(facts.copiesMade)}));
    } else if (facts.copiesNeeded > 0) {
        out.push_back(noteOf(kNodesMixed, {core::grouped(facts.copiesNeeded)}));
    }
}

void noteDeformation(const V6Facts& facts, std::vector<gltf::Note>& out) {
    const auto isVisible = [&](double off) { return off > kVisible * facts.size; };
    if (facts.keysAdded > 0) out.push_back(noteOf(kKeysAdded, {core::grouped(facts.keysAdded)}));
    if (facts.deformed > 0) {
        const double between = facts.offAtKeys + facts.offBetween;
        out.push_back(
            noteOf(isVisible(between) ? kDeformedVisibly : kDeformed,
                   {core::grouped(facts.deformed), gltf::twoDigits(facts.offAtKeys), gltf::twoDigits(between)}));
    }
    if (facts.madeRigid > 0) {
        out.push_back(noteOf(isVisible(facts.offRigid) ? kMadeRigidVisibly : kMadeRigid,
                             {core::grouped(facts.madeRigid), gltf::twoDigits(facts.offRigid)}));
    }
}

void noteWhatBecame(const V6Facts& facts, std::vector<gltf::Note>& out) {
    noteCopies(facts, out);
    noteDeformation(facts, out);
    if (facts.uvsMoved > 0) out.push_back(noteOf(kUvsMoved, {core::grouped(facts.uvsMoved)}));
    if (facts.uvsOutside > 0) out.push_back(noteOf(kUvsClamped, {core::grouped(facts.uvsOutside)}));
    // Two go at a time.
    if (facts.trianglesLeft > facts.trianglesWanted + 1)
        out.push_back(
            noteOf(kCollapsesEnd, {core::grouped(facts.trianglesLeft), core::grouped(facts.trianglesWanted)}));
}

}  // namespace

NewFile::NewFile(Draft draft, const Options& options, const gltf::Latin& latin) {
    const bool isV6 = options.version == 6;
    const auto add = [](std::vector<gltf::Note>& to, std::vector<gltf::Note> more) {
        std::move(more.begin(), more.end(), std::back_inserter(to));
    };
    Options how = options;
    // Child models lend their animations from version 9 on.
    how.addsStill = draft.animations.empty() && (isV6 || draft.childModels.empty());
    if (isV6) {
        leftOut_ = reduce(draft);
        nodesLeftOut_ = draft.nodes.size() - std::min(draft.nodes.size(), kMostNodes6);
        // No vertex can refer to them.
        for (std::size_t n = kMostNodes6; n < draft.nodes.size(); ++n) draft.nodes[n].name.clear();
    }
    Texts texts(latin, isV6);
    texts.store(draft);
    after_ = texts.notes();
    if (!isV6) add(after_, limitsOf(draft));
    if (how.addsStill) {
        after_.push_back(noteOf(isV6 ? kAnimationMade6 : kAnimationMade));
    } else if (draft.animations.empty()) {
        after_.push_back(noteOf(kNoAnimation));
    }
    import_.emplace(std::move(draft), how);
}

bool NewFile::step() {
    return import_->step();
}

std::vector<gltf::Note> NewFile::notes() const {
    std::vector<gltf::Note> out;
    if (const V6Facts* facts = import_->facts()) {
        if (nodesLeftOut_ > 0)
            out.push_back(noteOf(kNodesLeftOut, {core::grouped(nodesLeftOut_), core::grouped(kMostNodes6),
                                                 core::grouped(facts->verticesMoved)}));
        out.insert(out.end(), leftOut_.begin(), leftOut_.end());
        noteWhatBecame(*facts, out);
    }
    out.insert(out.end(), after_.begin(), after_.end());
    return out;
}

}  // namespace importing
