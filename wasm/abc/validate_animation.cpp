// Animations and their keys (abc.md §2, §3, §4).
#include <unordered_set>

#include "check.h"

namespace abc {

using schema::Id;
using schema::Meaning;

namespace {

/// Holds the rest pose of v6, which is still (abc.md §2).
constexpr std::string_view kRestName = "static_model";

class AnimationChecker {
public:
    explicit AnimationChecker(Check& check)
        : check_(check),
          model_(check.model),
          section_(check.section(sectionWith(check.document.dialect, Meaning::Animations))) {}

    void run() {
        if (model_.animations.empty()) none();
        std::unordered_set<std::string> seen;
        for (std::uint32_t a = 0; a < model_.animations.size(); ++a) {
            const std::string_view name = model_.text(model_.animations[a].name);
            if (!seen.insert(lowered(name)).second) {
                check_.add(
                    Code::AnimationNameRepeated, 0, [&] { return animation(a).at(Meaning::AnimationName); },
                    [&] { return Values{inQuotes(name)}; });
            }
            if (model_.animations[a].keyCount == 0) {
                check_.add(
                    Code::AnimationEmpty, 0, [&] { return animation(a).at(Meaning::KeyframeCount); },
                    [] { return Values{}; });
            } else {
                times(a);
            }
        }
        if (check_.isV6()) lengths();
    }

private:
    [[nodiscard]] Spot animation(std::uint32_t a) const { return section_.at(Meaning::Animations, a); }
    [[nodiscard]] Spot time(std::uint32_t a, std::uint32_t key) const {
        return animation(a).at(Meaning::Keyframes, key).at(Meaning::KeyTime);
    }

    void none() {
        if (check_.isV6()) {
            // Its rest pose is the first key of an animation (abc.md §2.7).
            check_.findings.add(Code::RestPoseMissing, section_.at(Meaning::AnimationCount).found());
            return;
        }
        // The first child model is the model itself; any other one can lend its animations.
        if (model_.childModels.size() > 1) return;
        check_.findings.add(Code::AnimationsMissing, section_.at(Meaning::AnimationCount).found());
    }

    void times(std::uint32_t a) {
        const Keyframe* keys = model_.keyframes.data() + model_.animations[a].firstKey;
        const std::uint32_t count = model_.animations[a].keyCount;
        if (keys[0].time != 0) {
            check_.add(
                Code::KeyTimeFirst, 0, [&] { return time(a, 0); }, [&] { return Values{grouped(keys[0].time)}; });
        }
        for (std::uint32_t k = 1; k < count; ++k) {
            if (keys[k].time > keys[k - 1].time) continue;
            check_.add(
                keys[k].time < keys[k - 1].time ? Code::KeyTimeBackward : Code::KeyTimeRepeated, a,
                [&] { return time(a, k); },
                [&] {
                    return Values{grouped(keys[k].time), grouped(keys[k - 1].time)};
                });
        }
        const bool isRestPose = equalIgnoringCase(model_.text(model_.animations[a].name), kRestName);
        if (keys[count - 1].time == 0 && !isRestPose) {
            check_.add(
                Code::AnimationInstant, 0, [&] { return time(a, count - 1); }, [] { return Values{}; });
        }
    }

    /// v6 stores the time of the last key once more.
    void lengths() {
        std::uint32_t index = 0;
        check_.extract.each(section_.place(), Meaning::Animations, [&](const Place& place) {
            const std::uint32_t a = index++;
            const auto stored = check_.extract.number<std::uint32_t>(place, "Length");
            const std::uint32_t last = model_.lengthOf(model_.animations[a]);
            if (stored == last || model_.animations[a].keyCount == 0) return;
            check_.add(
                Code::AnimationLength, 0, [&] { return animation(a).at("Length"); },
                [&] {
                    return Values{grouped(stored), grouped(last)};
                });
        });
    }

    Check& check_;
    const Model& model_;
    Spot section_;
};

}  // namespace

void checkAnimations(Check& check) {
    const Id section = sectionWith(check.document.dialect, Meaning::Animations);
    const bool isAbsent = check.document.find(section) == nullptr && check.document.chainEnd == ChainEnd::Last;
    if (isAbsent || check.isWhole(section)) AnimationChecker(check).run();
}

}  // namespace abc
