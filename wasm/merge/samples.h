// Keys of a file out of an animation that a program sampled at even distances (Blender: Always Sample Animations).
// Between two keys everything goes straight, and samples lie on that line: the line leads to the keys, which no sample
// need stand at.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "curves.h"

namespace merging {

/// How values go from one to another, and how far they are apart.
struct WayOfNode {
    using Value = Local;
    /// @param share 0 to 1 between them, and beyond
    [[nodiscard]] static Local mixed(const Local& a, const Local& b, double share);
    /// Units or radians, whichever is more.
    [[nodiscard]] static double apart(const Local& a, const Local& b);
};

/// The same of weights of morph targets.
struct WayOfNumbers {
    using Value = std::vector<double>;
    [[nodiscard]] static Value mixed(const Value& a, const Value& b, double share);
    [[nodiscard]] static double apart(const Value& a, const Value& b);
};

/// Whether two keys are as near as samples are, so that these know no more than the keys.
[[nodiscard]] bool isDense(double before, double after, std::span<const double> samples);

template <class Way>
class SampledKeys {
public:
    using Value = typename Way::Value;

    /// @param keys, samples milliseconds, growing
    /// @param values one a sample
    SampledKeys(std::span<const double> keys, std::span<const double> samples, std::span<const Value> values)
        : keys_(keys), samples_(samples), values_(values) {}

    /// By key: its value. The lines lead there when the samples are nearer to what comes of it than to what comes of
    /// the sampled curve at these times; else it is the curve, as after changes that no line goes through.
    /// @param plain the sampled curve, at each key
    [[nodiscard]] std::vector<Value> run(const std::vector<Value>& plain) const {
        std::vector<Value> lines = alongLines(plain);
        return throughSamples(off(lines) < off(plain) ? std::move(lines) : plain);
    }

private:
    /// A line is followed so many times the distance of its two samples: what is off grows with it.
    static constexpr double kMostShare = 3;
    /// Keys between samples share what is off, so that it takes a while.
    static constexpr int kRounds = 12;
    /// A key that is farther away than this part of the distance between two has nearly nothing of a sample.
    static constexpr double kLeastLever = 0.1;

    /// A value at a time, and how far the line was followed behind its second sample.
    struct Guess {
        Value value;
        double share;
    };

    [[nodiscard]] static double shareOf(double from, double to, double time) { return (time - from) / (to - from); }

    /// Calls `visit(sample, after)` for each sample, with the first key that is later.
    template <class Visit>
    void eachSample(Visit visit) const {
        std::size_t after = 0;
        for (std::size_t i = 0; i < samples_.size(); ++i) {
            while (after < keys_.size() && keys_[after] <= samples_[i]) ++after;
            visit(i, after);
        }
    }

    /// Where keys are as near as samples, no line leads to them: they are moved as little as the samples between them
    /// ask for.
    [[nodiscard]] std::vector<Value> throughSamples(std::vector<Value> out) const {
        for (int round = 0; round < kRounds; ++round) {
            eachSample([&](std::size_t i, std::size_t after) {
                if (after == 0 || after == keys_.size() || !isDense(keys_[after - 1], keys_[after], samples_)) return;
                const double share = shareOf(keys_[after - 1], keys_[after], samples_[i]);
                const double rest = 1 - share;
                const Value a = out[after - 1];
                const Value b = out[after];
                const double square = share * share + rest * rest;
                // The other end of the line from one key through the sample.
                if (rest > kLeastLever)
                    out[after - 1] = Way::mixed(a, Way::mixed(b, values_[i], 1 / rest), rest * rest / square);
                if (share > kLeastLever)
                    out[after] = Way::mixed(b, Way::mixed(a, values_[i], 1 / share), share * share / square);
            });
        }
        return out;
    }

    [[nodiscard]] std::vector<Value> alongLines(const std::vector<Value>& plain) const {
        // By key: the first sample that is not before it, and the first one behind it.
        std::vector<std::pair<std::size_t, std::size_t>> places;
        std::size_t next = 0;
        for (const double key : keys_) {
            while (next < samples_.size() && samples_[next] < key - kSameTime) ++next;
            const bool isAt = next < samples_.size() && samples_[next] <= key + kSameTime;
            places.emplace_back(next, isAt ? next + 1 : next);
        }
        std::vector<Value> out = plain;
        for (std::size_t key = 0; key < keys_.size(); ++key) {
            const auto [from, to] = places[key];
            if (from != to) {
                out[key] = values_[from];
                continue;
            }
            // Both samples of a line are between this key and the next one, or the one before.
            const std::size_t least = key > 0 ? places[key - 1].first : from;
            const std::size_t most = key + 1 < keys_.size() ? places[key + 1].second : to;
            const auto a = from >= least + 2 ? follow(from - 2, from - 1, keys_[key]) : std::nullopt;
            const auto b = most >= to + 2 ? follow(to + 1, to, keys_[key]) : std::nullopt;
            if (a && b) {
                const double square = a->share * a->share;
                out[key] = Way::mixed(a->value, b->value, square / (square + b->share * b->share));
            } else if (a || b) {
                out[key] = (a ? a : b)->value;
            }
        }
        return out;
    }

    /// Where the line from one sample through another leads.
    [[nodiscard]] std::optional<Guess> follow(std::size_t from, std::size_t through, double time) const {
        const double share = shareOf(samples_[from], samples_[through], time);
        const double more = share - 1;
        if (!(more > 0 && more <= kMostShare)) return std::nullopt;
        return Guess{Way::mixed(values_[from], values_[through], share), more};
    }

    /// Greatest distance of a sample from the straight lines between keys.
    [[nodiscard]] double off(const std::vector<Value>& keys) const {
        double most = 0;
        eachSample([&](std::size_t i, std::size_t after) {
            if (keys.empty()) return;
            const bool isBetween = after > 0 && after < keys.size();
            const Value& a = keys[after > 0 ? after - 1 : after];
            most = greater(most, Way::apart(values_[i],
                                            isBetween ? Way::mixed(a, keys[after],
                                                                   shareOf(keys_[after - 1], keys_[after], samples_[i]))
                                                      : a));
        });
        return most;
    }

    std::span<const double> keys_, samples_;
    std::span<const Value> values_;
};

}  // namespace merging
