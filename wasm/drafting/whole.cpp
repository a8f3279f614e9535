#include "whole.h"

#include <algorithm>

#include "catalogue.h"
#include "core/words.h"

namespace drafting {
namespace {

/// How the work is shared out, for the progress.
constexpr double kPiecesDone = 0.4;

std::string unnamedOr(const std::string& name) {
    return name.empty() ? "unnamed" : name;
}

/// The name that a file had, where the glTF still has what the export made of it.
const std::string* nameInFile(const gltf::Json& known, const std::vector<std::string>& exported, double index,
                              const std::string& name) {
    const bool isThere = index >= 0 && index < static_cast<double>(exported.size()) && index == std::floor(index);
    if (!isThere || exported[static_cast<std::size_t>(index)] != name) return nullptr;
    return gltf::textIn(known, "name");
}

}  // namespace

Whole::Whole(Gltf gltf, std::vector<std::vector<Channel>> animations, const PrimitiveReader& reader,
             WholeSettings settings)
    : gltf_(std::move(gltf)), reader_(reader), settings_(std::move(settings)), contents_(contentsOf(gltf_)) {
    drafting_ = std::make_unique<Drafting>(contents_.scene, settings_.model, std::move(animations));
    refusal_ = drafting_->refusal();
}

bool Whole::refuse(std::string_view why) {
    refusal_ = core::filled(why, {settings_.name});
    return false;
}

double Whole::done() const {
    if (isDone_) return 1;
    if (timelines_) return kPiecesDone + (1 - kPiecesDone) * timelines_->done();
    if (!pieces_ || pieces_->count() == 0) return 0;
    // Centred, they are made twice.
    const double part = static_cast<double>(piece_) / static_cast<double>(pieces_->count());
    return kPiecesDone * (settings_.centre ? (part + (isCentred_ ? 1 : 0)) / 2 : part);
}

bool Whole::step() {
    if (isDone_ || !refusal_.empty()) return false;
    if (!pieces_) {
        begin();
    } else if (!timelines_ && piece_ < pieces_->count()) {
        pieces_->add(piece_++);
    } else if (!timelines_) {
        settle();
    } else if (!timelines_->step()) {
        if (!timelines_->isFinite()) return refuse(kTooFar);
        finish();
    }
    return !isDone_ && refusal_.empty();
}

void Whole::begin() {
    if (contents_.meshes.empty()) {
        (void)refuse(kNoMesh);
        return;
    }
    refusal_ = whyTooLarge();
    if (settings_.paletteSkin) makePalette();
    pieces_ = std::make_unique<Pieces>(gltf_, contents_, *drafting_, reader_, settings_.model.version == 6,
                                       palette_ ? &*palette_ : nullptr);
}

/// The palette of the meshes; a note where there is none to be made.
void Whole::makePalette() {
    const std::vector<const gltf::Material*> materials = materialsOf(gltf_, contents_);
    palette_.emplace(materials);
    const auto textured = static_cast<std::size_t>(
        std::count_if(materials.begin(), materials.end(), [](const auto* each) { return !isFlat(each); }));
    const bool isEmpty = palette_->size() == 0;
    if (!isEmpty && (settings_.model.version != 6 || textured == 0)) return;
    note(isEmpty ? kAllTextured : kOneSkin, {core::grouped(textured)});
    palette_.reset();
}

void Whole::settle() {
    MadePieces made = pieces_->done();
    if (made.pieces.empty()) {
        (void)refuse(kNoTriangle);
        return;
    }
    drafting_->settle(made.made);
    const std::vector<gltf::Note> notes = std::move(made.notes);
    if (!isCentred_) out_.notes.insert(out_.notes.end(), notes.begin(), notes.end());
    if (settings_.centre && !isCentred_ && drafting_->centre()) {
        // All meshes are others then.
        isCentred_ = true;
        piece_ = 0;
        pieces_ = std::make_unique<Pieces>(gltf_, contents_, *drafting_, reader_, settings_.model.version == 6,
                                           palette_ ? &*palette_ : nullptr);
        return;
    }
    if (!drafting_->isPlaced()) {
        (void)refuse(kTooFar);
        return;
    }
    madePieces_ = std::move(made);
    const Skeleton& skeleton = drafting_->skeleton();
    std::vector<std::string> names;
    for (const std::int32_t source : skeleton.sources) names.push_back(nodeName(source));
    carried_ = std::make_unique<Carried>(gltf_.description ? &*gltf_.description : nullptr, settings_.exportScale,
                                         settings_.model, std::move(names), skeleton.parents);
    timelines_ = std::make_unique<Timelines>(gltf_, *drafting_, *carried_, settings_.animations);
}

void Whole::finish() {
    out_.animations = timelines_->take();
    timelines_->note(out_.notes);
    nodes();
    // Flags of version 6 mean something else.
    if (settings_.model.version != 6) clearFlags();
    noteSkeleton();
    if (palette_) makeSkin();
    noteColours();
    out_.pieces = std::move(madePieces_->pieces);
    out_.levels = madePieces_->levels.size() - 1;
    sockets();
    out_.weightSets = carried_->weightSets();
    out_.childModels = carried_->childModels();
    out_.bindings = carried_->bindings();
    out_.commandString = carried_->commandString();
    out_.internalRadius = carried_->internalRadius().value_or(drafting_->radius());
    out_.lodDistances = carried_->lodDistances(madePieces_->levels);
    isDone_ = true;
}

const gltf::Json& Whole::described(std::string_view list, double index) const {
    static const gltf::Json kNothing;
    return gltf_.description ? gltf::elementOf(gltf::listIn(gltf_.description->json, list), index) : kNothing;
}

void Whole::nodes() {
    gltf::DistinctNames names;
    const auto& [sources, parents, holders, tops, moving] = drafting_->skeleton();
    const gltf::Json nothing;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const std::string name = nodeName(sources[i]);
        const gltf::Json& extras = sources[i] < 0 ? nothing : gltf_.nodes[static_cast<std::size_t>(sources[i])].extras;
        const double index = gltf::numberIn(extras, "lt_index").value_or(-1);
        // A joint that was given another name in between keeps that.
        const std::string* own = nullptr;
        if (gltf_.description) own = nameInFile(described("nodes", index), gltf_.description->joints, index, name);
        const std::string other = sources[i] < 0 ? "root" : "node " + std::to_string(sources[i]);
        out_.nodes.push_back(
            {own != nullptr ? *own : names.unique(name.empty() ? other : name), parents[i], carried_->flags(extras)});
    }
    names.note(out_.notes, "node", "nodes");
}

