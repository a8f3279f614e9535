// Any bytes as a model in text, compiled: what comes out is read to its end without findings, or a sentence says why
// nothing does.
#include <lta/parse.h>

#include "fuzzing.h"
#include "support/compile_invariants.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace abc::testing;
    const auto bytes = copied(data, size);
    const core::Format format = core::detect(bytes);
    if (format != core::Format::Lta && format != core::Format::Ltc) return 0;
    const core::Document text = lta::parse(bytes);
    compiling::Options options;
    // What the input does not choose of it.
    options.version = ltb::kFirstVersion + static_cast<std::uint32_t>(size % 3);
    if (size % 5 != 0) options.compression = static_cast<std::uint32_t>(size % 5 - 1);
    require(compiling::testing::checkCompiled(text, options));
    return 0;
}
