// SPR: LithTech's sprites, lists of textures (dtx.md §7). The names are ours: Sprite.FrameCount,
// Sprite.Frames[i].Path.
#pragma once

#include "schema.h"

namespace spr::schema {

inline constexpr auto kSprite = fields({
    field("FrameCount", Scalar::U32, "frames in the list"),
    field("FramesPerSecond", Scalar::U32, "how many frames are shown per second", "1/s"),
    field("Transparent", Scalar::U32, "judging by its name: whether texels of the colour ColorKey are not drawn"),
    field("Translucent", Scalar::U32, "judging by its name: whether the background shows through"),
    field("ColorKey", Scalar::U32, "judging by its name: the colour that is not drawn"),
    field("Frames", Id::Frame, "textures in the order they are shown").counted("FrameCount"),
});

inline constexpr auto kFrame = fields({
    field("Path", Scalar::String, "path of a DTX in the game’s resources"),
});

}  // namespace spr::schema
