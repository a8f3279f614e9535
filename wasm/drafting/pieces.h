// The meshes of the scene as pieces, each with its levels of detail and its skin slot.
#pragma once

#include "drafting.h"
#include "palette.h"

namespace drafting {

/// Numbers of a glTF, which are read when they are needed.
class PrimitiveReader {
public:
    PrimitiveReader() = default;
    PrimitiveReader(const PrimitiveReader&) = delete;
    PrimitiveReader& operator=(const PrimitiveReader&) = delete;
    virtual ~PrimitiveReader() = default;

    /// A primitive that draws triangles, without weights of its targets; one that has no refusal.
    [[nodiscard]] virtual Primitive read(std::uint32_t node, std::uint32_t primitive) const = 0;
};

/// A piece as the draft has it.
struct MadePiece {
    std::string name;
    std::uint32_t slot = 0;
    double specularPower = 0, specularScale = 0, lodWeight = 1;
    std::vector<importing::DraftMesh> levels;
    /// Where its triangles come from.
    std::uint32_t node = 0, primitive = 0;
    std::vector<std::int32_t> triangles;
    /// The corners of triangles are in the order of glTF; else the last two are exchanged.
    bool isMirrored = false;
};

struct MadePieces {
    std::vector<MadePiece> pieces;
    /// Levels of the source that the pieces have, by the numbers they have there.
    std::vector<double> levels;
    /// Which of the meshes that were made they are of.
    std::vector<PieceOf> made;
    /// Slot of the palette.
    std::uint32_t paletteSlot = 0;
    std::vector<gltf::Note> notes;
};

/// Primitive after primitive, then `done`.
class Pieces {
public:
    /// All must outlive it. @param palette null: none is made
    Pieces(const Gltf& gltf, const Contents& contents, Drafting& drafting, const PrimitiveReader& reader,
           bool keepsMorphs, const Palette* palette);

    [[nodiscard]] std::size_t count() const { return primitives_.size(); }
    void add(std::size_t index);
    [[nodiscard]] MadePieces done();

private:
    /// A primitive as it was read, and which piece it is of.
    struct Part {
        std::size_t placed = 0;
        std::uint32_t primitive = 0;
        MeshWithSource made;
        /// Of the meshes that were made.
        std::size_t index = 0;
        bool hasNormals = false, hasUvs = false;
        std::string name;
        /// Parts of one key are levels of one piece.
        std::string key;
        /// The key that parts of a mesh with too many vertices have together.
        std::string whole;
        double level = 0;
        /// Index of the piece in the file that it came from; −1: from elsewhere.
        std::int32_t piece = -1;
        const gltf::Material* material = nullptr;
    };
    using Group = std::vector<Part*>;

    [[nodiscard]] Part placeOf(std::size_t placed, std::uint32_t primitive);
    [[nodiscard]] bool take(std::string what) { return taken_.insert(std::move(what)).second; }
    [[nodiscard]] std::vector<Group> groups();
    [[nodiscard]] MadePiece pieceOf(const Part& first, const std::vector<const Part*>& made, std::uint32_t slot);
    [[nodiscard]] std::uint32_t slotOf(const Part& part, const Slots& slots) const;
    void note(std::vector<gltf::Note>& notes) const;
    void noteParts(std::vector<gltf::Note>& notes) const;

    const Gltf& gltf_;
    const Contents& contents_;
    Drafting& drafting_;
    const PrimitiveReader& reader_;
    bool keepsMorphs_;
    const Palette* palette_;
    std::vector<std::pair<std::size_t, std::uint32_t>> primitives_;
    std::vector<Part> parts_;
    std::size_t made_ = 0, lines_ = 0, coloured_ = 0;
    std::vector<std::string> large_;
    std::unordered_set<std::string> meshNames_, taken_;
    /// Named as levels that other meshes are, each once.
    std::vector<std::string> twice_;
    gltf::DistinctNames names_;
    std::unordered_set<std::string> exported_;
};

}  // namespace drafting
