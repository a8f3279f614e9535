// The viewer of models: what drawing a moving one takes.
#include <memory>
#include <optional>

#include "drawing.h"
#include "frames.h"
#include "viewed.h"
#include "viewer.h"

namespace bindings {
namespace {

Columns& lastAnswer() {
    static Columns last;
    return last;
}

struct ModelFile : Bytes {
    using Bytes::Bytes;

    std::optional<abc::Document> document;
    abc::Model model;
    Frames frames{model};
};

}  // namespace

const std::uint32_t* answer(Columns columns) {
    lastAnswer() = std::move(columns);
    return lastAnswer().words().data();
}

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
    const abc::Document& document = file->document.emplace(parseViewed(file->bytes));
    file->model = buildViewed(document);
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
        static_cast<std::int32_t>(capabilitiesOfViewed(document).bits()),
    });
    return answer(std::move(out));
}

/// The bytes of a packed file, unpacked: the others count in them. Empty of a file that is not packed.
EMSCRIPTEN_KEEPALIVE const std::byte* modelUnpacked(const ModelFile* file) {
    return file->document->unpacked ? file->document->unpacked->bytes.data() : nullptr;
}

EMSCRIPTEN_KEEPALIVE std::size_t modelUnpackedSize(const ModelFile* file) {
    return file->document->unpacked ? file->document->unpacked->bytes.size() : 0;
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

}  // extern "C"
