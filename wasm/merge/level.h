// A level of a piece (v9+): what of its vertices and triangles the glTF says otherwise than the file.
#pragma once

#include "base.h"

namespace merging {

/// What a level became.
struct MergedLevel {
    /// A sentence: nothing comes of it.
    std::string refusal;
    /// Sets the level when something came or went; else its values are patched.
    std::optional<SetBytes> operation;
    /// By face: the triangle of the primitive whose corners it has, −1 for none and for turned ones.
    std::vector<std::int32_t> triangles;
    /// How many of each were changed; what fills holes is no change.
    std::size_t moved = 0, weighted = 0, normals = 0, texcoords = 0, removed = 0, added = 0;
    /// Vertices that no node moves.
    std::size_t weightless = 0;
};

[[nodiscard]] MergedLevel mergeLevel(const Base& base, std::uint32_t piece, std::uint32_t lod, const Soup& soup);

/// A level that is not in the glTF: its vertices stay where they are when nodes stand elsewhere in the bind pose.
void reboundLevel(const Base& base, std::uint32_t piece, std::uint32_t lod);

/// A stretch of the triangles of a new piece, as a level with as many vertices as triangles can refer to.
struct NewLevel {
    ByteList bytes;
    /// By face: the triangle of the primitive.
    std::vector<std::int32_t> triangles;
};

struct NewPiece {
    /// A sentence: nothing comes of it.
    std::string refusal;
    std::vector<NewLevel> levels;
    std::size_t weightless = 0;
};

[[nodiscard]] NewPiece newPiece(const Base& base, const Soup& soup);

}  // namespace merging
