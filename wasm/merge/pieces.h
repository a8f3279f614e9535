// The pieces of a file as the glTF has them: what changed in their levels, which are gone, which are new; and the one
// mesh of version 6.
#pragma once

#include <set>

#include "renaming.h"
#include "told.h"

namespace merging {

struct MergedPieces {
    /// What is written anew; the paths are those of the file.
    Operations sets;
    /// Then these: pieces that go and come.
    Operations lists;
    Changes changes;
    std::vector<gltf::Note> notes;
    /// By piece of the file that comes of it.
    std::vector<std::vector<PieceSource>> sources;
    FoundPieces found;
};

/// Those of versions 9 and later: level by level, then `finish`, then the new ones.
class Pieces {
public:
    explicit Pieces(Told& told);

    /// How many levels the glTF has of pieces of the file.
    [[nodiscard]] std::size_t levels() const { return old_.size(); }
    void level(std::size_t index);
    void finish();
    [[nodiscard]] std::size_t added() const { return new_.size(); }
    void add(std::size_t index);
    /// @returns all of it
    [[nodiscard]] MergedPieces done();

private:
    /// A primitive that is a level of a piece of the file.
    struct Part {
        std::uint32_t piece = 0, lod = 0;
        MeshAt at;
    };

    void findParts();
    void say(const MergedLevel& level, const Part& part);
    [[nodiscard]] static PieceSource sourceOf(const MeshAt& at, std::vector<std::int32_t> triangles);
    void removeGone();

    Told& told_;
    const abc::Model& model_;
    std::vector<Part> old_;
    std::vector<MeshAt> new_;
    /// By piece of the file: its place in `found`; nothing: it is not there.
    std::vector<std::optional<std::size_t>> foundAt_;
    /// Levels that are there.
    std::set<std::pair<std::uint32_t, std::uint32_t>> levels_;
    bool isShapeChanged_ = false;
    MergedPieces out_;
};

/// What the glTF has of the mesh of a file of version 6; nothing without.
[[nodiscard]] std::optional<MeshAt> oldMeshIn(const Told& told, Faults& faults);

/// @param mesh receives that
[[nodiscard]] MergedPieces mergeOldMesh(Told& told, std::optional<MeshAt>& mesh);

}  // namespace merging
