#include "compare_match.h"

#include <algorithm>
#include <map>
#include <utility>

namespace core::comparing {
namespace {

/// For each key of the left list its index in the right one.
std::vector<std::uint32_t> partnersOf(std::span<const std::uint32_t> left, std::span<const std::uint32_t> right) {
    std::map<std::uint32_t, std::uint32_t> first;
    std::vector<std::uint32_t> next(right.size(), kNoPartner);
    for (auto j = static_cast<std::uint32_t>(right.size()); j-- > 0;) {
        const auto [place, isNew] = first.try_emplace(right[j], j);
        if (!isNew) next[j] = std::exchange(place->second, j);
    }
    std::vector<std::uint32_t> partner;
    partner.reserve(left.size());
    for (const std::uint32_t key : left) {
        const auto place = first.find(key);
        const bool isFound = place != first.end() && place->second != kNoPartner;
        partner.push_back(isFound ? place->second : kNoPartner);
        if (isFound) place->second = next[place->second];
    }
    return partner;
}

class KeyPairs {
public:
    KeyPairs(std::span<const std::uint32_t> left, std::span<const std::uint32_t> right,
             FunctionRef<bool(std::uint32_t, std::uint32_t)> alike)
        : partner_(partnersOf(left, right)), taken_(right.size()), alike_(alike) {
        for (const std::uint32_t other : partner_) {
            if (other != kNoPartner) taken_[other] = true;
        }
        for (const std::uint32_t index : inOrder(partner_)) {
            between(index, partner_[index]);
            pairs_.push_back({index, partner_[index], false});
        }
        between(static_cast<std::uint32_t>(left.size()), static_cast<std::uint32_t>(right.size()));
    }

    std::vector<Pair> take() { return std::move(pairs_); }

private:
    /// What stands between two pairs that did not move.
    void between(std::uint32_t leftEnd, std::uint32_t rightEnd) {
        std::vector<std::uint32_t> gone;
        std::vector<std::uint32_t> fresh;
        for (std::uint32_t i = left_; i < leftEnd; ++i) {
            if (partner_[i] == kNoPartner) gone.push_back(i);
        }
        for (std::uint32_t j = right_; j < rightEnd; ++j) {
            if (!taken_[j]) fresh.push_back(j);
        }
        for (std::size_t k = 0; k < std::max(gone.size(), fresh.size()); ++k) {
            const std::uint32_t a = k < gone.size() ? gone[k] : kNoPartner;
            const std::uint32_t b = k < fresh.size() ? fresh[k] : kNoPartner;
            if (a != kNoPartner && b != kNoPartner && alike_(a, b)) {
                pairs_.push_back({a, b, false});
            } else {
                if (a != kNoPartner) pairs_.push_back({a, kNoPartner, false});
                if (b != kNoPartner) pairs_.push_back({kNoPartner, b, false});
            }
        }
        for (std::uint32_t i = left_; i < leftEnd; ++i) {
            if (partner_[i] != kNoPartner) pairs_.push_back({i, partner_[i], true});
        }
        left_ = leftEnd + 1;
        right_ = rightEnd + 1;
    }

    std::vector<std::uint32_t> partner_;
    std::vector<bool> taken_;
    FunctionRef<bool(std::uint32_t, std::uint32_t)> alike_;
    std::vector<Pair> pairs_;
    std::uint32_t left_ = 0;
    std::uint32_t right_ = 0;
};

/// Elements of both lists that are not paired yet, between two pairs.
struct Gap {
    std::uint32_t left, leftEnd, right, rightEnd;

    [[nodiscard]] bool hasBoth() const { return left < leftEnd && right < rightEnd; }
};

/// How often gaps are searched for what stands once in them.
constexpr int kMaxRounds = 4;

class Alignment {
public:
    explicit Alignment(const AlignedLists& lists) : lists_(lists), partner_(lists.left, kNoPartner) {
        Gap whole{0, lists.left, 0, lists.right};
        pairEnds(whole, [this](std::uint32_t i, std::uint32_t j) { return lists_.equal(i, j); });
        if (!whole.hasBoth()) return;
        first_ = {whole.left, whole.right};
        for (std::uint32_t i = whole.left; i < whole.leftEnd; ++i) leftHashes_.push_back(lists.leftHash(i));
        for (std::uint32_t j = whole.right; j < whole.rightEnd; ++j) rightHashes_.push_back(lists.rightHash(j));
        std::vector<Gap> gaps{whole};
        for (int round = 1; !gaps.empty(); ++round) {
            std::vector<Gap> inner;
            for (const Gap& gap : gaps) {
                const std::vector<std::uint32_t> anchors =
                    round <= kMaxRounds ? anchorsIn(gap) : std::vector<std::uint32_t>();
                if (anchors.empty()) {
                    pairShorter(gap);
                } else {
                    split(gap, anchors, inner);
                }
            }
            gaps = std::move(inner);
        }
    }

    std::vector<std::uint32_t> take() { return std::move(partner_); }

private:
    using Hashed = std::pair<std::uint32_t, std::uint32_t>;

    [[nodiscard]] bool same(std::uint32_t i, std::uint32_t j) const {
        return leftHashes_[i - first_.first] == rightHashes_[j - first_.second] && lists_.equal(i, j);
    }

    /// Pairs what is equal at both ends of a gap, which shrinks by that.
    template <class Equal>
    void pairEnds(Gap& gap, Equal equal) {
        for (; gap.hasBoth() && equal(gap.left, gap.right); ++gap.left, ++gap.right) partner_[gap.left] = gap.right;
        for (; gap.hasBoth() && equal(gap.leftEnd - 1, gap.rightEnd - 1); --gap.leftEnd, --gap.rightEnd) {
            partner_[gap.leftEnd - 1] = gap.rightEnd - 1;
        }
    }

