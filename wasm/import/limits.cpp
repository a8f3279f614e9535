#include "limits.h"

#include <algorithm>
#include <limits>

#include "abc/limits.h"
#include "catalogue.h"
#include "core/words.h"

namespace importing {
namespace {

using abc::schema::Id;

/// Skin slots of LithTech 2: body and head.
constexpr std::uint32_t kSlots = 2;
/// Weights of a vertex in the models of the games.
constexpr std::uint32_t kUsualWeights = 4;
/// Indices of nodes have 16 bits.
constexpr std::size_t kMostNodes = std::numeric_limits<std::uint16_t>::max();

/// In Latin-1.
using Names = std::vector<std::string_view>;

class Limits {
public:
    /// @param one, several what they are names of
    void names(std::uint32_t most, std::string_view one, std::string_view several, const Names& list) {
        std::vector<std::string> tooLong;
        for (const std::string_view name : list) {
            if (name.size() > most) tooLong.push_back(core::utf8FromLatin1(name));
        }
        if (tooLong.empty()) return;
        add(kNamesLong, {core::counted(tooLong.size(), one, several), std::to_string(most), gltf::named(tooLong)});
    }
    void nodes(std::size_t count) {
        if (count > kMostNodes) add(kNodesMany, {core::grouped(count), core::grouped(kMostNodes)});
    }
    /// @param count without the model itself
    void childModels(std::size_t count) {
        constexpr std::size_t kMost = abc::kMostChildModels - 1;
        if (count > kMost) add(kChildModelsMany, {core::grouped(count), core::grouped(kMost)});
    }
    void slots(std::uint32_t highest) {
        if (highest >= kSlots) add(kSlotsMany, {std::to_string(highest)});
    }
    void weights(std::size_t crowded) {
        if (crowded > 0) add(kWeightsMany, {core::grouped(crowded), std::to_string(kUsualWeights)});
    }

    std::vector<gltf::Note> notes;

private:
    void add(const gltf::NoteInfo& info, const std::vector<std::string>& values) {
        notes.push_back(noteOf(info, values));
    }
};

std::uint32_t longest(abc::schema::StructId id) {
    // Of these, all strings are names.
    return abc::limitOf(id, abc::schema::Field{}).bytes;
}

/// @param name of an element
template <class List, class Name>
Names namesOf(const List& list, Name name) {
    Names out;
    for (const auto& each : list) out.push_back(name(each));
    return out;
}

/// What both a draft and a file have. @param children without the model itself
template <class Of, class Children, class Name>
void addNames(Limits& limits, const Of& of, const Children& children, Name name) {
    limits.names(longest(Id::Piece), "piece", "pieces", namesOf(of.pieces, name));
    limits.names(longest(Id::Socket), "socket", "sockets", namesOf(of.sockets, name));
    limits.names(longest(Id::WeightSet), "weight set", "weight sets", namesOf(of.weightSets, name));
    limits.names(longest(Id::Node), "node", "nodes", namesOf(of.nodes, name));
    limits.names(longest(Id::Animation), "animation", "animations", namesOf(of.animations, name));
    limits.names(longest(Id::ChildModel), "child model", "child models", namesOf(children, name));
    limits.nodes(of.nodes.size());
    limits.childModels(children.size());
}

template <class Pieces, class Slot>
std::uint32_t highestSlot(const Pieces& pieces, Slot slot) {
    std::uint32_t out = 0;
    for (const auto& piece : pieces) out = std::max<std::uint32_t>(out, slot(piece));
    return out;
}

std::size_t crowdedIn(const std::vector<std::uint32_t>& start) {
    std::size_t out = 0;
    for (std::size_t v = 0; v + 1 < start.size(); ++v) {
        if (start[v + 1] - start[v] > kUsualWeights) ++out;
    }
    return out;
}

}  // namespace

std::vector<gltf::Note> limitsOf(const Draft& draft) {
    Limits out;
    addNames(out, draft, draft.childModels, [](const auto& each) -> std::string_view { return each.name; });
    out.slots(highestSlot(draft.pieces, [](const DraftPiece& piece) { return piece.slot; }));
    Names strings;
    for (const DraftAnimation& animation : draft.animations)
        strings.insert(strings.end(), animation.strings.begin(), animation.strings.end());
    strings.push_back(draft.commandString);
    out.names(longest(Id::Keyframe), "frame string", "frame strings", strings);
    std::size_t crowded = 0;
    for (const DraftPiece& piece : draft.pieces) {
        if (!piece.levels.empty()) crowded += crowdedIn(piece.levels[0].start);
    }
    out.weights(crowded);
    return std::move(out.notes);
}

std::vector<gltf::Note> limitsOf(const abc::Model& model) {
    Limits out;
    if (model.family == abc::Family::V6) return {};
    const auto children = std::span(model.childModels).subspan(std::min<std::size_t>(1, model.childModels.size()));
    addNames(out, model, children, [&](const auto& each) { return model.text(each.name); });
    out.slots(highestSlot(model.pieces, [](const abc::Piece& piece) { return piece.materialIndex; }));
    return std::move(out.notes);
}

}  // namespace importing
