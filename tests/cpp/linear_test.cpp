// Time linear in the size of the file, measured without a clock: by the basic blocks of the core that run, and by what
// is copied, which shows in the heap.
#include <core/query.h>
#include <gtest/gtest.h>

#include "support/blocks.h"
#include "support/heap.h"
#include "support/hostile.h"
#include "support/invariants.h"

namespace abc::testing {
namespace {

struct Work {
    std::uint64_t blocks = 0;
    std::uint64_t heap = 0;
};

template <class Job>
Work measured(Job job) {
    const HeapMeter heap;
    const std::uint64_t before = blocksRun();
    job();
    return {blocksRun() - before, heap.total()};
}

class Linear : public ::testing::TestWithParam<HostileShape> {
protected:
    static constexpr std::uint32_t kSmall = 1U << 15U;
    static constexpr std::uint32_t kTimes = 8;
    /// Sorting grows by a logarithm, and short strings take no heap where longer ones do; what is quadratic is 64.
    static constexpr std::uint64_t kMost = 24;

    /// `job(file)` on a small and on a large file of the shape.
    template <class Job>
    void expectLinear(const char* what, Job job) const {
        const File small = GetParam().make(kSmall);
        const File large = GetParam().make(kSmall * kTimes);
        const Work few = job(small);
        const Work many = job(large);
        // So that what costs the same for every file does not hide the rest.
        constexpr std::uint64_t kLeast = 100'000;
        EXPECT_LE(many.blocks, kMost * few.blocks + kLeast) << what;
        EXPECT_LE(many.heap, kMost * few.heap + kLeast) << what;
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
        return measured([&] { (void)write(document, {}); });
    });
    expectLinear("pose and surface", [](const File& file) {
        const Document document = parse(file);
        const Model model = buildModel(document);
        return measured([&] { (void)checkEvaluation(model, 1); });
    });
}

TEST(Instrumentation, CountsTheCore) {
    const File file = hostileShapes()[0].make(1U << 15U);
    const Work work = measured([&] { (void)parse(file); });
    EXPECT_GT(work.blocks, file.size() / 6);
}

INSTANTIATE_TEST_SUITE_P(, Linear, ::testing::ValuesIn(hostileShapes()),
                         [](const auto& param) { return param.param.name; });

}  // namespace
}  // namespace abc::testing
