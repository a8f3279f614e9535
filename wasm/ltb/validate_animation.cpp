// Keys and tracks (ltb.md §5).
#include <cmath>

#include "build.h"
#include "check.h"

namespace ltb {

using core::grouped;
using schema::Id;

namespace {

class AnimationCheck {
public:
    AnimationCheck(Check& check, const Place& place, const abc::Animation& animation)
        : check_(check), fields_(check.fields), place_(place), animation_(animation) {}

    void run() {
        if (animation_.keyCount == 0) {
            if (fields_.field(place_, "KeyframeCount"))
                add(Code::KeyframesNone, "KeyframeCount", [] { return Values{}; });
            return;
        }
        times();
        if (isTooLarge(check_.model, animation_)) {
            add(Code::KeysMany, "KeyframeCount", [&] {
                return Values{grouped(animation_.keyCount), grouped(check_.nodeCount()), grouped(kMostKeys)};
            });
        }
        fields_.each(place_, "NodeTransforms", [&](const Place& one) { track(one); });
    }

private:
    template <class MakeValues>
    void add(Code code, const std::string& field, MakeValues values) {
        check_.add(
            code, place_.index, [&] { return element("Animation.Animations", place_.index) + '.' + field; }, values);
    }

    void times() {
        const abc::Keyframe* const keys = check_.model.keyframes.data() + animation_.firstKey;
        for (std::uint32_t k = 0; k < animation_.keyCount; ++k) {
            const std::uint32_t before = k > 0 ? keys[k - 1].time : 0;
            if (k == 0 ? keys[k].time == 0 : keys[k].time > before) continue;
            add(Code::KeyTimes, element("Keyframes", k), [&] {
                return Values{grouped(k), grouped(keys[k].time), grouped(before)};
            });
        }
    }

    void track(const Place& track) {
        const auto path = [&] { return element("NodeTransforms", track.index); };
        if (animation_.storage != abc::KeyStorage::Plain) {
            for (const FieldName name : {FieldName("LocationCount"), FieldName("RotationCount")}) {
                const auto count = fields_.number<std::uint32_t>(track, name);
                if (count <= 1 || count == animation_.keyCount) continue;
                add(Code::TrackCount, path() + '.' + std::string(name.text()), [&] {
                    return Values{std::string(name.text()), grouped(count), grouped(animation_.keyCount)};
                });
            }
        }
        bool areFinite = true;
        for (const FieldName name : {FieldName("Locations"), FieldName("Rotations")}) {
            const auto list = fields_.field(track, name);
            if (list && isExact(*list)) areFinite = areFinite && areAllFinite(list->start, list->end);
        }
        if (const auto frames = fields_.field(track, "VertexFrames")) {
            const bool areAlike = !check_.document.records[frames->record].group;
            if (!areAlike) add(Code::VertexFrames, path(), [] { return Values{}; });
            const std::uint32_t size = areAlike ? (frames->end - frames->start) / frames->count : 0;
            for (std::uint32_t at = frames->start; areAlike && at < frames->end; at += size) {
                areFinite = areFinite && areAllFinite(at + 4, at + size);
            }
        }
        if (!areFinite) add(Code::NotFinite, path(), [] { return Values{"A key"}; });
    }

    [[nodiscard]] static bool isExact(const Place& list) {
        return list.type == schema::Type(Id::Vector) || list.type == schema::Type(Id::Quaternion);
    }
    [[nodiscard]] bool areAllFinite(std::uint32_t start, std::uint32_t end) const {
        bool areFinite = true;
        for (std::uint32_t at = start; at < end; at += 4) {
            areFinite = areFinite && std::isfinite(core::load<float>(check_.document.bytes, at));
        }
        return areFinite;
    }

    Check& check_;
    const Fields& fields_;
    const Place& place_;
    const abc::Animation& animation_;
};

}  // namespace

void checkAnimations(Check& check) {
    check.fields.each(check.fields.section(Id::AnimationSection), "Animations", [&](const Place& place) {
        AnimationCheck(check, place, check.model.animations[place.index]).run();
    });
}

}  // namespace ltb