/// A rotation-only node stays where its bind pose has it, a root at the origin, whatever its keys say. One that an
/// animation has elsewhere is none any more.
void Whole::clearFlags() {
    std::vector<std::string> moved;
    for (std::size_t i = 0; i < out_.nodes.size(); ++i) {
        MadeNode& node = out_.nodes[i];
        if ((node.flags & abc::Node::kRotationOnly) == 0 || drafting_->moved()[i] == 0) continue;
        node.flags &= ~std::uint32_t{abc::Node::kRotationOnly};
        moved.push_back(node.name);
    }
    if (!moved.empty()) note(kRotationOnlyCleared, {core::grouped(moved.size()), gltf::named(moved)});
}

void Whole::noteSkeleton() {
    const std::size_t tops = drafting_->skeleton().tops;
    if (tops > 1) note(kRootMade, {core::grouped(tops)});
    std::vector<std::string> nowhere;
    for (const std::uint32_t node : drafting_->lost()) nowhere.push_back(gltf_.nodes[node].name);
    if (!nowhere.empty()) note(kNodePlace, {core::grouped(nowhere.size()), gltf::named(nowhere)});
    const std::size_t lost = carried_->lostChildModels();
    if (lost > 0) note(kChildModelsLeftOut, {core::grouped(lost)});
}

void Whole::makeSkin() {
    // The one skin of version 6 has no slot but the first.
    const std::uint32_t slot = settings_.model.version == 6 ? 0 : madePieces_->paletteSlot;
    const std::string& name = settings_.name;
    out_.skin = MadeSkin{slot, name.substr(0, name.rfind('.')) + ".png", palette_->image()};
    std::vector<std::string> names;
    for (const gltf::Material* material : palette_->materials()) names.push_back(unnamedOr(material->name));
    const std::string of =
        core::counted(names.size(), "material", "materials") + (names.empty() ? "" : " (" + gltf::named(names) + ")");
    note(kSkinMade, {out_.skin->name, std::to_string(slot), core::grouped(palette_->size()), of});
}

/// Says which colours are not in the model.
void Whole::noteColours() {
    std::vector<std::string> flat;
    std::vector<std::string> tinted;
    for (const gltf::Material* material : materialsOf(gltf_, contents_)) {
        if (material == nullptr || gltf::indexIn(material->extras, "lt_material") || !hasColour(*material)) continue;
        (isFlat(material) ? flat : tinted).push_back(unnamedOr(material->name));
    }
    if (!flat.empty() && !palette_) note(kColoursLeftOut, {core::grouped(flat.size()), gltf::named(flat)});
    if (!tinted.empty()) note(kTintsLeftOut, {core::grouped(tinted.size()), gltf::named(tinted)});
}

void Whole::sockets() {
    struct Found {
        std::uint32_t node = 0;
        Stand stand;
        double place = 0;
    };
    const std::vector<Stand> stands = drafting_->sockets();
    std::vector<Found> found;
    for (std::size_t i = 0; i < stands.size(); ++i) {
        const std::uint32_t node = contents_.scene.sockets[i];
        const auto place = gltf::numberIn(gltf_.nodes[node].extras, "lt_socket");
        found.push_back({node, stands[i], place.value_or(std::numeric_limits<double>::max())});
    }
    std::stable_sort(found.begin(), found.end(), [](const Found& a, const Found& b) { return a.place < b.place; });
    gltf::DistinctNames names;
    for (const auto& [node, stand, place] : found) {
        const std::string& name = gltf_.nodes[node].name;
        const std::string* own = nullptr;
        if (gltf_.description) own = nameInFile(described("sockets", place), gltf_.description->sockets, place, name);
        const bool hasPrefix = core::lowered(name).starts_with("s_");
        const std::string bare = hasPrefix ? name.substr(2) : name;
        out_.sockets.push_back({names.unique(own != nullptr ? *own
                                             : bare.empty() ? "socket"
                                                            : bare),
                                drafting_->skeleton().holders[node], stand});
    }
    names.note(out_.notes, "socket", "sockets");
}

}  // namespace drafting
