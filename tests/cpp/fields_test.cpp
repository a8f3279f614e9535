// The fast plan of an element's size against its fields, one after the other.
#include <core/fields.h>
#include <core/plan.h>
#include <gtest/gtest.h>

#include "support/all_fixtures.h"

namespace abc::testing {
namespace {

/// The size of an element and the counts that it sets, in order; no size when it reaches over the limit.
struct Measured {
    std::optional<std::uint32_t> size;
    std::vector<std::pair<core::schema::Var, std::uint32_t>> counts;
    bool operator==(const Measured&) const = default;
};

Measured byPlan(const Document& document, const Record& record, std::uint32_t start, std::uint32_t limit) {
    Measured out;
    const Plan plan(document.dialect, record.type.id(), record.dims);
    out.size = plan.measure(document.bytes, start, limit, [&out](core::schema::Var var, std::uint32_t value) {
        out.counts.emplace_back(var, value);
    });
    return out;
}

Measured byFields(const Document& document, const Record& record, std::uint32_t start, std::uint32_t limit) {
    Measured out;
    std::uint32_t end = start;
    const auto visit = [&](const FieldAt& at) {
        if (at.offset + at.size > limit) return false;
        if (at.field.setsVar != core::schema::Var()) {
            const std::uint32_t value =
                loadUnsigned(document.bytes, static_cast<std::size_t>(at.offset), static_cast<std::uint32_t>(at.size));
            out.counts.emplace_back(at.field.setsVar, value);
        }
        end = static_cast<std::uint32_t>(at.offset + at.size);
        return true;
    };
    bool isWhole = true;
    forEachField(document.dialect, record.type.id(), document.bytes, start, limit, record.dims,
                 [&](const FieldAt& at) { return isWhole = visit(at); });
    if (isWhole) out.size = end - start;
    return out;
}

class Fields : public ::testing::TestWithParam<std::size_t> {
protected:
    Fields() : file_(allFixtures()[GetParam()].file) {}
    Opened file_;
};

TEST_P(Fields, TakeAsManyBytesAsThePlanSays) {
    const Document& document = file_.document;
    for (std::uint32_t i = 0; i < document.records.size(); ++i) {
        const Record& record = document.records[i];
        if (record.group || record.type.isScalar()) continue;
        const auto shape = document.dialect.shape(record.type.id());
        if (shape == Dialect::Shape::Container) continue;
        for (std::uint32_t start = record.start; start < record.end; start += record.stride()) {
            EXPECT_EQ(byPlan(document, record, start, record.end).size, record.stride());
            // And whatever of the element is there.
            for (std::uint32_t limit = start; limit <= start + record.stride(); ++limit) {
                const Measured planned = byPlan(document, record, start, limit);
                const Measured found = byFields(document, record, start, limit);
                EXPECT_EQ(planned.size, found.size) << i << " " << limit - start;
                if (planned.size) {
                    EXPECT_EQ(planned.counts, found.counts) << i;
                }
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Fixtures, Fields, ::testing::ValuesIn(fixtureIndices()),
                         [](const auto& param) { return fixtureName(param.param); });

}  // namespace
}  // namespace abc::testing
