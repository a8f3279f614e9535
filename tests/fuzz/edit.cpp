// Any bytes and some changes of them, one after the other and in one call: what is refused changes nothing, and the
// splices lead to the bytes. The last bytes of the input say which changes.
#include "fuzzing.h"
#include "support/edits.h"

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
    const abc::Document document = abc::parse(bytes);
    std::vector<core::Operation> operations;
    std::vector<std::byte> now = bytes;
    for (int i = 0; i < 4; ++i) {
        const abc::Document state = abc::parse(now);
        const core::Operation operation = anyOperation(state, listsOf(state), roll);
        const core::Edited edited = abc::edit(state, {&operation, 1});
        require(checkEdited(state, edited));
        if (edited.refusal) continue;
        operations.push_back(operation);
        now = edited.bytes;
    }
    require(checkEdited(document, abc::edit(document, operations)));
    return 0;
}
