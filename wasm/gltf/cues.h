// The frame strings of an animation, from wherever they are.
#pragma once

#include <optional>

#include "source.h"

namespace gltf {

/// A frame string and its time in glTF.
struct Cue {
    double seconds = 0;
    /// In UTF-8.
    std::string text;
};

/// Those that the extras of an animation have, in the order of their times; nothing when they say nothing of frame
/// strings.
[[nodiscard]] std::optional<std::vector<Cue>> cuesIn(const Json& extras, bool withKeys = true);

/// The extras of the animation are the nearest to what the user did; the description of an export from here has what
/// Blender dropped. @param known null: not of an export
[[nodiscard]] std::vector<Cue> cuesOf(const Json& extras, const ExportedAnimation* known, const Json& json);

}  // namespace gltf
