// Repairs of files in which one count is wrong. Every other byte is as it was written, so whatever a repair removes is
// lost: it gives the file back as it was, or removes nothing. Nor does it take from another repair what that one needs.
#include <abc/edit.h>
#include <abc/fix.h>
#include <abc/validate.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "support/all_fixtures.h"
#include "support/invariants.h"
#include "support/real_files.h"

namespace abc::testing {
namespace {

/// Counts of one file that are made wrong; of a large file they are chosen all over it. The whole check takes more.
std::size_t mostCounts() {
    constexpr std::size_t kFew = 48, kMany = 400;
    return std::getenv("LITHOSCOPE_THOROUGH") != nullptr ? kMany : kFew;
}

/// A number that says how many of something follow here or elsewhere, by the schema.
bool isCount(const Dialect& dialect, const Place& parent, const Place& leaf) {
    if (leaf.kind != Place::Kind::Leaf || leaf.field == nullptr || !schema::isInteger(leaf.type)) return false;
    if (leaf.field->setsVar != core::schema::Var()) return true;
    const auto& fields = dialect.describe(parent.type.id()).fields;
    return std::any_of(fields.begin(), fields.end(), [&](const schema::Field& field) {
        return field.repeat == schema::Repeat::Counted && field.counterName == leaf.field->name;
    });
}

void collect(const Walk& walk, const Place& place, const std::string& path,
             std::vector<std::pair<std::string, Place>>& out) {
    walk.children(place, path, 0, kNone, [&](const Place& child, const std::string& at) {
        if (place.kind == Place::Kind::Struct && isCount(walk.dialect(), place, child)) out.emplace_back(at, child);
        if (child.kind == Place::Kind::Struct || (child.kind == Place::Kind::Array && !child.type.isScalar())) {
            collect(walk, child, at, out);
        }
    });
}

std::vector<std::pair<std::string, Place>> countsOf(const Document& document) {
    std::vector<std::pair<std::string, Place>> all;
    const Walk walk = document.walk();
    collect(walk, walk.file(), "", all);
    const std::size_t step = std::max<std::size_t>(1, (all.size() + mostCounts() - 1) / mostCounts());
    std::vector<std::pair<std::string, Place>> chosen;
    for (std::size_t i = 0; i < all.size(); i += step) chosen.push_back(all[i]);
    return chosen;
}

std::set<std::size_t> codesOf(const Examined& examined) {
    std::set<std::size_t> codes;
    for (const Finding& finding : examined.findings.list()) codes.insert(finding.code.index());
    return codes;
}

/// Of a file, the codes that something mends, and the file after each of these repairs alone.
std::vector<std::pair<Code, File>> repaired(const File& file) {
    const Examined examined(file);
    const std::set<std::size_t> codes = codesOf(examined);
    std::vector<std::pair<Code, File>> out;
    for (const std::size_t index : codes) {
        const FindingCode code(index);
        const auto operations = fixes(examined.document, examined.model, examined.findings, code, std::nullopt);
        if (operations.empty()) continue;
        Edited edited = edit(examined.document, operations);
        if (!edited.refusal) out.emplace_back(code.as<Code>(), std::move(edited.bytes));
    }
    return out;
}

/// As *Fix all* does: one repair after the other, as long as there is one.
File allRepaired(File file) {
    constexpr int kMostRounds = 12;
    for (int round = 0; round < kMostRounds; ++round) {
        auto next = repaired(file);
        if (next.empty()) return file;
        file = std::move(next.front().second);
    }
    return file;
}

bool has(const std::vector<std::pair<Code, File>>& repairs, Code code) {
    return std::any_of(repairs.begin(), repairs.end(), [code](const auto& one) { return one.first == code; });
}

/// What could be mended before a repair, as it can in the file without the wrong count, is mended or can be after it.
void expectNothingSpoilt(const File& result, const std::vector<std::pair<Code, File>>& before,
                         const std::vector<std::pair<Code, File>>& original) {
    const Examined examined(result);
    const std::set<std::size_t> left = codesOf(examined);
    for (const auto& [code, unused] : before) {
        if (!has(original, code) || left.count(FindingCode(code).index()) == 0) continue;
        const auto operations = fixes(examined.document, examined.model, examined.findings, code, std::nullopt);
        EXPECT_FALSE(operations.empty()) << describe(code).name << " can no longer be mended";
    }
}

File withNumber(File file, const Place& place, std::uint64_t value) {
    for (std::uint32_t i = place.start; i < place.end; ++i) {
        file[i] = static_cast<std::byte>((value >> (8U * (i - place.start))) & 0xFFU);
    }
    return file;
}

void expectNothingLost(const File& original) {
    const Document document = parse(original);
    const auto fixable = repaired(original);
    const std::size_t allFixed = allRepaired(original).size();
    for (const auto& [path, place] : countsOf(document)) {
        const std::uint64_t value = loadUnsigned(document.bytes, place.start, place.end - place.start);
        for (const std::uint64_t wrong : {value - 1, value + 1, std::uint64_t{0}}) {
            const File altered = withNumber(original, place, wrong);
            if (altered == original) continue;
            SCOPED_TRACE(path + " = " + std::to_string(wrong) + " and not " + std::to_string(value));
            const auto repairs = repaired(altered);
            for (const auto& [code, result] : repairs) {
                if (result == original) continue;
                SCOPED_TRACE(describe(code).name);
                expectNothingSpoilt(result, repairs, fixable);
                // What is wrong with the original too is mended in it by the same repair.
                if (!has(fixable, code)) {
                    EXPECT_GE(result.size(), altered.size());
                }
            }
            EXPECT_GE(allRepaired(altered).size(), std::min(allFixed, original.size()));
        }
    }
}

class CountsOfFixture : public ::testing::TestWithParam<std::size_t> {};

TEST_P(CountsOfFixture, AreMendedOrNothingIsLost) {
    expectNothingLost(allFixtures()[GetParam()].file);
}

INSTANTIATE_TEST_SUITE_P(, CountsOfFixture, ::testing::ValuesIn(fixtureIndices()),
                         [](const auto& param) { return fixtureName(param.param); });

class CountsOfModel : public ::testing::TestWithParam<std::string> {};

TEST_P(CountsOfModel, AreMendedOrNothingIsLost) {
    expectNothingLost(readReal(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Real, CountsOfModel, ::testing::ValuesIn(realFiles(".abc")),
                         [](const auto& param) { return testName(param.param); });

}  // namespace
}  // namespace abc::testing
