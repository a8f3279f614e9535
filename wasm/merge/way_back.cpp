#include "way_back.h"

#include <algorithm>

#include "other_model.h"
#include "renaming.h"
#include "sockets.h"

namespace merging {
namespace {

// How the work is shared out, for the progress.
constexpr double kPieces = 0.25, kAnimations = 0.5, kNewAnimations = 0.95;
/// Vertices that a piece can have at most.
constexpr std::size_t kMostInPiece = 65'535;

template <class List>
void append(List& out, List more) {
    std::move(more.begin(), more.end(), std::back_inserter(out));
}

std::string joined(const std::vector<std::string>& list, std::string_view between) {
    std::string out;
    for (const std::string& each : list) {
        if (!out.empty()) out += between;
        out += each;
    }
    return out;
}

}  // namespace

WayBack::WayBack(ByteList bytes, Glb glb, const Numbers& numbers, Wanted wanted)
    : glb_(std::move(glb)), numbers_(numbers), wanted_(std::move(wanted)) {
    const auto rigOf = [this](const abc::Model& model) {
        joints_ = std::make_unique<Joints>(model, glb_.scene);
        return joints_->rig();
    };
    merge_ = std::make_unique<Merge>(std::move(bytes), rigOf, wanted_.settings);
    told_ = std::make_unique<Told>(glb_, numbers_, *merge_, *joints_, wanted_.settings.isTemplate);
    if (!joints_->areNodes()) {
        notTheFile_ = NotTheFile::OtherSkeleton;
        return;
    }
    if (!told_->isMade(merge_->refusal())) return;
    if (!wanted_.settings.isTemplate && !wanted_.isExported && isOtherModel(*told_)) {
        notTheFile_ = NotTheFile::OtherModel;
    } else {
        tasks_.push_back({0, [this] { begin(); }});
    }
}

bool WayBack::step() {
    if (next_ >= tasks_.size() || !refusal().empty()) return false;
    // It may add others.
    const std::function<void()> run = std::move(tasks_[next_++].run);
    run();
    return next_ < tasks_.size() && refusal().empty();
}

void WayBack::begin() {
    if (told_->isV6()) {
        mergedPieces_ = mergeOldMesh(*told_, oldMesh_);
        tasks_.push_back({kAnimations, [this] { beginAnimations(); }});
        return;
    }
    pieces_ = std::make_unique<Pieces>(*told_);
    for (std::size_t i = 0; i < pieces_->levels(); ++i) tasks_.push_back({kPieces, [this, i] { pieces_->level(i); }});
    tasks_.push_back({kPieces, [this] { addPieces(); }});
}

void WayBack::addPieces() {
    pieces_->finish();
    for (std::size_t i = 0; i < pieces_->added(); ++i) tasks_.push_back({kPieces, [this, i] { pieces_->add(i); }});
    tasks_.push_back({kAnimations, [this] {
                          mergedPieces_ = pieces_->done();
                          beginAnimations();
                      }});
}

void WayBack::beginAnimations() {
    animations_ = std::make_unique<Animations>(*told_, wanted_.animations, oldMesh_);
    const std::size_t count = animations_->found();
    for (std::size_t i = 0; i < count; ++i) {
        const double part = static_cast<double>(i) / static_cast<double>(count);
        tasks_.push_back({kAnimations + (1 - kAnimations) * part, [this, i] { animations_->merge(i); }});
    }
    tasks_.push_back({kNewAnimations, [this] { addAnimations(); }});
}

void WayBack::addAnimations() {
    animations_->finish();
    for (std::size_t i = 0; i < animations_->added(); ++i)
        tasks_.push_back({kNewAnimations, [this, i] { animations_->add(i); }});
    tasks_.push_back({kNewAnimations, [this] { finish(); }});
}

void WayBack::finish() {
    Renamed names = mergeNames(*told_, mergedPieces_.found);
    MergedSockets sockets = mergeSockets(*told_);
    MergedAnimations animations = animations_->done();
    // Numbers in their places, then what is written anew, then texts, then lists: each finds the paths of the file.
    for (SetBytes& set : merge_->operations())
        out_.operations.push_back(setting(std::move(set.path), bytesValue(std::move(set.value))));
    for (Operations* list : {&mergedPieces_.sets, &animations.sets, &names.operations, &sockets.operations,
                             &animations.texts, &mergedPieces_.lists, &sockets.lists, &animations.lists})
        append(out_.operations, std::move(*list));
    for (Changes* list : {&names.changes, &mergedPieces_.changes, &sockets.changes, &animations.changes})
        append(out_.changes, std::move(*list));
    if (!wanted_.settings.isTemplate && !wanted_.isExported) out_.notes.push_back(noteOf(kOtherBytes));
    if (wanted_.wantsLevels && told_->isV6()) out_.notes.push_back(noteOf(kLevelsNotMade));
    noteWhole(out_.notes);
    append(out_.notes, std::move(mergedPieces_.notes));
    noteFaults(out_.notes);
    append(out_.notes, std::move(animations.notes));
    out_.sources = std::move(mergedPieces_.sources);
    out_.animations = std::move(animations.sources);
    out_.starts = std::move(animations.starts);
}

/// A place, turn or scale of the node at the top is left out: people put a model aside to see another one, and the
/// levels and animations that are not in the glTF could not go along.
void WayBack::noteWhole(std::vector<gltf::Note>& notes) const {
    const auto [isMoved, isTurned, isScaled] = joints_->whole();
    std::vector<std::string> what;
    if (isMoved) what.emplace_back("moved");
    if (isTurned) what.emplace_back("rotated");
    if (isScaled) what.emplace_back("scaled");
    const std::uint32_t top = glb_.scene.top();
    std::vector<std::string> animations;
    for (std::uint32_t i = 0; i < glb_.animations.size(); ++i) {
        const Curves curves = numbers_.curves(i, top);
        if (std::any_of(curves.nodes.begin(), curves.nodes.end(),
                        [&](const NodeCurve& curve) { return joints_->movesWhole(curve); }))
            animations.push_back(glb_.animations[i].name);
    }
    const std::string& name = glb_.nodes[top].name;
    if (!what.empty()) notes.push_back(noteOf(isScaled ? kModelScaled : kModelMoved, {name, joined(what, " and ")}));
    if (!animations.empty()) notes.push_back(noteOf(kModelAnimated, {name, joined(animations, ", ")}));
}

void WayBack::noteFaults(std::vector<gltf::Note>& notes) const {
    const auto& [lines, weightless, split, slotless, topless] = told_->faults;
    told_->texts.note(notes);
    if (lines > 0) notes.push_back(noteOf(kLinesLeftOut, {core::grouped(lines)}));
    if (weightless > 0) notes.push_back(noteOf(kWithoutWeights, {core::grouped(weightless), told_->nodeName(0)}));
    if (!split.empty()) notes.push_back(noteOf(kPieceSplit, {core::grouped(kMostInPiece), gltf::named(split)}));
    if (!slotless.empty()) notes.push_back(noteOf(kSlotsGiven, {gltf::named(slotless)}));
    if (!topless.empty()) notes.push_back(noteOf(kLevelGone, {gltf::named(topless)}));
}

}  // namespace merging
