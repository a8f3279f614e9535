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
     "No image can be shown, but the bytes can be inspected.", "Check that this is the right file."},
    {Code::TextureVersionUnknown, "TEXTURE_VERSION_UNKNOWN", Error, Unknown,
     "DTX version {0} is not documented, so it cannot be checked.",
     "Only the fields that all versions start with are shown; the rest stays opaque.",
     "If you know a game that uses this version, please send its name and a sample file to the project."},
    {Code::TextureFormatUnknown, "TEXTURE_FORMAT_UNKNOWN", Error, Refused,
     "BPP is {0}, which is not a known pixel format.", "The size of the mips is unknown, so nothing is shown.",
     "Set it to the pixel format, or export the texture again."},
    {Code::TextureFormatOpaque, "TEXTURE_FORMAT_OPAQUE", Information, Unaffected, "The pixels are {0}.",
     "Their sizes are shown and their bytes are kept unchanged, but no image is shown.", "Nothing to do."},
    {Code::TextureSizeZero, "TEXTURE_SIZE_ZERO", Error, Refused, "The texture is {0} × {1} pixels.",
     "No image is shown.", "Export the texture again."},
    {Code::TextureSizeLarge, "TEXTURE_SIZE_LARGE", Warning, Flawed,
     "The texture is {0} × {1} pixels; more than 4,096 is beyond the graphics cards of the games’ era.",
     "A game may refuse it or shrink it.", "Check the size; if it is intended, export a smaller texture."},
    {Code::TextureSizeUneven, "TEXTURE_SIZE_UNEVEN", Hint, Unaffected,
     "The texture is {0} × {1} pixels, which are not both powers of two.",
     "Such a texture is fine for menus; on a model it may be stretched or fail to repeat.",
     "Use powers of two for the textures of models and worlds."},
    {Code::TextureMipsNone, "TEXTURE_MIPS_NONE", Error, Refused, "MipmapCount is 0.",
     "Even the largest mip is missing, so nothing is shown.", "Set it to the number of mips in the file, usually 4."},
    {Code::TextureMipsTooMany, "TEXTURE_MIPS_TOO_MANY", Error, Refused,
     "MipmapCount is {0}, but the size reaches 1 × 1 after {1}.", "Mips after the smallest cannot exist; {1} are read.",
     "Correct it, or export the texture again."},
    {Code::TextureMipsAboveEngine, "TEXTURE_MIPS_ABOVE_ENGINE", Error, Refused,
     "MipmapCount is {0}; the engine takes at most {1}.",
     "LithTech 2 and later refuse the texture; LithTech 1 draws it white.",
     "Convert the texture with fewer mips, usually 4."},
    {Code::TextureCut, "TEXTURE_CUT", Error, Refused, "{0} needs {1|byte|bytes}; {2|is|are} left.",
     "Everything before it is shown; the rest is lost.",
     "The file is truncated, or its header is wrong: compare its size with the original, or export it again."},
    {Code::TexturePaletteMissing, "TEXTURE_PALETTE_MISSING", Error, Refused,
     "The pixels refer to a palette, but no section of 1,024 bytes contains one.", "No image is shown.",
     "Export the texture again."},
    {Code::TextureCubeNotSquare, "TEXTURE_CUBE_NOT_SQUARE", Error, Flawed,
     "The faces of the cube map are {0} × {1} pixels.",
     "The faces of a cube map must be square; graphics cards reject others.", "Export the cube map with square faces."},
    {Code::TextureCubeMissing, "TEXTURE_CUBE_MISSING", Error, Flawed,
     "According to Flags, the texture is a cube map, but no section of type CUBEMAPDATA contains its other five faces.",
     "Only the face +X is shown.", "Clear flag 1024, or export the cube map again."},
    {Code::TextureCubeLength, "TEXTURE_CUBE_LENGTH", Error, Flawed,
     "The section CUBEMAPDATA has {0|byte|bytes}; the five faces in it need {1}.",
     "The mips that fit are shown; the other bytes are left alone.",
     "Compare the size, format and number of mips with the original, or export the cube map again."},
    {Code::TextureCommandLeftOver, "TEXTURE_COMMAND_LEFT_OVER", Information, Unaffected,
     "{0|byte is|bytes are} left over after the command string.",
     "Games read up to the first zero; exporters wrote whatever was in their memory after it.", "Nothing to do."},
    {Code::TextureAlphaZero, "TEXTURE_ALPHA_ZERO", Information, Unaffected, "Alpha is 0 everywhere.",
     "Some opaque textures of the games are like this; the page ignores alpha until it is switched on.",
     "Nothing to do."},
    {Code::TextureTrailingBytes, "TEXTURE_TRAILING_BYTES", Error, Flawed, "{0|byte follows|bytes follow} the texture.",
     "Its size, format or number of mips or sections may be wrong.",
     "Compare the header with the contents of the file, or export the texture again."},
};
static_assert(areInOrder(kCatalogue) &&
                  std::size(kCatalogue) == static_cast<std::size_t>(Code::TextureTrailingBytes) + 1,
              "one entry per code");

}  // namespace

std::span<const CodeInfo> catalogue() {
    return kCatalogue;
}

std::span<const CodeInfo> textureCatalogue() {
    return std::span(kCatalogue).subspan(static_cast<std::size_t>(Code::NotDtx));
}

}  // namespace dtx
