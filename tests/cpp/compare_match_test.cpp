// Lists against each other, and the ranges that come of it: what was put in, taken out or moved is known by
// construction.
#include <core/compare_match.h>
#include <core/compare_ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace core::comparing {
namespace {

using Numbers = std::vector<std::uint32_t>;

constexpr std::uint32_t kNo = kNoPartner;

/// Alignments, and what is asked of the elements for them.
class Aligned {
public:
    /// @param distinct how many different hashes there are; 0: one for each number
    Aligned(const Numbers& left, const Numbers& right, std::uint32_t distinct = 0) {
        const auto hash = [distinct](std::uint32_t number) {
            return distinct == 0 ? number * 0x9E3779B1U : number % distinct;
        };
        const auto leftHash = [&](std::uint32_t index) { return ++hashes, hash(left[index]); };
        const auto rightHash = [&](std::uint32_t index) { return ++hashes, hash(right[index]); };
        const auto equal = [&](std::uint32_t i, std::uint32_t j) { return ++comparisons, left[i] == right[j]; };
        partner = align({static_cast<std::uint32_t>(left.size()), static_cast<std::uint32_t>(right.size()), leftHash,
                         rightHash, equal});
    }

    Numbers partner;
    std::uint32_t hashes = 0;
    std::uint32_t comparisons = 0;

    [[nodiscard]] std::size_t unpaired() const {
        return static_cast<std::size_t>(std::count(partner.begin(), partner.end(), kNo));
    }
};

/// Numbers from chance, the same for the same seed.
class Chance {
public:
    explicit Chance(std::uint32_t seed) : random_(seed) {}

    std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(random_() % limit); }

    Numbers numbers(std::uint32_t longest, std::uint32_t limit) {
        Numbers list(below(longest + 1));
        std::generate(list.begin(), list.end(), [&] { return below(limit); });
        return list;
    }

private:
    std::mt19937 random_;
};

/// The list with some more numbers at any places.
Numbers withInserted(Numbers list, const Numbers& inserted, Chance& chance) {
    for (const std::uint32_t number : inserted) {
        list.insert(list.begin() + chance.below(static_cast<std::uint32_t>(list.size()) + 1), number);
    }
    return list;
}

Numbers counted(std::uint32_t count, const std::function<std::uint32_t(std::uint32_t)>& number) {
    Numbers list(count);
    for (std::uint32_t i = 0; i < count; ++i) list[i] = number(i);
    return list;
}

/// 0 1 0 2 1 3 2 4 3 …
std::uint32_t zigzag(std::uint32_t index) {
    return index % 2 != 0 ? (index + 1) / 2 : std::max(index / 2, 1U) - 1;
}

TEST(Align, MovesNoneOfThoseAfterOnePutIn) {
    EXPECT_EQ(Aligned({1, 2, 3, 4}, {1, 2, 9, 3, 4}).partner, (Numbers{0, 1, 3, 4}));
    EXPECT_EQ(Aligned({1, 2, 9, 3, 4}, {1, 2, 3, 4}).partner, (Numbers{0, 1, kNo, 2, 3}));
}

TEST(Align, PairsNothingWhereNothingIsAsItWas) {
    EXPECT_EQ(Aligned({1, 2, 3}, {4, 5, 6}).partner, (Numbers{kNo, kNo, kNo}));
}

TEST(Align, FindsEqualsBesideWhatStandsOnceAndWhatStandsOnceInTheGaps) {
    // 7 stands once; 1 and 2 do on each side of it.
    EXPECT_EQ(Aligned({0, 1, 2, 7, 2, 1, 0}, {5, 1, 2, 7, 9, 2, 1, 5}).partner, (Numbers{kNo, 1, 2, 3, 5, 6, kNo}));
}

TEST(Align, LeavesJustThoseThatWerePutInHoweverManyOfAKindThereAre) {
    Chance chance(1);
    for (int run = 0; run < 300; ++run) {
        const Numbers list = chance.numbers(40, 6);
        const Numbers inserted = chance.numbers(8, 8);
        const Numbers longer = withInserted(list, inserted, chance);
        EXPECT_EQ(Aligned(list, longer).unpaired(), 0U);
        EXPECT_EQ(Aligned(longer, list).unpaired(), inserted.size());
    }
}

