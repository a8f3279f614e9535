// The words of every finding of sprites (dtx.md §7).
#include "codes.h"

namespace spr {
namespace {

using core::CodeInfo;
using enum core::Severity;
using enum core::Engine;

constexpr CodeInfo kCatalogue[] = {
    core::emptyFile(Code::EmptyFile),
    core::fileTooLarge(Code::FileTooLarge),
    {Code::NotSprite, "NOT_SPRITE", Error, Refused, "This is not a LithTech sprite: {0}.",
     "No frames can be shown, but the bytes can be inspected.", "Check that this is the right file."},
    {Code::SpriteCut, "SPRITE_CUT", Error, Refused, "The file ends inside {0}: {1|byte|bytes} needed, {2} left.",
     "The frames before it are shown.",
     "Copy the file again from its source; if that is the same, correct FrameCount or the length of the path."},
    {Code::SpriteCountLarge, "SPRITE_COUNT_LARGE", Error, Refused,
     "FrameCount is {0}, but the bytes that follow can hold at most {1} frames.",
     "No frame can be trusted, so none is shown.",
     "Set FrameCount to the number of frames in the file, or check that it is a sprite."},
    {Code::SpriteNoFrames, "SPRITE_NO_FRAMES", Error, Flawed, "The sprite has no frames.", "Nothing is drawn.",
     "Add a frame, or set FrameCount to the number of frames that follow."},
    {Code::SpritePathEmpty, "SPRITE_PATH_EMPTY", Error, Flawed, "The path of {0} is empty.",
     "Nothing is drawn during this frame.", "Specify a texture, or remove the frame."},
    {Code::SpritePathUnprintable, "SPRITE_PATH_UNPRINTABLE", Error, Flawed,
     "The path of {0} contains control characters.", "No texture can have this path.",
     "Correct the path; if others look odd too, the file may not be a sprite."},
    {Code::SpriteNoRate, "SPRITE_NO_RATE", Warning, Unknown, "FramesPerSecond is 0, but the sprite has {0} frames.",
     "The duration of a frame is undefined; the page stays on the first one.",
     "Set it to the number of frames per second."},
    {Code::SpriteTrailingBytes, "SPRITE_TRAILING_BYTES", Warning, Unaffected,
     "{0|byte follows|bytes follow} the last frame.", "They are not read; FrameCount may be too small.",
     "Set FrameCount to the number of frames in the file, or remove the bytes."},
};
static_assert(areInOrder(kCatalogue) &&
                  std::size(kCatalogue) == static_cast<std::size_t>(Code::SpriteTrailingBytes) + 1,
              "one entry per code");

}  // namespace

std::span<const CodeInfo> catalogue() {
    return kCatalogue;
}

std::span<const CodeInfo> spriteCatalogue() {
    return std::span(kCatalogue).subspan(static_cast<std::size_t>(Code::NotSprite));
}

}  // namespace spr
