// The viewer of skins: the pixels of textures.
#include "viewer.h"

#include <array>
#include <memory>
#include <optional>

#include "dtx/texture.h"

namespace bindings {
namespace {

struct TextureFile : Bytes {
    using Bytes::Bytes;

    std::optional<dtx::Texture> texture;
    std::vector<std::uint8_t> pixels;
};

}  // namespace
}  // namespace bindings

using namespace bindings;

extern "C" {

EMSCRIPTEN_KEEPALIVE TextureFile* textureNew(std::size_t size) {
    return std::make_unique<TextureFile>(size).release();
}

EMSCRIPTEN_KEEPALIVE std::byte* textureBytes(TextureFile* file) {
    return file->bytes.data();
}

EMSCRIPTEN_KEEPALIVE void textureDelete(TextureFile* file) {
    const std::unique_ptr<TextureFile> owner(file);
}

/// Reads the bytes. ViewedTexture in wasm/js/viewer.ts; empty when they are no texture.
EMSCRIPTEN_KEEPALIVE const std::uint32_t* textureRead(TextureFile* file) {
    file->texture = dtx::parse(file->bytes).texture;
    Columns out;
    if (!file->texture) return answer(std::move(out));
    const dtx::Texture& texture = *file->texture;
    out.add(std::array{texture.width, texture.height, static_cast<std::uint32_t>(texture.isDecodable()),
                       static_cast<std::uint32_t>(dtx::alphaOf(file->bytes, texture)), texture.flags});
    const std::vector<dtx::Level> none;
    const std::vector<dtx::Level>& levels = texture.faces.empty() ? none : texture.faces.front();
    out.add(levels, [](const dtx::Level& level) { return level.width; });
    out.add(levels, [](const dtx::Level& level) { return level.height; });
    return answer(std::move(out));
}

/// Four numbers a pixel of a level of the first face, as many as width and height say; null when its colours are not
/// known or it is not there.
EMSCRIPTEN_KEEPALIVE const std::uint8_t* texturePixels(TextureFile* file, std::uint32_t level) {
    file->pixels.clear();
    if (file->texture) file->pixels = dtx::decode(file->bytes, *file->texture, 0, level);
    return file->pixels.empty() ? nullptr : file->pixels.data();
}

}  // extern "C"