TEST(Align, LeavesJustWhatWasPutInAndTakenOutOfElementsThatStandOnce) {
    Chance chance(2);
    const Numbers list = counted(60, [](std::uint32_t i) { return i; });
    for (int run = 0; run < 100; ++run) {
        Numbers kept;
        std::copy_if(list.begin(), list.end(), std::back_inserter(kept),
                     [&](std::uint32_t) { return chance.below(3) > 0; });
        Numbers inserted = counted(chance.below(9), [](std::uint32_t i) { return 1000 + i; });
        const Numbers other = withInserted(kept, inserted, chance);
        const Aligned aligned(list, other);
        EXPECT_EQ(aligned.unpaired(), list.size() - kept.size());
        EXPECT_EQ(other.size() - (list.size() - aligned.unpaired()), inserted.size());
    }
}

TEST(Align, PairsEqualsInOrderWhateverTheListsAndTheirHashes) {
    Chance chance(3);
    for (int run = 0; run < 300; ++run) {
        const Numbers left = chance.numbers(40, 6);
        const Numbers right = chance.numbers(40, 6);
        for (const std::uint32_t hashes : {1U, 2U, 1000U}) {
            const Aligned aligned(left, right, hashes);
            std::uint32_t next = 0;
            for (std::size_t i = 0; i < left.size(); ++i) {
                const std::uint32_t j = aligned.partner[i];
                if (j == kNo) continue;
                EXPECT_EQ(left[i], right[j]);
                EXPECT_GE(j, next);
                next = j + 1;
            }
        }
    }
}

TEST(Align, HashesEachElementOnceAndComparesItAFewTimes) {
    using Shape = std::function<std::pair<Numbers, Numbers>(std::uint32_t)>;
    const auto index = [](std::uint32_t i) { return i; };
    const std::vector<std::pair<std::string, Shape>> shapes{
        {"all changed", [&](auto n) { return std::pair(counted(n, index), counted(n, [](auto i) { return ~i; })); }},
        {"all equal among themselves",
         [](auto n) {
             return std::pair(counted(n, [](auto) { return 1U; }),
                              counted(n, [](auto i) { return i % 7 == 3 ? 2U : 1U; }));
         }},
        {"backwards", [&](auto n) { return std::pair(counted(n, index), counted(n, [n](auto i) { return n - i; })); }},
        {"every third put in",
         [&](auto n) {
             return std::pair(counted(n, index), counted(n, [](auto i) { return i % 3 != 0 ? i : 0 - i; }));
         }},
        {"in pairs",
         [](auto n) {
             return std::pair(counted(n, [](auto i) { return i / 2; }),
                              counted(n, [n](auto i) { return i * 7919 % n / 2; }));
         }},
        // In each gap one more stands once: without an end to the rounds this would take as many as there are.
        {"one more in each gap",
         [](auto n) { return std::pair(counted(n, zigzag), counted(n, [n](auto i) { return zigzag(n - 1 - i); })); }},
    };
    for (const auto& [name, shape] : shapes) {
        for (const std::uint32_t count : {1000U, 2000U, 16000U}) {
            const auto [left, right] = shape(count);
            const Aligned aligned(left, right);
            EXPECT_LE(aligned.hashes, 2 * count) << name;
            EXPECT_LE(aligned.comparisons, 6 * count) << name << ", " << count;
        }
    }
}

struct Paired {
    std::uint32_t left;
    std::uint32_t right;
    bool moved;
    bool operator==(const Paired&) const = default;
};

constexpr auto kNever = [](std::uint32_t /*left*/, std::uint32_t /*right*/) { return false; };

/// Lists whose elements go by a letter.
std::vector<Paired> paired(const std::string& left, const std::string& right,
                           FunctionRef<bool(std::uint32_t, std::uint32_t)> alike) {
    std::vector<Paired> pairs;
    for (const Pair& pair : pairByKey(Numbers(left.begin(), left.end()), Numbers(right.begin(), right.end()), alike)) {
        pairs.push_back({pair.left, pair.right, pair.moved});
    }
    return pairs;
}

