// Time linear in the size of the file, measured without a clock: by the basic blocks of the core that run, and by what
// is copied, which shows in the heap.
#include <core/query.h>
#include <gtest/gtest.h>

#include <algorithm>

#include <abc/convert.h>
#include <abc/fix.h>

#include "support/edits.h"
#include "support/hostile.h"
#include "support/invariants.h"
#include "support/rewrite.h"
#include "support/thorough.h"
#include "support/work.h"

namespace abc::testing {
namespace {

/// A hostile shape by its name.
File shaped(std::string_view name, std::uint32_t size) {
    const auto& shapes = hostileShapes();
    const auto found =
        std::find_if(shapes.begin(), shapes.end(), [name](const auto& shape) { return shape.name == name; });
    return found->make(size);
}

constexpr std::uint32_t kSmall = 1U << 15U;
/// Of changes there are many, and each reads the file again.
const std::uint32_t kSmallChanged = kThorough ? kSmall : kSmall / 4;

class Linear : public ::testing::TestWithParam<HostileShape> {
protected:
    /// `job(file)` on a small and on a large file of the shape.
    template <class Job>
    void expectLinear(const std::string& what, Job job, std::uint32_t size = kSmall) const {
        const File small = GetParam().make(size);
        const File large = GetParam().make(size * kTimes);
        const Work few = job(small);
        abc::testing::expectLinear(what, few, job(large), large.size());
    }
};

TEST_P(Linear, IsEveryStep) {
    expectLinear("parse", [](const File& file) { return measured([&] { (void)parse(file); }); });
    expectLinear("buildModel", [](const File& file) {
        const Document document = parse(file);
        return measured([&] { (void)buildModel(document); });
    });
    expectLinear("validate", [](const File& file) {
        const Document document = parse(file);
        const Model model = buildModel(document);
        return measured([&] { (void)validate(document, model); });
    });
    expectLinear("leaves", [](const File& file) {
        const Document document = parse(file);
        const auto size = static_cast<std::uint32_t>(file.size());
        return measured([&] { document.walk().leaves(0, size, true, [](const Place&, const std::string&) {}); });
    });
    expectLinear("search", [](const File& file) {
        const Document document = parse(file);
        // A number is looked for in every value; that nothing fits keeps the paths out of it.
        FilterTerm term;
        term.part = FilterTerm::Part::Value;
        term.comparison = FilterTerm::Comparison::Greater;
        term.number = 1e300;
        const Filter filter({term});
        const auto size = static_cast<std::uint32_t>(file.size());
        return measured([&] {
            for (std::uint32_t from = 0; from < size;) {
                from = search(Bytes(file), document.walk(), document.dialect, filter, from, 10'000).next;
            }
        });
    });
    expectLinear("write", [](const File& file) {
        const Document document = parse(file);
        return measured([&] { (void)rewrite(document, {}); });
    });
    expectLinear("pose and surface", [](const File& file) {
        const Document document = parse(file);
        const Model model = buildModel(document);
        return measured([&] { (void)checkEvaluation(model, 1); });
    });
}

struct Changed {
    Work work;
    bool isMade = false;
};

/// A change of the first list of a file, or of the last that has elements: of its first element, or of the one that is
/// `fromEnd` before the last.
Changed changed(const File& file, Operation::Kind kind, std::optional<std::uint32_t> fromEnd) {
    const Document document = parse(file);
    const std::vector<ListOf> lists = listsOf(document);
    Operation operation;
    operation.kind = kind;
    operation.force = true;
    if (!lists.empty()) {
        const auto hasElements = [](const ListOf& list) { return list.count > 0; };
        const auto lastFilled = std::find_if(lists.rbegin(), lists.rend(), hasElements);
        const ListOf& list = fromEnd && lastFilled != lists.rend() ? *lastFilled : lists.front();
        const std::uint32_t last = list.count - std::min(list.count, fromEnd.value_or(0) + 1);
        operation.path = list.path + "[" + std::to_string(fromEnd ? last : 0) + "]";
        operation.to = fromEnd ? 0 : last;
    }
    Changed out;
    out.work = measured([&] { out.isMade = !edit(document, {&operation, 1}).refusal; });
    return out;
}

TEST_P(Linear, IsEveryChange) {
    using Kind = Operation::Kind;
    const File small = GetParam().make(kSmallChanged);
    const File large = GetParam().make(kSmallChanged * kTimes);
    for (const Kind kind : {Kind::Insert, Kind::Remove, Kind::Duplicate, Kind::Move}) {
        const std::string what = "change " + std::to_string(static_cast<int>(kind));
        abc::testing::expectLinear(what + " first", changed(small, kind, std::nullopt).work,
                                   changed(large, kind, std::nullopt).work, large.size());
        // Elements differ in turn: of the last two, one may be changed and the other not.
        for (const std::uint32_t fromEnd : {0U, 1U}) {
            const Changed few = changed(small, kind, fromEnd);
            Changed many = changed(large, kind, fromEnd);
            if (many.isMade != few.isMade) many = changed(large, kind, 1 - fromEnd);
            // To refuse costs less than to make.
            if (many.isMade && !few.isMade) continue;
            abc::testing::expectLinear(what + " last " + std::to_string(fromEnd), few.work, many.work, large.size());
        }
    }
    expectLinear(
        "bytes",
        [](const File& file) {
            const Document document = parse(file);
            Operation operation;
            operation.kind = Kind::ReplaceBytes;
            operation.start = operation.end = static_cast<std::uint32_t>(file.size()) - 1;
            operation.bytes.resize(1);
            return measured([&] { (void)edit(document, {&operation, 1}); });
        },
        kSmallChanged);
    expectLinear(
        "convert",
        [](const File& file) {
            const Document document = parse(file);
            return measured([&] {
                for (std::uint32_t version = 9; version <= 12; ++version) (void)convert(document, version);
            });
        },
        kSmallChanged);
}

TEST_P(Linear, IsEveryRepair) {
    expectLinear(
        "fixes",
        [](const File& file) {
            const Examined examined(file);
            return measured([&] {
                for (const Finding& finding : examined.findings.list()) {
                    if (&finding != &examined.findings.list().front() && finding.code == (&finding - 1)->code) continue;
                    (void)fixes(examined.document, examined.model, examined.findings, finding.code, std::nullopt);
                }
            });
        },
        kSmallChanged);
    expectLinear(
        "withdrawFixes",
        [](const File& file) {
            Examined examined(file);
            return measured([&] { withdrawFixes(examined.document, examined.model, examined.findings); });
        },
        kSmallChanged);
}

TEST(LinearEdit, OfManyNewVerticesAndManySections) {
    // Whoever looks the root up for each new vertex passes all sections for each (it lies after them).
    const auto work = [](std::uint32_t size) {
        const File file = shaped("BadWeightsAndTinySections", size);
        const Document document = parse(file);
        Operation operation;
        operation.kind = Operation::Kind::Insert;
        operation.path = "Pieces.Pieces[0].LODs[0].Vertices[0]";
        operation.values.assign(size / 128, {EditValue::Fields()});
        std::optional<EditRefusal> refusal;
        const Work out = measured([&] { refusal = edit(document, {&operation, 1}).refusal; });
        EXPECT_FALSE(refusal) << refusal->reason;
        return out;
    };
    const Work few = work(kSmall / 2);
    expectLinear("new vertices", few, work(kSmall / 2 * kTimes));
}

TEST(Instrumentation, CountsTheCore) {
    const File file = hostileShapes()[0].make(1U << 15U);
    const Work work = measured([&] { (void)parse(file); });
    EXPECT_GT(work.blocks, file.size() / 6);
}

INSTANTIATE_TEST_SUITE_P(, Linear, ::testing::ValuesIn(hostileShapes()),
                         [](const auto& param) { return param.param.name; });

TEST(Sections, AreFoundWithoutALookAtTheOthers) {
    const auto work = [](std::uint32_t size) {
        const File file = shaped("TinySections", size);
        const Document document = parse(file);
        EXPECT_GT(document.sections.size(), size / 10);
        return measured([&] {
            for (const SectionKind& kind : document.dialect.version().sections) (void)document.find(kind.id);
        });
    };
    const Work few = work(kSmall);
    EXPECT_GT(few.blocks, 0U);
    EXPECT_EQ(few.blocks, work(kSmall * kTimes).blocks);
}

}  // namespace
}  // namespace abc::testing
