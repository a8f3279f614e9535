// Files cut anywhere and counts that lie: everything still evaluates, in little memory.
#include <gtest/gtest.h>
#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "support/fixtures.h"
#include "support/invariants.h"

namespace {

std::atomic<std::size_t> heapNow{0};
std::atomic<std::size_t> heapPeak{0};

void* counted(std::size_t size) {
    void* memory = std::malloc(size);
    if (memory == nullptr) throw std::bad_alloc();
    const std::size_t now = heapNow += malloc_usable_size(memory);
    std::size_t peak = heapPeak;
    while (now > peak && !heapPeak.compare_exchange_weak(peak, now)) {
    }
    return memory;
}

void uncounted(void* memory) {
    if (memory != nullptr) heapNow -= malloc_usable_size(memory);
    std::free(memory);
}

}  // namespace

void* operator new(std::size_t size) {
    return counted(size);
}
void* operator new[](std::size_t size) {
    return counted(size);
}
void operator delete(void* memory) noexcept {
    uncounted(memory);
}
void operator delete[](void* memory) noexcept {
    uncounted(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    uncounted(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
    uncounted(memory);
}

namespace abc::testing {
namespace {

constexpr std::size_t kMegabyte = 1U << 20U;

/// Does all that a page does with a file, and checks it. The heap may take `perByte` times its size.
void expectSound(const File& bytes, const std::string& what, std::size_t perByte = 16) {
    const auto size = static_cast<std::uint32_t>(bytes.size());
    const std::size_t before = heapNow;
    heapPeak = before;
    const Opened file(bytes);
    const Findings findings = validate(file.document, file.model);
    EXPECT_LE(heapPeak - before, perByte * bytes.size() + kMegabyte) << what;
    EXPECT_EQ(checkRecords(file.document.records, size), Violation{}) << what;
    EXPECT_EQ(checkLeaves(file.document, 0, size), Violation{}) << what;
    EXPECT_EQ(checkCoverage(file.document), Violation{}) << what;
    EXPECT_EQ(checkFindings(file.document, findings), Violation{}) << what;
    EXPECT_EQ(checkEvaluation(file.model, 2), Violation{}) << what;
}

class Hostile : public ::testing::TestWithParam<bool> {
protected:
    File file_ = GetParam() ? write(smallV12()) : write(smallV6());
};

TEST_P(Hostile, FilesCutAtAnyByteAreCovered) {
    for (std::size_t length = 0; length <= file_.size(); ++length) {
        const File cut(file_.begin(), file_.begin() + static_cast<std::ptrdiff_t>(length));
        expectSound(cut, "cut at " + std::to_string(length));
        if (HasFailure()) return;
    }
}

TEST_P(Hostile, FilesCutAtAnyByteHaveAnError) {
    for (std::size_t length = 0; length < file_.size(); ++length) {
        const Opened cut(File(file_.begin(), file_.begin() + static_cast<std::ptrdiff_t>(length)));
        bool error = false;
        const Findings findings = validate(cut.document, cut.model);
        for (const Finding& finding : findings.list()) {
            error = error || describe(finding.code).severity == Severity::Error;
        }
        EXPECT_TRUE(error) << "cut at " << length;
    }
}

TEST_P(Hostile, CountsThatLieCostNoMemory) {
    struct Number {
        std::uint32_t offset;
        std::uint32_t size;
        std::string path;
    };
    std::vector<Number> numbers;
    parse(file_).walk().leaves(0, static_cast<std::uint32_t>(file_.size()), true,
                               [&](const Place& leaf, const std::string& path) {
                                   if (leaf.end - leaf.start <= 4) {
                                       numbers.push_back({leaf.start, leaf.end - leaf.start, path});
                                   }
                               });
    for (const Number& number : numbers) {
        for (const std::uint32_t value : {0U, 1U, 0x7FFFFFFFU, 0xFFFFFFFFU}) {
            File file = file_;
            std::memcpy(file.data() + number.offset, &value, number.size);
            expectSound(file, number.path + " = " + std::to_string(value));
            if (HasFailure()) return;
        }
    }
}

TEST_P(Hostile, LengthsOfStringsThatLieAreCovered) {
    std::vector<std::uint32_t> strings;
    parse(file_).walk().leaves(0, static_cast<std::uint32_t>(file_.size()), false,
                               [&](const Place& leaf, const std::string&) {
                                   if (leaf.type == schema::Type(schema::Scalar::String)) strings.push_back(leaf.start);
                               });
    for (const std::uint32_t offset : strings) {
        for (const std::uint16_t length : std::initializer_list<std::uint16_t>{0, 1, 5, 0x7FFF, 0xFFFF}) {
            File file = file_;
            std::memcpy(file.data() + offset, &length, sizeof length);
            expectSound(file, "string at " + std::to_string(offset) + " of " + std::to_string(length));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Versions, Hostile, ::testing::Bool(),
                         [](const auto& param) { return param.param ? "V12" : "V6"; });

TEST(HostileChain, OfTinySectionsByTheThousandIsReadInLittleMemory) {
    ByteWriter out;
    out.section("Header").u32(12);
    for (int i = 0; i < 20000; ++i) out.section("");
    // Opening takes more than parsing: each section is also a place to look at.
    expectSound(out.bytes(), "tiny sections", 32);
}

}  // namespace
}  // namespace abc::testing
