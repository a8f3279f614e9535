#include "strings.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "curves.h"

namespace merging {
namespace {

/// Markers of Blender stand at whole frames: a key so near is meant, milliseconds. Half a frame at 24 a second.
constexpr double kHalfFrame = 1000.0 / 48;
/// Keys that one is chosen of: a damaged file may have thousands at one time.
constexpr std::size_t kMostChosen = 256;

std::size_t firstLater(std::span<const double> times, double ms) {
    return static_cast<std::size_t>(std::upper_bound(times.begin(), times.end(), ms) - times.begin());
}

/// Bytes of a text at most.
constexpr std::size_t kMostText = 0xFFFF;

/// The commands of a frame string are separated so.
void join(std::string& before, const std::string& text) {
    before = before.empty() ? text : (before + ";" + text).substr(0, kMostText);
}

class Cues {
public:
    Cues(std::span<const double> times, std::span<const std::string> stored, std::span<const double> inserted)
        : stored_(stored), inserted_(inserted.begin(), inserted.end()), order_(times.size()) {
        std::iota(order_.begin(), order_.end(), 0U);
        std::stable_sort(order_.begin(), order_.end(), [&](auto a, auto b) { return times[a] < times[b]; });
        for (const std::uint32_t key : order_) {
            ordered_.push_back(times[key]);
            byTime_[times[key]] = key;
        }
        std::sort(inserted_.begin(), inserted_.end());
        isFree_.assign(times.size(), true);
    }

    [[nodiscard]] Strings run(std::span<const Cue> cues, double start) {
        std::vector<std::pair<double, const std::string*>> left;
        for (const Cue& cue : cues) {
            const std::string& text = cue.text;
            const double ms = 1000 * cue.seconds - start;
            const auto key = nearest(ms, kHalfFrame, [&](std::uint32_t each) { return stored_[each] == text; });
            if (key) {
                take(*key, text);
            } else {
                left.emplace_back(ms, &text);
            }
        }
        for (const auto& [ms, text] : left) place(ms, *text);
        for (std::uint32_t key = 0; key < stored_.size(); ++key) {
            const auto now = now_.find(key);
            const std::string text = now == now_.end() ? std::string{} : now->second;
            if (text != stored_[key]) out_.changed[key] = text;
        }
        return std::move(out_);
    }

private:
    /// A key that no string has taken yet.
    template <class IsWanted>
    [[nodiscard]] std::optional<std::uint32_t> nearest(double ms, double within, IsWanted isWanted) const {
        std::optional<std::uint32_t> best;
        double least = within;
        const std::size_t first = firstLater(ordered_, ms - within);
        for (std::size_t i = first; i < std::min(order_.size(), first + kMostChosen); ++i) {
            const std::uint32_t key = order_[i];
            const double away = std::abs(ordered_[i] - ms);
            if (away > least || (best && away == least) || !isFree_[key] || !isWanted(key)) continue;
            best = key;
            least = away;
        }
        return best;
    }

    void take(std::uint32_t key, const std::string& text) {
        isFree_[key] = false;
        now_[key] = text;
    }

    /// A key whose own string is gone, then any: the nearest. Else a new one.
    void place(double ms, const std::string& text) {
        const auto isAny = [](std::uint32_t) { return true; };
        auto key = nearest(ms, kSameTime, isAny);
        if (!key) key = nearest(ms, kHalfFrame, [&](std::uint32_t each) { return !stored_[each].empty(); });
        if (!key) key = nearest(ms, kHalfFrame, isAny);
        if (key) return take(*key, text);
        const double at = std::max(0.0, rounded(ms));
        const auto taken = byTime_.find(at);
        if (taken != byTime_.end()) return join(now_[taken->second], text);
        const std::size_t near = firstLater(inserted_, ms - kHalfFrame);
        const bool isNear = near < inserted_.size() && inserted_[near] <= ms + kHalfFrame;
        join(out_.added[isNear ? inserted_[near] : at], text);
    }

    std::span<const std::string> stored_;
    std::vector<double> inserted_;
    /// Keys, and their times, in the order of these.
    std::vector<std::uint32_t> order_;
    std::vector<double> ordered_;
    std::map<double, std::uint32_t> byTime_;
    std::vector<bool> isFree_;
    /// By key: its string.
    std::map<std::uint32_t, std::string> now_;
    Strings out_;
};

}  // namespace

Strings mergedStrings(std::span<const double> times, std::span<const std::string> stored,
                      std::span<const double> inserted, const SaidStrings& said, double start) {
    const bool isByKey = said.byKey && said.byKey->size() == stored.size();
    // Strings by key are looked at by key, because keys may have the same time.
    const auto& cues = isByKey ? said.markers : said.cues;
    if (cues) {
        Strings byTime = Cues(times, stored, inserted).run(*cues, start);
        // An export from here has them twice: what was changed counts.
        if (!byTime.empty()) return byTime;
    }
    Strings out;
    for (std::uint32_t key = 0; isByKey && key < stored.size(); ++key) {
        const std::optional<std::string>& text = (*said.byKey)[key];
        if (text && *text != stored[key]) out.changed[key] = *text;
    }
    return out;
}

}  // namespace merging
