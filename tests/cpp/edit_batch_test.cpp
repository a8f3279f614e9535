// Many changes of lists in one call: they come to what they come to one by one, and the file is not read for each.
#include <abc/edit.h>
#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "support/all_fixtures.h"
#include "support/blocks.h"
#include "support/edit_steps.h"
#include "support/real_files.h"
#include "support/thorough.h"

namespace abc::testing {
namespace {

using Kind = Operation::Kind;

using Roll = std::function<std::uint32_t(std::uint32_t)>;

/// Some lists that have elements.
std::vector<std::string> chosenLists(const Document& document, const Roll& roll) {
    constexpr std::size_t kLists = 4;
    std::vector<std::string> all;
    const Walk walk = document.walk();
    const auto collect = [&](const auto& self, const Place& place, const std::string& path) -> void {
        walk.children(place, path, 0, kNone, [&](const Place& child, const std::string& at) {
            if (all.size() > 4000) return;
            const bool isList = child.kind == Place::Kind::Array && child.field != nullptr;
            const bool isTree = isList && child.field->repeat == schema::Repeat::Tree;
            if (isTree || (isList && child.field->repeat == schema::Repeat::Counted)) all.push_back(at);
            if (child.kind == Place::Kind::Struct || (isList && !child.type.isScalar())) self(self, child, at);
        });
    };
    collect(collect, walk.file(), "");
    std::vector<std::string> chosen;
    for (std::size_t i = 0; i < kLists && !all.empty(); ++i) {
        chosen.push_back(all[roll(static_cast<std::uint32_t>(all.size()))]);
    }
    return chosen;
}

Operation changeOf(const std::string& path, const Roll& roll) {
    constexpr Kind kKinds[] = {Kind::Remove, Kind::Insert, Kind::Duplicate, Kind::Move};
    const Kind kind = kKinds[roll(4)];
    // Now and then there is no such element.
    Operation out = list(kind, path + "[" + std::to_string(roll(6)) + "]", roll(4));
    if (kind == Kind::Insert && roll(3) == 0) out.values.resize(1 + roll(2), EditValue{EditValue::Fields{}});
    if (kind == Kind::Insert && roll(9) == 0) out.values = {EditValue{EditValue::Bytes(roll(40))}};
    out.force = roll(8) == 0;
    return out;
}

/// The same changes one by one: each in a call of its own, as long as none is refused.
void expectSameOneByOne(const File& start, std::uint32_t seed) {
    std::mt19937 random(seed);
    const Roll roll = [&](std::uint32_t limit) {
        return limit == 0 ? 0 : static_cast<std::uint32_t>(random() % limit);
    };
    const Document document = parse(start);
    const std::vector<std::string> lists = chosenLists(document, roll);
    if (lists.empty()) return;
    std::vector<Operation> operations;
    std::vector<ListChange> changes;
    File now = start;
    std::optional<EditRefusal> refusal;
    constexpr int kOperations = 24;
    for (int i = 0; i < kOperations && !refusal; ++i) {
        // Mostly one list, then another.
        Operation operation = changeOf(lists[(static_cast<std::size_t>(i) / 5 + roll(5) / 4) % lists.size()], roll);
        const Document before = parse(now);
        Edited edited = edit(before, {&operation, 1});
        // Of what is refused only some is kept, as the last one.
        if (edited.refusal && roll(12) != 0) continue;
        operations.push_back(operation);
        refusal = edited.refusal;
        if (refusal) continue;
        for (ListChange& change : edited.lists) {
            change.operation = operations.size() - 1;
            changes.push_back(change);
        }
        now = std::move(edited.bytes);
    }
    const Edited once = edit(document, operations);
    std::string names;
    for (const Operation& operation : operations) names += name(operation) + "\n";
    SCOPED_TRACE(names);
    ASSERT_EQ(once.refusal.has_value(), refusal.has_value()) << (once.refusal ? once.refusal->reason : "");
    if (refusal) {
        EXPECT_EQ(once.refusal->reason, refusal->reason);
        EXPECT_EQ(once.refusal->canForce, refusal->canForce);
        EXPECT_EQ(once.refusal->operation, operations.size() - 1);
        return;
    }
    EXPECT_TRUE(once.bytes == now);
    EXPECT_EQ(checkEdited(document, once).value_or(""), "");
    ASSERT_EQ(once.lists.size(), changes.size());
    for (std::size_t i = 0; i < changes.size(); ++i) {
        EXPECT_EQ(once.lists[i].operation, changes[i].operation);
        EXPECT_EQ(once.lists[i].list, changes[i].list);
        EXPECT_EQ(once.lists[i].kind, changes[i].kind);
        EXPECT_EQ(once.lists[i].index, changes[i].index);
        EXPECT_EQ(once.lists[i].count, changes[i].count);
    }
}

/// Its counters are wrong by little, so that changes of lists make them right.
File withWrongCounters(File file, std::uint32_t seed) {
    const Document document = parse(file);
    for (const char* name : {"FaceCount", "WeightCount", "SocketCount", "WeightSetCount", "PieceCount"}) {
        const auto place = document.walk().resolve("Header." + std::string(name));
        if (place && seed++ % 2 == 0)
            file[place->start] = static_cast<std::byte>(std::to_integer<int>(file[place->start]) + 1);
    }
    return file;
}

/// A few of its numbers say something else: counts, lengths, and offsets that lead into the middle of a section.
File damaged(File file, std::uint32_t seed) {
    std::mt19937 random(seed);
    for (std::uint32_t i = 0; i <= seed % 3; ++i) {
        const std::size_t at = random() % file.size();
        constexpr int kSteps[] = {1, -1, 2, 8, -8, 64};
        file[at] = static_cast<std::byte>(std::to_integer<int>(file[at]) + kSteps[random() % std::size(kSteps)]);
    }
    return file;
}

class Batch : public ::testing::TestWithParam<std::size_t> {
protected:
    const NamedFile& file = allFixtures()[GetParam()];
};
INSTANTIATE_TEST_SUITE_P(, Batch, ::testing::ValuesIn(fixtureIndices()),
                         [](const auto& param) { return fixtureName(param.param); });

TEST_P(Batch, ComesToTheSameAsItsChangesOneByOne) {
    for (std::uint32_t seed = 0; seed < (kThorough ? 200U : 12U); ++seed) {
        SCOPED_TRACE(seed);
        expectSameOneByOne(file.file, seed);
        expectSameOneByOne(withWrongCounters(file.file, seed), seed + 10'000);
        expectSameOneByOne(damaged(file.file, seed), seed + 20'000);
        if (HasFailure()) return;
    }
}

/// Other bytes for some elements of lists: mostly other values, now and then another shape.
std::vector<Operation> otherBytes(const File& file, std::uint32_t seed) {
    std::mt19937 random(seed);
    const Roll roll = [&](std::uint32_t limit) { return static_cast<std::uint32_t>(random() % limit); };
    const Document document = parse(file);
    std::vector<Operation> out;
    for (const std::string& list : chosenLists(document, roll)) {
        for (int i = 0; i < 4; ++i) {
            const std::string path = list + "[" + std::to_string(roll(4)) + "]";
            const auto place = document.walk().resolve(path);
            if (!place || place->start == place->end) continue;
            EditValue::Bytes bytes(file.begin() + place->start, file.begin() + place->end);
            for (std::uint32_t at = roll(3); at > 0; --at)
                bytes[roll(static_cast<std::uint32_t>(bytes.size()))] = static_cast<std::byte>(roll(256));
            out.emplace_back();
            out.back().path = path;
            out.back().value.value = bytes;
        }
    }
    return out;
}

TEST_P(Batch, OfBytesComesToTheSameAsOneByOne) {
    for (std::uint32_t seed = 0; seed < (kThorough ? 200U : 12U); ++seed) {
        SCOPED_TRACE(seed);
        File now = file.file;
        std::vector<Operation> made;
        for (const Operation& operation : otherBytes(file.file, seed)) {
            Edited edited = edit(parse(now), {&operation, 1});
            if (edited.refusal) continue;
            made.push_back(operation);
            now = std::move(edited.bytes);
        }
        const Edited once = edit(parse(file.file), made);
        ASSERT_FALSE(once.refusal) << once.refusal->reason;
        EXPECT_TRUE(once.bytes == now);
    }
}

class BatchOfModel : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Real, BatchOfModel, ::testing::ValuesIn(realFiles(".abc")),
                         [](const auto& param) { return testName(param.param); });

TEST_P(BatchOfModel, ComesToTheSameAsItsChangesOneByOne) {
    const File file = readReal(GetParam());
    for (std::uint32_t seed = 0; seed < 2; ++seed) expectSameOneByOne(file, seed);
}

std::uint64_t blocksOf(const File& file, const std::vector<Operation>& operations) {
    const Document document = parse(file);
    const std::uint64_t before = blocksRun();
    const Edited edited = edit(document, operations);
    EXPECT_FALSE(edited.refusal) << edited.refusal->reason;
    return blocksRun() - before;
}

/// Many changes of one list cost less than half of what they cost one by one, of which a reading is the most.
void expectReadOnce(const File& file, Kind kind, const std::string& path, std::uint32_t first, std::uint32_t step) {
    constexpr std::uint32_t kMany = 100;
    SCOPED_TRACE(path + " " + std::to_string(static_cast<int>(kind)));
    std::vector<Operation> operations;
    for (std::uint32_t i = 0; i < kMany; ++i) {
        const std::uint32_t index = first + i * step;
        operations.push_back(list(kind, path + "[" + std::to_string(index) + "]", kind == Kind::Move ? index + 1 : 1));
    }
    const std::uint64_t one = blocksOf(file, {operations.data(), operations.data() + 1});
    EXPECT_LT(blocksOf(file, operations), kMany / 2 * one);
}

Operation insertion(const std::string& list, std::uint32_t index, std::size_t count) {
    Operation out = testing::list(Kind::Insert, list + "[" + std::to_string(index) + "]");
    out.values.resize(count, EditValue{EditValue::Fields{}});
    return out;
}

TEST(BatchOfMany, ReadsTheFileOnce) {
    constexpr Kind kAll[] = {Kind::Remove, Kind::Insert, Kind::Duplicate, Kind::Move};
    const std::string level = "Pieces.Pieces[0].LODs[0]";
    const std::string keys = "Animation.Animations[0].Keyframes";
    const File file =
        done(fixture("v12_full"),
             {insertion(level + ".Faces", 0, 3000), insertion(level + ".Vertices", 0, 900), insertion(keys, 0, 400),
              insertion("Nodes.Nodes", 1, 250), insertion("Animation.Animations", 2, 130)});
    for (const Kind kind : kAll) {
        expectReadOnce(file, kind, level + ".Faces", 1, 7);
        expectReadOnce(file, kind, level + ".Vertices", 1, 2);
        expectReadOnce(file, kind, keys, 1, 1);
        expectReadOnce(file, kind, "Nodes.Nodes", 1, 1);
        expectReadOnce(file, kind, "Animation.Animations", 1, 0);
    }
    // A model has at most 16 child models, unless it is forced, and few levels.
    std::vector<Operation> forced(100, list(Kind::Insert, "ChildModels.ChildModels[1]"));
    for (Operation& operation : forced) operation.force = true;
    EXPECT_LT(blocksOf(file, forced), 50 * blocksOf(file, {forced.data(), forced.data() + 1}));
    expectReadOnce(file, Kind::Insert, "Header.LODDistances", 0, 1);
}

/// The file is not read again for values of elements: a merge sets many.
TEST(BatchCost, OfBytesIsThatOfOneReading) {
    const File file = fixture("v12_full");
    const Document document = parse(file);
    const std::string list = "Pieces.Pieces[0].LODs[0].Vertices";
    std::vector<Operation> operations;
    for (std::uint32_t i = 0; i < document.walk().resolve(list)->count; ++i) {
        const auto place = document.walk().resolve(list + "[" + std::to_string(i) + "]");
        EditValue::Bytes bytes(file.begin() + place->start, file.begin() + place->end);
        // The last byte of a normal.
        bytes.back() = std::byte{0x3E};
        operations.emplace_back();
        operations.back().path = list + "[" + std::to_string(i) + "]";
        operations.back().value.value = bytes;
    }
    ASSERT_GT(operations.size(), 3U);
    const std::uint64_t before = blocksRun();
    (void)parse(file);
    const std::uint64_t reading = blocksRun() - before;
    EXPECT_LT(blocksOf(file, operations), 2 * reading);
    const Edited edited = edit(document, operations);
    EXPECT_FALSE(edited.refusal);
    EXPECT_EQ(checkEdited(document, edited).value_or(""), "");
}

}  // namespace
}  // namespace abc::testing