    /// Hashes that stand once in a range, ascending, with their places.
    static std::vector<Hashed> onlyOnes(const std::vector<std::uint32_t>& hashes, std::uint32_t first,
                                        std::uint32_t from, std::uint32_t end) {
        std::vector<Hashed> sorted;
        sorted.reserve(end - from);
        for (std::uint32_t i = from; i < end; ++i) sorted.emplace_back(hashes[i - first], i);
        std::sort(sorted.begin(), sorted.end());
        std::size_t kept = 0;
        for (std::size_t at = 0; at < sorted.size();) {
            std::size_t next = at + 1;
            while (next < sorted.size() && sorted[next].first == sorted[at].first) ++next;
            if (next == at + 1) sorted[kept++] = sorted[at];
            at = next;
        }
        sorted.resize(kept);
        return sorted;
    }

    /// Left elements that stand once on both sides of a gap, as many as stand in one order; paired.
    std::vector<std::uint32_t> anchorsIn(const Gap& gap) {
        const std::vector<Hashed> mine = onlyOnes(leftHashes_, first_.first, gap.left, gap.leftEnd);
        const std::vector<Hashed> others = onlyOnes(rightHashes_, first_.second, gap.right, gap.rightEnd);
        std::vector<std::uint32_t> candidates(gap.leftEnd - gap.left, kNoPartner);
        for (auto a = mine.begin(), b = others.begin(); a != mine.end() && b != others.end();) {
            if (a->first < b->first) {
                ++a;
            } else if (b->first < a->first) {
                ++b;
            } else {
                if (lists_.equal(a->second, b->second)) candidates[a->second - gap.left] = b->second;
                ++a;
                ++b;
            }
        }
        std::vector<std::uint32_t> anchors = inOrder(candidates);
        for (std::uint32_t& index : anchors) {
            partner_[gap.left + index] = candidates[index];
            index += gap.left;
        }
        return anchors;
    }

    /// What is left of a gap between its anchors, when the equals beside them are paired too.
    void split(const Gap& gap, const std::vector<std::uint32_t>& anchors, std::vector<Gap>& inner) {
        std::uint32_t left = gap.left;
        std::uint32_t right = gap.right;
        for (std::size_t k = 0; k <= anchors.size(); ++k) {
            const std::uint32_t i = k < anchors.size() ? anchors[k] : gap.leftEnd;
            const std::uint32_t j = k < anchors.size() ? partner_[i] : gap.rightEnd;
            Gap part{left, i, right, j};
            pairEnds(part, [this](std::uint32_t a, std::uint32_t b) { return same(a, b); });
            if (part.hasBoth()) inner.push_back(part);
            left = i + 1;
            right = j + 1;
        }
    }

    /// Pairs all of the shorter side of a gap when the longer one has all of it, in its order.
    void pairShorter(const Gap& gap) {
        const std::uint32_t few = std::min(gap.leftEnd - gap.left, gap.rightEnd - gap.right);
        std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
        for (std::uint32_t i = gap.left, j = gap.right; i < gap.leftEnd && j < gap.rightEnd && found.size() < few;) {
            if (same(i, j)) {
                found.emplace_back(i++, j++);
            } else if (gap.leftEnd - gap.left > few) {
                ++i;
            } else if (gap.rightEnd - gap.right > few) {
                ++j;
            } else {
                return;
            }
        }
        if (found.size() < few) return;
        for (const auto& [i, j] : found) partner_[i] = j;
    }

    const AlignedLists& lists_;
    std::vector<std::uint32_t> partner_;
    /// Indices of the elements whose hashes are the first here.
    std::pair<std::uint32_t, std::uint32_t> first_;
    std::vector<std::uint32_t> leftHashes_;
    std::vector<std::uint32_t> rightHashes_;
};

}  // namespace

std::vector<Pair> pairByKey(std::span<const std::uint32_t> left, std::span<const std::uint32_t> right,
                            FunctionRef<bool(std::uint32_t, std::uint32_t)> alike) {
    return KeyPairs(left, right, alike).take();
}

std::vector<std::uint32_t> inOrder(std::span<const std::uint32_t> partner) {
    std::vector<std::uint32_t> before(partner.size(), kNoPartner);
    // Index of the smallest partner that a run of each length can end in.
    std::vector<std::uint32_t> ends;
    for (std::uint32_t index = 0; index < partner.size(); ++index) {
        const std::uint32_t value = partner[index];
        if (value == kNoPartner) continue;
        // What stands in order, as nearly all does, is not searched for.
        const bool isLast = ends.empty() || partner[ends.back()] < value;
        const auto place =
            isLast ? ends.end()
                   : std::lower_bound(ends.begin(), ends.end(), value,
                                      [&](std::uint32_t end, std::uint32_t than) { return partner[end] < than; });
        if (place != ends.begin()) before[index] = *(place - 1);
        if (place == ends.end()) {
            ends.push_back(index);
        } else {
            *place = index;
        }
    }
    std::vector<std::uint32_t> kept;
    kept.reserve(ends.size());
    for (std::uint32_t index = ends.empty() ? kNoPartner : ends.back(); index != kNoPartner; index = before[index]) {
        kept.push_back(index);
    }
    std::reverse(kept.begin(), kept.end());
    return kept;
}

std::vector<std::uint32_t> align(const AlignedLists& lists) {
    return Alignment(lists).take();
}

}  // namespace core::comparing
