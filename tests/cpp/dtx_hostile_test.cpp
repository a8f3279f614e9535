// Textures cut at every length and with any byte of them changed; and headers that promise more than there is.
#include <gtest/gtest.h>

#include <cstring>

#include "support/dtx_fixtures.h"
#include "support/dtx_invariants.h"
#include "support/heap.h"
#include "support/real_files.h"

namespace dtx::testing {
namespace {

using abc::testing::hasError;
using abc::testing::HeapMeter;
using abc::testing::Violation;

/// Beyond the header, a few blocks and the head of a section one byte of pixels is like another.
constexpr std::size_t kHead = 216;
constexpr std::size_t kMegabyte = 1U << 20U;

class DtxSweep : public ::testing::TestWithParam<std::size_t> {
protected:
    const Bytes& file_ = allTextures()[GetParam()].file;
};

TEST_P(DtxSweep, IsCovered) {
    EXPECT_EQ(checkTexture(file_), Violation{});
}

TEST_P(DtxSweep, CutAtAnyLengthIsCoveredAndHasAnError) {
    // Of these nobody knows how long they should be.
    const bool isOpenEnded = allTextures()[GetParam()].name.starts_with("Unknown");
    for (std::size_t length = 0; length < file_.size(); ++length) {
        const Bytes cut(file_.begin(), file_.begin() + static_cast<std::ptrdiff_t>(length));
        ASSERT_EQ(checkTexture(cut), Violation{}) << "cut at " << length;
        ASSERT_TRUE(isOpenEnded || hasError(validate(parse(cut)))) << "cut at " << length;
    }
}

TEST_P(DtxSweep, WithAnyByteOfItsHeadChangedIsCovered) {
    Bytes changed = file_;
    for (std::size_t i = 0; i < std::min(kHead, changed.size()); ++i) {
        const auto byte = static_cast<unsigned>(changed[i]);
        for (const unsigned value : {0U, 0xFFU, (byte + 1) & 0xFFU, (byte - 1) & 0xFFU}) {
            changed[i] = static_cast<std::byte>(value);
            ASSERT_EQ(checkTexture(changed), Violation{}) << "byte " << i << " = " << value;
        }
        changed[i] = file_[i];
    }
}

INSTANTIATE_TEST_SUITE_P(, DtxSweep, ::testing::ValuesIn(textureIndices()),
                         [](const auto& param) { return allTextures()[param.param].name; });

TEST(DtxHostile, APromiseOfManyPixelsTakesNoMemory) {
    for (const int version : {-2, -3, -5}) {
        for (const int bpp : {0, 1, 2, 3, 4, 5, 6, 7, 8}) {
            for (const std::uint32_t flags : {0U, 2U, 1024U}) {
                TextureSpec spec;
                spec.version = version;
                spec.bpp = static_cast<std::uint8_t>(bpp);
                spec.flags = flags;
                Bytes bytes = write(spec);
                std::memset(bytes.data() + 8, 0xFF, 8);
                const HeapMeter heap;
                const File file = parse(bytes);
                const core::Findings findings = validate(file);
                EXPECT_TRUE(hasError(findings));
                EXPECT_LT(heap.peak(), kMegabyte / 8) << "version " << version << ", BPP " << bpp;
            }
        }
    }
}

TEST(DtxHostile, ManySectionsTakeMemoryOnlyAsTheFileIsLarge) {
    for (const char* type : {"", "CUBEMAPDATA"}) {
        TextureSpec spec;
        spec.width = spec.height = spec.mips = 1;
        spec = cubeMap(spec);
        spec.sections.resize(0xFFFF, {type, "", ""});
        const Bytes bytes = write(spec);
        const HeapMeter heap;
        const File file = parse(bytes);
        const core::Findings findings = validate(file);
        EXPECT_FALSE(hasError(findings));
        EXPECT_LE(heap.peak(), 4 * bytes.size() + kMegabyte);
    }
}

TEST(DtxHostile, FacesOfACubeMapStayInTheirSectionWhateverItsLength) {
    TextureSpec spec;
    spec.height = 8;
    Bytes bytes = write(cubeMap(spec));
    constexpr std::uint32_t kData = 164 + 320 + 32;
    constexpr std::uint32_t kFaces = 5 * 320;
    for (const std::uint32_t length : {0U, 1U, 255U, 256U, 319U, 320U, kFaces - 1, kFaces, kFaces + 1, 0x7FFFFFFFU,
                                       0x80000000U, 0xFFFFFFFFU - kData, 0xFFFFFFFFU}) {
        std::memcpy(bytes.data() + kData - 4, &length, sizeof length);
        const HeapMeter heap;
        const File file = parse(bytes);
        EXPECT_EQ(hasError(validate(file)), length != kFaces) << length;
        EXPECT_LT(heap.peak(), kMegabyte / 8) << length;
        EXPECT_EQ(file.texture->faces.size(), 1 + (std::min(length, kFaces) + 64) / 320) << length;
        EXPECT_EQ(checkTexture(bytes), Violation{}) << length;
    }
}

class RealTextureBytes : public ::testing::TestWithParam<std::string> {};

TEST_P(RealTextureBytes, IsSoundAndFullyExplained) {
    const Bytes bytes = abc::testing::readReal(GetParam());
    EXPECT_EQ(checkTexture(bytes), Violation{});
    const File file = parse(bytes);
    const core::Findings findings = validate(file);
    for (const core::Finding& finding : findings.list()) {
        EXPECT_GE(finding.info->severity, core::Severity::Information) << finding.message;
    }
    const auto sums = coverage(file.document.records, static_cast<std::uint32_t>(bytes.size()));
    EXPECT_EQ(sums.opaque + sums.unparsed, 0U);
}

TEST_P(RealTextureBytes, CutOffIsCoveredAndHasAnError) {
    const Bytes bytes = abc::testing::readReal(GetParam());
    for (std::size_t length = 0; length < bytes.size(); length += 1 + bytes.size() / 12) {
        const Bytes cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length));
        ASSERT_EQ(checkTexture(cut), Violation{}) << "cut at " << length;
        ASSERT_TRUE(hasError(validate(parse(cut)))) << "cut at " << length;
    }
}

INSTANTIATE_TEST_SUITE_P(Real, RealTextureBytes, ::testing::ValuesIn(abc::testing::realFiles(".dtx")),
                         [](const auto& param) { return abc::testing::testName(param.param); });

}  // namespace
}  // namespace dtx::testing
