// The words of every finding of textures (dtx.md).
#include "codes.h"

namespace dtx {
namespace {

using core::CodeInfo;
using enum core::Severity;
using enum core::Engine;

constexpr CodeInfo kCatalogue[] = {
    core::emptyFile(Code::EmptyFile),
    core::fileTooLarge(Code::FileTooLarge),
    core::sectionOpaque(Code::SectionOpaque),
    {Code::NotDtx, "NOT_DTX", Error, Refused, "This is not a LithTech DTX texture: {0}.",
     "There is no picture to show; the bytes are there to look at.", "Check that it is the file you meant."},
    {Code::TextureVersionUnknown, "TEXTURE_VERSION_UNKNOWN", Error, Unknown,
     "DTX version {0} is not documented, so it cannot be checked.",
     "Only the words that all versions begin with are shown; the rest stays opaque.",
     "If you know a game that uses this version, please send its name and such a file to the project."},
    {Code::TextureFormatUnknown, "TEXTURE_FORMAT_UNKNOWN", Error, Refused,
     "BPP is {0}, which names no known format of pixels.", "How large the mips are is not known, so nothing is shown.",
     "Set it to the format of the pixels, or export the texture again."},
    {Code::TextureFormatOpaque, "TEXTURE_FORMAT_OPAQUE", Information, Unaffected, "The pixels are {0}.",
     "Their sizes are shown and their bytes kept as they are, but there is no picture.", "Nothing to do."},
    {Code::TextureSizeZero, "TEXTURE_SIZE_ZERO", Error, Refused, "The texture is {0} × {1} pixels.",
     "There is no picture.", "Export the texture again."},
    {Code::TextureSizeLarge, "TEXTURE_SIZE_LARGE", Warning, Flawed,
     "The texture is {0} × {1} pixels; more than 4,096 is beyond the graphics cards of the games' time.",
     "A game may refuse it or shrink it.", "Check the size; if it is meant, export the texture smaller."},
    {Code::TextureSizeUneven, "TEXTURE_SIZE_UNEVEN", Hint, Unaffected,
     "The texture is {0} × {1} pixels, and not both are powers of two.",
     "Such a texture is fine for menus; on a model it may be stretched or not repeat.",
     "Use powers of two for the textures of models and worlds."},
    {Code::TextureMipsNone, "TEXTURE_MIPS_NONE", Error, Refused, "MipmapCount is 0.",
     "There is not even the largest mip, so nothing is shown.", "Set it to the mips that the file holds, mostly 4."},
    {Code::TextureMipsTooMany, "TEXTURE_MIPS_TOO_MANY", Error, Refused,
     "MipmapCount is {0}, but the size is 1 × 1 after {1}.", "Those after the smallest cannot exist; {1} are read.",
     "Correct it, or export the texture again."},
    {Code::TextureCut, "TEXTURE_CUT", Error, Refused, "{0} needs {1|byte|bytes}, and {2|is|are} left.",
     "What comes before is shown; the rest is lost.",
     "The file is cut off, or its header is wrong: compare its size with the original, or export it again."},
    {Code::TexturePaletteMissing, "TEXTURE_PALETTE_MISSING", Error, Refused,
     "The pixels choose from a palette, and no section of 1,024 bytes holds one.", "There is no picture.",
     "Export the texture again."},
    {Code::TextureCubeNotSquare, "TEXTURE_CUBE_NOT_SQUARE", Error, Flawed,
     "The faces of the cube map are {0} × {1} pixels.", "The faces of a cube are square; graphics cards refuse others.",
     "Export the cube map with square faces."},
    {Code::TextureCubeMissing, "TEXTURE_CUBE_MISSING", Error, Flawed,
     "Flags call the texture a cube map, and no section of the type CUBEMAPDATA holds its other five faces.",
     "Only the face +X is shown.", "Clear the flag 1024, or export the cube map again."},
    {Code::TextureCubeLength, "TEXTURE_CUBE_LENGTH", Error, Flawed,
     "The section CUBEMAPDATA has {0|byte|bytes}; the five faces in it need {1}.",
     "Those mips that fit are shown, the other bytes left alone.",
     "Compare size, format and number of mips with the original, or export the cube map again."},
    {Code::TextureCommandLeftOver, "TEXTURE_COMMAND_LEFT_OVER", Information, Unaffected,
     "{0|byte is|bytes are} left over after the command string.",
     "Games read up to the first zero; exporters wrote whatever was in their memory after it.", "Nothing to do."},
    {Code::TextureAlphaZero, "TEXTURE_ALPHA_ZERO", Information, Unaffected, "Alpha is 0 everywhere.",
     "Some opaque textures of the games are so; the page ignores alpha until it is switched on.", "Nothing to do."},
    {Code::TextureTrailingBytes, "TEXTURE_TRAILING_BYTES", Error, Flawed,
     "{0|byte follows|bytes follow} after the texture.", "Its size, format or number of mips or sections may be wrong.",
     "Compare the header with what the file holds, or export the texture again."},
};
static_assert(areInOrder(kCatalogue) &&
                  std::size(kCatalogue) == static_cast<std::size_t>(Code::TextureTrailingBytes) + 1,
              "one entry a code");

}  // namespace

std::span<const CodeInfo> catalogue() {
    return kCatalogue;
}

std::span<const CodeInfo> textureCatalogue() {
    return std::span(kCatalogue).subspan(static_cast<std::size_t>(Code::NotDtx));
}

}  // namespace dtx
