// Texts compiled by us against the compiled models that the makers' packer made of them: byte for byte.
#include <gtest/gtest.h>
#include <lta/parse.h>

#include <algorithm>
#include <cstdio>
#include <map>

#include "support/compile_invariants.h"
#include "support/real_files.h"

namespace compiling::testing {
namespace {

using abc::testing::readReal;

/// Fields by their paths, with their bytes.
std::map<std::string, std::vector<std::byte>> fieldsOf(const core::Document& document) {
    std::map<std::string, std::vector<std::byte>> out;
    const auto size = static_cast<std::uint32_t>(document.bytes.size());
    document.walk().leaves(0, size, true, [&](const core::Place& leaf, const std::string& path) {
        std::vector<std::byte>& bytes = out[path];
        for (std::uint32_t at = leaf.start; at < leaf.end; ++at) {
            bytes.push_back(core::load<std::byte>(document.bytes, at));
        }
    });
    return out;
}

/// What differs, as kinds of fields with how many there are.
std::map<std::string, std::uint32_t> differences(const core::Document& ours, const core::Document& theirs) {
    const auto kindOf = [](const std::string& path) {
        std::string out;
        bool isIndex = false;
        for (const char letter : path) {
            isIndex = (isIndex && letter != ']') || letter == '[';
            if (!isIndex && letter != ']') out += letter;
        }
        return out;
    };
    std::map<std::string, std::uint32_t> out;
    const auto found = fieldsOf(ours);
    for (const auto& [path, bytes] : fieldsOf(theirs)) {
        const auto own = found.find(path);
        if (own == found.end() || own->second != bytes) ++out[kindOf(path)];
    }
    return out;
}

/// A compiled model, the text of the same name, and what of them differs. The packer was given some types of
/// compression by its command line.
struct Pair {
    const char* name;
    std::optional<std::uint32_t> compression;
    std::map<std::string, std::uint32_t> different;
};

/// Where the text was edited after it had been compiled, its numbers differ.
const Pair kPairs[] = {
    {"GenPigeon", {}, {}},
    {"HARMGuard", {}, {}},
    {"tileselected", {}, {}},
    {"1x1square",
     0,
     {{"Animation.Animations.Extents.X", 1},
      {"Animation.Animations.Extents.Y", 1},
      {"Animation.Animations.Extents.Z", 1},
      {"AnimBindings.Lists.AnimBindings.Extents.X", 1},
      {"AnimBindings.Lists.AnimBindings.Extents.Y", 1},
      {"AnimBindings.Lists.AnimBindings.Extents.Z", 1}}},
};

/// The file of a name with one of some extensions; empty for none.
std::string pathOf(const std::string& name, std::initializer_list<const char*> extensions) {
    for (const char* extension : extensions) {
        for (const std::string& path : abc::testing::realFiles(extension)) {
            if (std::filesystem::path(path).stem() == name) return path;
        }
    }
    return {};
}

TEST(CompiledTexts, AreThoseOfTheMakersByteForByte) {
    bool hasAny = false;
    for (const Pair& pair : kPairs) {
        SCOPED_TRACE(pair.name);
        const std::string textPath = pathOf(pair.name, {".lta", ".ltc"});
        const std::string modelPath = pathOf(pair.name, {".ltb"});
        if (textPath.empty() || modelPath.empty()) continue;
        hasAny = true;
        const std::vector<std::byte> theirs = readReal(modelPath);
        const core::Document real = ltb::parse(theirs);
        const std::vector<std::byte> text = readReal(textPath);
        const Compiled made = compile(lta::parse(text), {real.version, pair.compression});
        ASSERT_EQ(made.refusal, "");
        ASSERT_EQ(made.bytes.size(), theirs.size());
        const core::Document ours = ltb::parse(made.bytes);
        // Section by section.
        for (std::size_t s = 0; s < real.sections.size(); ++s) {
            const core::Section& section = real.sections[s];
            ASSERT_EQ(ours.sections[s].offset, section.offset);
            std::uint32_t same = 0;
            for (std::uint32_t at = section.offset; at < section.end; ++at) {
                same += made.bytes[at] == theirs[at] ? 1U : 0U;
            }
            std::printf("%-13s v%u %-12s %7u of %7u bytes are equal\n", pair.name, real.version,
                        std::string(real.name(section)).c_str(), same, section.end - section.offset);
        }
        EXPECT_EQ(differences(ours, real), pair.different);
        if (pair.different.empty()) {
            EXPECT_EQ(made.bytes, theirs);
        }
    }
    if (!hasAny) GTEST_SKIP() << "none of these models is in the folder";
}

TEST(CompiledTexts, AreReadWithoutFindings) {
    for (const char* extension : {".lta", ".ltc"}) {
        for (const std::string& path : abc::testing::realFiles(extension)) {
            const std::vector<std::byte> bytes = readReal(path);
            const core::Document text = lta::parse(bytes);
            for (std::uint32_t version = ltb::kFirstVersion; version <= ltb::kLastVersion; ++version) {
                for (std::uint32_t type = 0; type <= 3; ++type) {
                    EXPECT_EQ(checkCompiled(text, {version, type}), Violation()) << path;
                }
            }
        }
    }
}

}  // namespace
}  // namespace compiling::testing
