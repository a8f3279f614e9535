// What an export keeps of the file for the way back: its bytes, with zeros for the numbers that a merge computes from
// the glTF to within 1e-4 (docs/export.md lists them). All other data, known or not, is there byte for byte.
#pragma once

#include "abc/model.h"
#include "patches.h"

namespace merging {

/// What a glTF has of a file. What the file has not is passed over.
struct Exported {
    struct Level {
        std::uint32_t piece = 0;
        std::uint32_t lod = 0;
    };
    struct Animation {
        std::uint32_t animation = 0;
        std::vector<std::uint32_t> keys;
    };

    /// v6: level 0 of the one piece stands for the mesh.
    std::vector<Level> levels;
    std::vector<Animation> animations;
    /// v6: the animation that the rest pose is of; kNone: the one that the model itself says. The merge needs it to
    /// read the other poses, since programs turn the axes of nodes.
    std::uint32_t restAnimation = abc::kNone;
    /// v6: each deformation frame is a morph target.
    bool hasDeformation = false;
};

/// @param model of the document
[[nodiscard]] ByteList templateOf(const abc::Document& document, const abc::Model& model, const Exported& exported);

}  // namespace merging
