// Any bytes and some changes of them, one after the other and in one call: what is refused changes nothing, and the
// splices lead to the bytes. A texture is changed as one, and so are models of the Jupiter engine; what is none of
// these as a sprite or a model. The last bytes of the input say which changes.
#include <dtx/edit.h>
#include <ltb/edit.h>
#include <spr/edit.h>

#include "fuzzing.h"
#include "support/lta_edits.h"

namespace {

/// How files of a kind are read and changed.
struct Kind {
    core::Document (*parse)(core::Bytes bytes);
    core::Edited (*edit)(const core::Document& document, std::span<const core::Operation> operations);
};
const Kind kModel{abc::parse, abc::edit};
const Kind kTexture{[](core::Bytes bytes) { return dtx::parse(bytes).document; }, dtx::edit};
const Kind kCompiled{ltb::parse, ltb::edit};
const Kind kText{lta::parse, lta::edit};
const Kind kSprite{[](core::Bytes bytes) { return spr::parse(bytes).document; }, spr::edit};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace abc::testing;
    constexpr std::size_t kSeed = 8;
    if (size < kSeed) return 0;
    std::uint64_t dice = 0;
    std::memcpy(&dice, data + size - kSeed, kSeed);
    const auto roll = [&dice](std::uint32_t limit) {
        dice = dice * 6364136223846793005U + 1442695040888963407U;
        return limit == 0 ? 0 : static_cast<std::uint32_t>(dice >> 33U) % limit;
    };
    const std::vector<std::byte> bytes = copied(data, size - kSeed);
    const bool isTexture = dtx::parse(bytes).texture.has_value();
    const core::Format format = core::detect(bytes);
    const bool isText = format == core::Format::Lta;
    const Kind& kind = isText                        ? kText
                       : format == core::Format::Ltb ? kCompiled
                       : isTexture                   ? kTexture
                       : roll(4) == 0                ? kSprite
                                                     : kModel;
    const core::Document document = kind.parse(bytes);
    std::vector<core::Operation> operations;
    std::vector<std::byte> now = bytes;
    for (int i = 0; i < 4; ++i) {
        const core::Document state = kind.parse(now);
        const core::Operation operation = isText         ? lta::testing::anyTextOperation(state, roll)
                                          : roll(4) == 0 ? anyWholeOperation(state, roll)
                                                         : anyOperation(state, listsOf(state), roll);
        const core::Edited edited = kind.edit(state, {&operation, 1});
        require(checkEdited(state, edited));
        if (edited.refusal) continue;
        operations.push_back(operation);
        now = edited.bytes;
    }
    require(checkEdited(document, kind.edit(document, operations)));
    return 0;
}
