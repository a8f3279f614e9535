// The core without the page's binding, so that its steps can be timed one by one in WebAssembly.
#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <vector>

#include "abc/build.h"
#include "abc/validate.h"
#include "support/scalar_deform.h"

namespace {

/// The bytes of a file and the steps of opening it. Each step keeps its result no longer than it runs.
class Steps {
public:
    /// A view of the bytes, to be filled. It dies when the memory grows: ask again after a step.
    emscripten::val bytes(std::uint32_t size) {
        bytes_.resize(size);
        return emscripten::val(
            emscripten::typed_memory_view(bytes_.size(), reinterpret_cast<std::uint8_t*>(bytes_.data())));
    }

    /// Parse and layout; how many bytes the layout takes.
    [[nodiscard]] std::uint32_t parse() const { return abc::parse(bytes_).records.size() * sizeof(abc::Record); }

    /// Parse, layout, model and findings; how many findings that gave.
    [[nodiscard]] std::uint32_t open() const {
        const abc::Document document = abc::parse(bytes_);
        return static_cast<std::uint32_t>(abc::validate(document, abc::buildModel(document)).list().size());
    }

    /// What a frame is made of.
    [[nodiscard]] abc::Model model() const { return abc::buildModel(abc::parse(bytes_)); }

private:
    std::vector<std::byte> bytes_;
};

/// A model in the middle of its first animation, and the steps to a frame of its first piece. Its file's steps
/// must outlive it.
class Frame {
public:
    explicit Frame(const Steps& file) : model_(file.model()) {
        layer_.source = &model_;
        layer_.animation = 0;
        layer_.timeMs = model_.lengthOf(model_.animations.front()) / 2.0;
        positions_.resize(model_.vertexCount(0, 0));
        normals_.resize(positions_.size());
        pose();
    }
    Frame(const Frame&) = delete;
    Frame& operator=(const Frame&) = delete;

    void pose() { abc::pose(model_, {&layer_, 1}, {}, pose_); }
    void deform() { abc::deform(model_, pose_, 0, 0, positions_, normals_); }
    void deformScalar() { abc::testing::deformScalar(model_, pose_, 0, 0, positions_, normals_); }

private:
    abc::Model model_;
    abc::Layer layer_;
    abc::Pose pose_;
    std::vector<abc::Vec3> positions_;
    std::vector<abc::Vec3> normals_;
};

}  // namespace

EMSCRIPTEN_BINDINGS(lithoscope_bench) {
    emscripten::class_<Steps>("Steps")
        .constructor<>()
        .function("bytes", &Steps::bytes)
        .function("parse", &Steps::parse)
        .function("open", &Steps::open);
    emscripten::class_<Frame>("Frame")
        .constructor<const Steps&>()
        .function("pose", &Frame::pose)
        .function("deform", &Frame::deform)
        .function("deformScalar", &Frame::deformScalar);
}
