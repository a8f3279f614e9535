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
     "There are no frames to show; the bytes are there to look at.", "Check that it is the file you meant."},
    {Code::SpriteCut, "SPRITE_CUT", Error, Refused,
     "The file ends inside {0}: {1|byte is|bytes are} needed, {2|is|are} left.", "The frames before it are shown.",
     "Copy the file again from where it came from; if it was always so, correct FrameCount or the length of the path."},
    {Code::SpriteCountLarge, "SPRITE_COUNT_LARGE", Error, Refused,
     "FrameCount is {0}, but the bytes that follow hold {1} frames at most.",
     "No frame can be trusted, so none is shown.",
     "Set FrameCount to the frames that the file holds, or check that it is a sprite."},
    {Code::SpriteNoFrames, "SPRITE_NO_FRAMES", Error, Flawed, "The sprite has no frames.", "Nothing is drawn.",
     "Add a frame, or set FrameCount to those that follow."},
    {Code::SpritePathEmpty, "SPRITE_PATH_EMPTY", Error, Flawed, "{0} names no texture.",
     "Nothing is drawn in its time.", "Name a texture, or take the frame out."},
    {Code::SpritePathUnprintable, "SPRITE_PATH_UNPRINTABLE", Error, Flawed, "The path of {0} has control characters.",
     "No texture can have this path.", "Correct the path; if others look odd too, the file may be no sprite."},
    {Code::SpriteNoRate, "SPRITE_NO_RATE", Warning, Unknown, "FramesPerSecond is 0, but the sprite has {0} frames.",
     "No time follows for a frame; this page stays at the first.", "Set it to the frames that are shown in a second."},
    {Code::SpriteTrailingBytes, "SPRITE_TRAILING_BYTES", Warning, Unaffected,
     "{0|byte follows|bytes follow} after the last frame.", "They are not read; FrameCount may be too small.",
     "Set FrameCount to the frames that the file holds, or take the bytes away."},
};
static_assert(areInOrder(kCatalogue) &&
                  std::size(kCatalogue) == static_cast<std::size_t>(Code::SpriteTrailingBytes) + 1,
              "one entry a code");

}  // namespace

std::span<const CodeInfo> catalogue() {
    return kCatalogue;
}

std::span<const CodeInfo> spriteCatalogue() {
    return std::span(kCatalogue).subspan(static_cast<std::size_t>(Code::NotSprite));
}

}  // namespace spr