TEST(PairByKey, MovesNothingForWhatWasPutInBetween) {
    EXPECT_EQ(paired("abc", "axbc", kNever),
              (std::vector<Paired>{{0, 0, false}, {kNo, 1, false}, {1, 2, false}, {2, 3, false}}));
}

TEST(PairByKey, CallsMovedTheOneThatChangedItsPlaceAndNotThoseAroundIt) {
    std::vector<Paired> moved = paired("abcd", "dabc", kNever);
    std::erase_if(moved, [](const Paired& pair) { return !pair.moved; });
    EXPECT_EQ(moved, (std::vector<Paired>{{3, 0, true}}));
}

TEST(PairByKey, PairsThoseOfOneNameInTheirOrder) {
    EXPECT_EQ(paired("aab", "aaab", kNever),
              (std::vector<Paired>{{0, 0, false}, {1, 1, false}, {kNo, 2, false}, {2, 3, false}}));
}

TEST(PairByKey, CallsRenamedWhatIsAlikeAtTheSamePlace) {
    const auto second = [](std::uint32_t left, std::uint32_t right) { return left == 1 && right == 1; };
    EXPECT_EQ(paired("abc", "aBc", second), (std::vector<Paired>{{0, 0, false}, {1, 1, false}, {2, 2, false}}));
    EXPECT_EQ(paired("abc", "aBc", kNever).size(), 4U);
}

TEST(PairByKey, HasEveryElementOfBothListsOnceAndLeavesInOrderWhatDidNotMove) {
    Chance chance(4);
    for (int run = 0; run < 300; ++run) {
        const Numbers left = chance.numbers(12, 6);
        const Numbers right = chance.numbers(12, 6);
        std::vector<int> lefts(left.size());
        std::vector<int> rights(right.size());
        std::uint32_t next = 0;
        for (const Pair& pair : pairByKey(left, right, kNever)) {
            if (pair.left != kNo) ++lefts[pair.left];
            if (pair.right != kNo) ++rights[pair.right];
            if (pair.left == kNo || pair.right == kNo) continue;
            EXPECT_EQ(left[pair.left], right[pair.right]);
            if (pair.moved) continue;
            EXPECT_GE(pair.right, next);
            next = pair.right + 1;
        }
        EXPECT_EQ(lefts, std::vector<int>(left.size(), 1));
        EXPECT_EQ(rights, std::vector<int>(right.size(), 1));
        // Those of one name are paired as often as both lists have it.
        for (std::uint32_t key = 0; key < 6; ++key) {
            std::size_t pairs = 0;
            for (const Pair& pair : pairByKey(left, right, kNever)) {
                if (pair.left != kNo && pair.right != kNo && left[pair.left] == key) ++pairs;
            }
            const auto mine = std::count(left.begin(), left.end(), key);
            const auto others = std::count(right.begin(), right.end(), key);
            EXPECT_EQ(pairs, static_cast<std::size_t>(std::min(mine, others)));
        }
    }
}

TEST(RangeBuilder, StaysSmallWhereFilesDifferAtEveryOtherByteAndCallsNothingEqualThatIsNot) {
    constexpr std::uint32_t kSize = 3 * kMaxRanges;
    RangeBuilder builder;
    for (std::uint32_t at = 0; at < kSize; ++at) {
        builder.put({at % 2 == 0 ? RangeKind::Changed : RangeKind::Equal, at, at + 1, at, at + 1});
    }
    const std::vector<MatchedRange> left = builder.finish(true, kSize);
    const std::vector<MatchedRange> right = builder.finish(false, kSize);
    EXPECT_LE(left.size(), kMaxRanges);
    EXPECT_EQ(left.size(), right.size());
    EXPECT_EQ(left.back().kind, RangeKind::Changed);
    std::uint32_t at = 0;
    for (const MatchedRange& range : left) {
        ASSERT_EQ(range.left, at);
        ASSERT_EQ(range.right, at);
        at = range.leftEnd;
        // Equal bytes stand alone.
        ASSERT_TRUE(range.kind != RangeKind::Equal || range.leftEnd - range.left == 1);
    }
    EXPECT_EQ(at, kSize);
}

}  // namespace
}  // namespace core::comparing
