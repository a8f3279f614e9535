// The core without the page's binding, so that its steps can be timed one by one in WebAssembly.
#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <vector>

#include "abc/validate.h"

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
        return static_cast<std::uint32_t>(validate(document, buildModel(document)).list().size());
    }

private:
    std::vector<std::byte> bytes_;
};

}  // namespace

EMSCRIPTEN_BINDINGS(lithoscope_bench) {
    emscripten::class_<Steps>("Steps")
        .constructor<>()
        .function("bytes", &Steps::bytes)
        .function("parse", &Steps::parse)
        .function("open", &Steps::open);
}
