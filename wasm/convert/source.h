// A model on its way into another format: as new models are (abc/compose.h), with what only the Jupiter engine has.
#pragma once

#include "abc/compose.h"
#include "core/document.h"
#include "notes.h"

namespace converting {

/// How a piece is drawn, and from which distance on each of its levels.
struct PieceLook {
    /// As many as levels; the engine takes the first one from 0 on.
    std::vector<float> starts;
    /// Skin slots, from one to four.
    std::vector<std::uint32_t> textures{0};
    std::uint32_t renderStyle = 0;
    std::uint32_t renderPriority = 0;
};

/// Vertices of a level that animations move one by one.
struct MovedLevel {
    std::uint32_t piece = 0;
    std::uint32_t level = 0;
    /// In place of whose keys their positions stand.
    std::uint32_t node = 0;
    /// By animation: by key three numbers for each vertex of the level; empty where it moves none.
    std::vector<std::vector<float>> positions;
};

struct Source {
    /// Each piece has its own number of levels, and the distances are those of `looks`. Child models have no lists of
    /// bindings, and names no extensions.
    abc::NewModel model;
    /// By piece.
    std::vector<PieceLook> looks;
    /// By socket.
    std::vector<abc::Vec3> socketScales;
    std::vector<abc::HitBox> boxes;
    std::vector<MovedLevel> moved;
    /// How the packer stores keys: 1 as they are, 2 in 16 bits, 3 the rotations in 16 bits.
    std::uint32_t compression = 3;
    /// The compiled model has animations only.
    bool isWithoutGeometry = false;
};

/// Of models of version 9 to 12, of text, and of compiled models. What a source has no place for is noted, and so is
/// why nothing can be made of the file.
[[nodiscard]] Source fromAbc(const core::Document& document, Notes& notes);
[[nodiscard]] Source fromLta(const core::Document& document, Notes& notes);
[[nodiscard]] Source fromLtb(const core::Document& document, Notes& notes);

// The rest is for these.

/// What is the same in all formats. @param joins vertices that differ in nothing but texture coordinates become one
[[nodiscard]] Source fromModel(const abc::Model& model, bool joins, Notes& notes);

/// The name without a slash at its start, and without this extension in any case.
[[nodiscard]] std::string withoutExtension(std::string_view name, std::string_view extension);

/// Keys of nodes that are converted, at most: some formats store those that do not change once, and no file shall make
/// more of them than memory holds. Far more than the games' own models have.
inline constexpr std::uint64_t kMostKeys = std::uint64_t{1} << 21U;

}  // namespace converting
