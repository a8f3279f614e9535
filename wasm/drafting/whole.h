// A whole glTF as a draft: one skeleton, pieces and animations in the space of the file. A part of the work at each
// step.
#pragma once

#include <memory>

#include "pieces.h"
#include "timelines.h"

namespace drafting {

struct WholeSettings {
    /// Of the source.
    std::string name;
    Settings model;
    /// Moves the model so that its origin is the middle of its box.
    bool centre = false;
    /// Makes a skin of the colours of materials.
    bool paletteSkin = false;
    /// Indices of the animations of glTF that are taken; nothing: all.
    std::optional<std::vector<std::uint32_t>> animations;
    /// Units of glTF for one of the file that it was exported from.
    double exportScale = 1;
};

struct MadeNode {
    std::string name;
    std::int32_t parent = -1;
    std::uint32_t flags = 0;
};

struct MadeSocket {
    std::string name;
    std::uint32_t node = 0;
    Stand stand;
};

/// A skin of the colours of materials.
struct MadeSkin {
    std::uint32_t slot = 0;
    std::string name;
    PaletteImage image;
};

struct WholeDraft {
    std::vector<MadeNode> nodes;
    std::vector<MadePiece> pieces;
    /// Levels after the first.
    std::size_t levels = 0;
    std::vector<MadeAnimation> animations;
    std::vector<MadeSocket> sockets;
    std::vector<CarriedSet> weightSets;
    std::vector<CarriedChild> childModels;
    std::vector<std::vector<CarriedBinding>> bindings;
    std::string commandString;
    double internalRadius = 0;
    /// Nothing: unknown.
    std::optional<std::vector<double>> lodDistances;
    std::optional<MadeSkin> skin;
    std::vector<gltf::Note> notes;
};

class Whole {
public:
    /// @param gltf that `refusalOf` has nothing to say of
    /// @param animations by animation of glTF
    /// @param reader must outlive it
    Whole(Gltf gltf, std::vector<std::vector<Channel>> animations, const PrimitiveReader& reader,
          WholeSettings settings);
    Whole(const Whole&) = delete;
    Whole& operator=(const Whole&) = delete;

    /// A sentence: there is no model.
    [[nodiscard]] const std::string& refusal() const { return refusal_; }
    [[nodiscard]] const Gltf& gltf() const { return gltf_; }
    [[nodiscard]] const Contents& contents() const { return contents_; }
    [[nodiscard]] std::string whyTooLarge() const { return drafting::whyTooLarge(settings_.name, gltf_, contents_); }
    [[nodiscard]] Drafting& drafting() { return *drafting_; }

    /// Does a part of the work. False: all is done, or nothing comes of it.
    [[nodiscard]] bool step();
    /// 0 to 1.
    [[nodiscard]] double done() const;
    /// After the last step.
    [[nodiscard]] WholeDraft& result() { return out_; }

private:
    [[nodiscard]] bool refuse(std::string_view why);
    void begin();
    void settle();
    void finish();
    void makePalette();
    void nodes();
    void clearFlags();
    void noteSkeleton();
    void makeSkin();
    void noteColours();
    void sockets();
    [[nodiscard]] const gltf::Json& described(std::string_view list, double index) const;
    [[nodiscard]] std::string nodeName(std::int32_t node) const {
        return node < 0 ? std::string{} : gltf_.nodes[static_cast<std::size_t>(node)].name;
    }
    void note(const gltf::NoteInfo& info, const std::vector<std::string>& values) {
        out_.notes.push_back(noteOf(info, values));
    }

    Gltf gltf_;
    const PrimitiveReader& reader_;
    WholeSettings settings_;
    Contents contents_;
    std::string refusal_;
    std::unique_ptr<Drafting> drafting_;
    std::optional<Palette> palette_;
    std::unique_ptr<Pieces> pieces_;
    std::size_t piece_ = 0;
    bool isCentred_ = false;
    std::optional<MadePieces> madePieces_;
    std::unique_ptr<Carried> carried_;
    std::unique_ptr<Timelines> timelines_;
    bool isDone_ = false;
    WholeDraft out_;
};

}  // namespace drafting
