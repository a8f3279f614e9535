// The module of the viewer: what drawing a moving model takes, and the pixels of its skins. Its functions take and give
// plain numbers, because Embind would be a third of it; wasm/js/viewer.ts is the other side. Nothing is thrown: without
// memory the program stops, which JavaScript catches.
#include <emscripten/em_macros.h>

#include <memory>
#include <optional>

#include "abc/build.h"
#include "abc/capabilities.h"
#include "drawing.h"
#include "dtx/texture.h"
#include "frames.h"

namespace bindings {
namespace {

/// The last answer of any file: JavaScript reads it at once.
Columns& lastAnswer() {
    static Columns last;
    return last;
}

const std::uint32_t* answer(Columns columns) {
    lastAnswer() = std::move(columns);
    return lastAnswer().words().data();
}

/// Bytes to fill before they are read.
struct Bytes {
    explicit Bytes(std::size_t size) : bytes(size) {}

    std::vector<std::byte> bytes;
};

struct ModelFile : Bytes {
    using Bytes::Bytes;

    std::optional<abc::Document> document;
    abc::Model model;
    Frames frames{model};
};

struct TextureFile : Bytes {
    using Bytes::Bytes;

    std::optional<dtx::Texture> texture;
    std::vector<std::uint8_t> pixels;
};

}  // namespace
}  // namespace bindings

using namespace bindings;

extern "C" {

/// How many words the last answer has.
EMSCRIPTEN_KEEPALIVE std::size_t answerSize() {
    return lastAnswer().words().size();
}

EMSCRIPTEN_KEEPALIVE ModelFile* modelNew(std::size_t size) {
    return std::make_unique<ModelFile>(size).release();
}

EMSCRIPTEN_KEEPALIVE std::byte* modelBytes(ModelFile* file) {
    return file->bytes.data();
}

EMSCRIPTEN_KEEPALIVE void modelDelete(ModelFile* file) {
    const std::unique_ptr<ModelFile> owner(file);
}

/// Reads the bytes. ViewedModel in wasm/js/viewer.ts.
EMSCRIPTEN_KEEPALIVE const std::uint32_t* modelRead(ModelFile* file) {
    const abc::Document& document = file->document.emplace(abc::parse(file->bytes));
    file->model = abc::buildModel(document);
    const abc::Model& model = file->model;
    Columns out;
    out.add(std::array{
        static_cast<std::int32_t>(document.format),
        static_cast<std::int32_t>(document.version),
        static_cast<std::int32_t>(document.versionKnown),
        static_cast<std::int32_t>(document.chainEnd),
        static_cast<std::int32_t>(document.faults.size()),
        static_cast<std::int32_t>(model.lodCount()),
        static_cast<std::int32_t>(model.mirrorZ()),
        std::int32_t{abc::windingVote(model).frontSign()},
        orMinusOne(model.v6.restAnimation),
        static_cast<std::int32_t>(model.faces.size()),
        static_cast<std::int32_t>(model.locations.size()),
        static_cast<std::int32_t>(model.weights.size()),
        static_cast<std::int32_t>(model.keyframes.size()),
        static_cast<std::int32_t>(abc::capabilitiesOf(document.dialect).bits()),
    });
    return answer(std::move(out));
}

EMSCRIPTEN_KEEPALIVE const std::uint32_t* modelLists(const ModelFile* file) {
    return answer(listColumns(*file->document, file->model));
}

EMSCRIPTEN_KEEPALIVE const std::uint32_t* modelTopology(const ModelFile* file, std::uint32_t piece,
                                                        std::uint32_t level) {
    return answer(topologyColumns(file->model, piece, level));
}

EMSCRIPTEN_KEEPALIVE const std::uint32_t* modelWeights(const ModelFile* file, std::uint32_t piece,
                                                       std::uint32_t level) {
    return answer(weightColumns(file->model, piece, level));
}

EMSCRIPTEN_KEEPALIVE const std::uint32_t* modelKeyframes(const ModelFile* file, std::uint32_t animation) {
    return answer(keyframeColumns(file->model, animation));
}

// RawFrames in wasm/js/frames.ts.

EMSCRIPTEN_KEEPALIVE const abc::Model* modelAddress(const ModelFile* file) {
    return &file->model;
}

EMSCRIPTEN_KEEPALIVE double* modelRequest(ModelFile* file, std::size_t numbers) {
    return file->frames.request(numbers);
}

EMSCRIPTEN_KEEPALIVE bool modelPose(ModelFile* file) {
    return file->frames.pose();
}

EMSCRIPTEN_KEEPALIVE const abc::Mat4* modelNodeMatrices(const ModelFile* file) {
    return file->frames.nodeMatrices();
}

EMSCRIPTEN_KEEPALIVE const abc::Vec3* modelDeform(ModelFile* file, std::uint32_t piece) {
    return file->frames.deform(piece);
}

EMSCRIPTEN_KEEPALIVE const std::uint32_t* modelFreeze(const ModelFile* file) {
    return answer(file->frames.freeze());
}

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
