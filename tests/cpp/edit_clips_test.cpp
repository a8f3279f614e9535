// Changes to animations as wholes. What is expected is computed here again, from the keys of the file before.
#include <abc/edit.h>
#include <abc/pose.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include <abc/codes.h>

#include "support/all_fixtures.h"
#include "support/edit_steps.h"
#include "support/splice.h"

namespace abc::testing {
namespace {

using Kind = Operation::Kind;
using Fields = EditValue::Fields;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinite = std::numeric_limits<double>::infinity();

Operation ofClip(Kind kind, std::string path, Fields arguments = {}) {
    Operation out = list(kind, std::move(path));
    out.value.value = std::move(arguments);
    return out;
}

EditField number(std::string name, double value) {
    return {std::move(name), {value}};
}

EditField text(std::string name, std::string value) {
    return {std::move(name), {std::move(value)}};
}

EditField bytes(std::string name, const File& file) {
    return {std::move(name), {EditValue::Bytes(file.begin(), file.end())}};
}

std::string refused(const File& file, const std::vector<Operation>& operations) {
    const Document document = parse(file);
    const Edited edited = edit(document, operations);
    EXPECT_EQ(checkEdited(document, edited).value_or(""), "");
    return edited.refusal ? edited.refusal->reason : "";
}

template <class T>
T valueAt(const File& file, const std::string& path) {
    return load<T>(Bytes(file), offsetOf(file, path));
}

/// Turned about Z by so many degrees.
Quat turned(double degrees) {
    const double half = degrees * 3.14159265358979323846 / 360;
    return {0, 0, static_cast<float>(std::sin(half)), static_cast<float>(std::cos(half))};
}

AnimationSpec turning(std::string name, std::vector<std::uint32_t> times, float far) {
    AnimationSpec out;
    out.name = std::move(name);
    // It is written at 0.
    if (times[0] == 0) out.frameString = "STEP " + out.name;
    for (int node = 0; node < 2; ++node) {
        out.nodes.emplace_back();
        for (std::size_t k = 0; k < times.size(); ++k) {
            const auto step = static_cast<float>(k * k + 1);
            out.nodes.back().push_back(
                {{far * step, static_cast<float>(node), -step}, turned(35.0 * step + 10 * node)});
        }
    }
    out.times = std::move(times);
    return out;
}

constexpr std::uint32_t kVersions[] = {6, 9, 10, 11, 12, 13, 108};

/// Two nodes that move, in two animations; of v6 the second one deforms a vertex.
File moving(std::uint32_t version) {
    std::vector<AnimationSpec> animations = {turning("walk", {0, 100, 250}, 2), turning("wave", {30, 70}, -3)};
    if (version == 6) {
        SpecV6 spec = smallV6();
        for (AnimationSpec& animation : animations) {
            animation.scale.x = animation.nodes[0][0].translation.x;
            animation.deformation.resize(2);
            const std::size_t deformed = spec.nodes[1].deformed.size() * animation.times.size();
            for (std::size_t i = 0; i < deformed; ++i) {
                const auto step = static_cast<std::uint8_t>(40 * i);
                animation.deformation[1].push_back({step, static_cast<std::uint8_t>(200 - step), 7});
            }
        }
        spec.animations = std::move(animations);
        return write(spec);
    }
    SpecV9 spec;
    spec.version = version;
    NodeSpec root{.name = "root", .children = 1, .bind = {}, .deformed = {}};
    NodeSpec arm{.name = "arm", .bind = {}, .deformed = {}};
    spec.nodes = {root, arm};
    spec.childModels = {{.name = "", .buildNumber = 0, .bindings = {{"walk", {1, 2, 3}}, {"wave", {4, 5, 6}}}}};
    spec.animations = std::move(animations);
    return write(spec);
}

std::string pathOf(std::uint32_t version, std::uint32_t animation) {
    return (version == 6 ? "Animation.Anims[" : "Animation.Animations[") + std::to_string(animation) + "]";
}

std::string keyPath(std::uint32_t version, std::uint32_t animation, std::uint32_t key) {
    return pathOf(version, animation) + (version == 6 ? ".KeyframeData[" : ".Keyframes[") + std::to_string(key) + "]";
}

std::vector<std::uint32_t> timesOf(const Opened& file, std::size_t animation) {
    std::vector<std::uint32_t> out;
    const Animation& one = file.model.animations[animation];
    for (std::uint32_t k = 0; k < one.keyCount; ++k) out.push_back(file.model.keyframes[one.firstKey + k].time);
    return out;
}

std::vector<std::string> stringsOf(const Opened& file, std::size_t animation) {
    std::vector<std::string> out;
    const Animation& one = file.model.animations[animation];
    for (std::uint32_t k = 0; k < one.keyCount; ++k) {
        out.emplace_back(file.model.text(file.model.keyframes[one.firstKey + k].string));
    }
    return out;
}

/// Seven numbers: where a node is and how it is turned, between the keys of the file.
std::array<double, 7> placeAt(const Opened& file, std::size_t animation, std::uint32_t node, double time) {
    const Animation& one = file.model.animations[animation];
    const std::vector<std::uint32_t> times = timesOf(file, animation);
    std::size_t after = 0;
    while (after < times.size() && times[after] <= time) ++after;
    const std::size_t before = after == 0 ? 0 : after - 1;
    after = std::min(after, times.size() - 1);
    const double share = after == before || after == 0 ? 0 : (time - times[before]) / (times[after] - times[before]);
    const Local a = storedKey(file.model, one, node, static_cast<std::uint32_t>(before));
    const Local b = storedKey(file.model, one, node, static_cast<std::uint32_t>(after));
    const std::array<double, 4> qa = {a.rotation.x, a.rotation.y, a.rotation.z, a.rotation.w};
    const std::array<double, 4> qb = {b.rotation.x, b.rotation.y, b.rotation.z, b.rotation.w};
    double cosine = 0;
    for (std::size_t i = 0; i < 4; ++i) cosine += qa[i] * qb[i];
    const double angle = std::acos(std::min(std::abs(cosine), 1.0));
    const double sine = std::sin(angle);
    const double wa = sine < 1e-6 ? 1 - share : std::sin((1 - share) * angle) / sine;
    const double wb = (sine < 1e-6 ? share : std::sin(share * angle) / sine) * (cosine < 0 ? -1 : 1);
    std::array<double, 7> out{};
    const Vec3 from = a.translation;
    const Vec3 to = b.translation;
    out[0] = from.x + (double{to.x} - from.x) * share;
    out[1] = from.y + (double{to.y} - from.y) * share;
    out[2] = from.z + (double{to.z} - from.z) * share;
    for (std::size_t i = 0; i < 4; ++i) out[3 + i] = wa * qa[i] + wb * qb[i];
    return out;
}

/// Both show the same from one time of the first on.
template <class TimeOf>
void expectSame(const Opened& file, std::size_t animation, const Opened& other, std::size_t otherAnimation, double from,
                double to, TimeOf timeOf) {
    for (double time = from; time <= to; time += (to - from) / 32) {
        for (std::uint32_t node = 0; node < 2; ++node) {
            const auto actual = placeAt(file, animation, node, time);
            const auto expected = placeAt(other, otherAnimation, node, timeOf(time));
            // A rotation and its opposite are the same one.
            const double sign = actual[6] * expected[6] + actual[5] * expected[5] < 0 ? -1 : 1;
            for (std::size_t i = 0; i < 7; ++i) {
                EXPECT_NEAR(actual[i], i < 3 ? expected[i] : sign * expected[i], 2e-5) << time << " node " << node;
            }
        }
        if (to == from) break;
    }
}

class Clips : public ::testing::TestWithParam<std::uint32_t> {
protected:
    [[nodiscard]] std::string path(std::uint32_t animation = 0) const { return pathOf(GetParam(), animation); }

    const File before = moving(GetParam());
    const Opened file{before};
};
INSTANTIATE_TEST_SUITE_P(, Clips, ::testing::ValuesIn(kVersions),
                         [](const auto& version) { return "V" + std::to_string(version.param); });

using Times = std::vector<std::uint32_t>;

TEST_P(Clips, AreReversed) {
    const Opened there(done(before, {ofClip(Kind::Reverse, path())}));
    EXPECT_EQ(timesOf(there, 0), (Times{0, 150, 250}));
    expectSame(there, 0, file, 0, 0, 250, [](double time) { return 250 - time; });
    std::vector<std::string> strings = stringsOf(file, 0);
    std::reverse(strings.begin(), strings.end());
    EXPECT_EQ(stringsOf(there, 0), strings);
    EXPECT_EQ(done(there.bytes, {ofClip(Kind::Reverse, path())}), before);
}

TEST_P(Clips, HoldAtTheEndWhatALateFirstKeyHeld) {
    const Opened there(done(before, {ofClip(Kind::Reverse, path(1))}));
    EXPECT_EQ(timesOf(there, 1), (Times{0, 40, 70}));
    expectSame(there, 1, file, 1, 0, 70, [](double time) { return 70 - time; });
}

TEST_P(Clips, AreTrimmedBetweenKeys) {
    const Opened there(done(before, {ofClip(Kind::Trim, path(), {number("from", 49.6), number("to", 200.4)})}));
    EXPECT_EQ(timesOf(there, 0), (Times{0, 50, 150}));
    expectSame(there, 0, file, 0, 0, 150, [](double time) { return time + 50; });
}

TEST_P(Clips, KeepKeysToTheBitWhenTrimmed) {
    const Opened there(done(before, {ofClip(Kind::Trim, path(), {number("from", 100), number("to", 250)})}));
    EXPECT_EQ(timesOf(there, 0), (Times{0, 150}));
    for (std::uint32_t node = 0; node < 2; ++node) {
        for (std::uint32_t key = 0; key < 2; ++key) {
            const Local now = storedKey(there.model, there.model.animations[0], node, key);
            const Local then = storedKey(file.model, file.model.animations[0], node, key + 1);
            EXPECT_EQ(std::memcmp(&now, &then, sizeof now), 0);
        }
    }
}

TEST_P(Clips, AreStretchedAndBack) {
    const File longer = done(before, {ofClip(Kind::Retime, path(), {number("length", 500)})});
    const Opened there(longer);
    EXPECT_EQ(timesOf(there, 0), (Times{0, 200, 500}));
    expectSame(there, 0, file, 0, 0, 500, [](double time) { return time / 2; });
    EXPECT_EQ(done(before, {ofClip(Kind::ScaleTime, path(), {number("factor", 2)})}), longer);
    EXPECT_EQ(done(longer, {ofClip(Kind::ScaleTime, path(), {number("factor", 0.5)})}), before);
    // As short as it gets.
    const Opened least(done(before, {ofClip(Kind::Retime, path(), {number("length", 2)})}));
    EXPECT_EQ(timesOf(least, 0), (Times{0, 1, 2}));
    const double latest = 4294967295.0;
    const Opened most(done(before, {ofClip(Kind::Retime, path(), {number("length", latest)})}));
    EXPECT_EQ(timesOf(most, 0).back(), 0xFFFFFFFFU);
}

TEST_P(Clips, AreScaledWithTheirBoxes) {
    const Operation larger = ofClip(Kind::Scale, path(), {number("factor", -2), number("dims", 1)});
    const Opened there(done(before, {larger}));
    for (std::uint32_t node = 0; node < 2; ++node) {
        for (std::uint32_t key = 0; key < 3; ++key) {
            const Local now = storedKey(there.model, there.model.animations[0], node, key);
            const Local then = storedKey(file.model, file.model.animations[0], node, key);
            EXPECT_EQ(now.translation.x, -2 * then.translation.x);
            EXPECT_EQ(now.translation.z, -2 * then.translation.z);
            EXPECT_EQ(now.rotation.z, then.rotation.z);
        }
    }
    EXPECT_EQ(there.model.animations[0].extents.x, 2 * file.model.animations[0].extents.x);
    EXPECT_EQ(there.model.animations[1].extents.x, file.model.animations[1].extents.x);
    if (GetParam() == 6) {
        const std::string scale = path() + ".NodeAnims[1].Scale.X";
        EXPECT_EQ(valueAt<float>(there.bytes, scale), -2 * valueAt<float>(before, scale));
    }
    EXPECT_EQ(done(there.bytes, {ofClip(Kind::Scale, path(), {number("factor", -0.5), number("dims", 1)})}), before);
}

TEST_P(Clips, GetAKeyThatChangesNothingThatIsSeen) {
    const Opened more(done(before, {ofClip(Kind::AddKey, path(), {number("time", 60)})}));
    EXPECT_EQ(timesOf(more, 0), (Times{0, 60, 100, 250}));
    EXPECT_EQ(stringsOf(more, 0)[1], "");
    expectSame(more, 0, file, 0, 0, 250, [](double time) { return time; });
    EXPECT_EQ(done(more.bytes, {list(Kind::Remove, keyPath(GetParam(), 0, 1))}), before);
    const Opened later(done(before, {ofClip(Kind::AddKey, path(), {number("time", 400)})}));
    EXPECT_EQ(timesOf(later, 0), (Times{0, 100, 250, 400}));
    EXPECT_EQ(refused(before, {ofClip(Kind::AddKey, path(), {number("time", 100)})}),
              "There is already a key at 100 ms.");
}

TEST_P(Clips, GetSeveralKeysAtOnceAllOrNone) {
    const auto adding = [this](std::vector<double> at) {
        EditValue::List all;
        for (const double time : at) all.push_back({time});
        return ofClip(Kind::AddKey, path(), {{"time", {std::move(all)}}});
    };
    const Opened more(done(before, {adding({400, 60, 180})}));
    EXPECT_EQ(timesOf(more, 0), (Times{0, 60, 100, 180, 250, 400}));
    expectSame(more, 0, file, 0, 0, 250, [](double time) { return time; });
    const auto key = [](std::uint32_t index) { return list(Kind::Remove, keyPath(GetParam(), 0, index)); };
    EXPECT_EQ(done(more.bytes, {key(5), key(3), key(1)}), before);
    EXPECT_EQ(refused(before, {adding({60, 250})}), "There is already a key at 250 ms.");
    EXPECT_EQ(refused(before, {adding({60, 70, 60})}), "There is already a key at 60 ms.");
    EXPECT_EQ(refused(before, {adding({60, -1})}), "Choose a time of 0 ms or later.");
    EXPECT_EQ(refused(before, {adding({})}), "Choose at least one time.");
}

TEST_P(Clips, RoundTheDeformationOfANewKeyToTheNearestByte) {
    if (GetParam() != 6) return;
    const Opened more(done(before, {ofClip(Kind::AddKey, path(), {number("time", 60)})}));
    const auto at = [&](const File& from, std::uint32_t key) {
        return valueAt<std::uint8_t>(from, path() + ".NodeAnims[1].Deformation[" + std::to_string(key) + "][0].X");
    };
    const double between = at(before, 0) + (at(before, 1) - at(before, 0)) * 0.6;
    EXPECT_EQ(at(more.bytes, 1), static_cast<std::uint8_t>(std::lround(between)));
    EXPECT_EQ(at(more.bytes, 2), at(before, 1));
}

TEST_P(Clips, MoveTheirKeysPastOthers) {
    const Operation move = ofClip(Kind::MoveKey, keyPath(GetParam(), 0, 0), {number("time", 170)});
    const Opened there(done(before, {move}));
    EXPECT_EQ(timesOf(there, 0), (Times{100, 170, 250}));
    EXPECT_EQ(stringsOf(there, 0)[1], stringsOf(file, 0)[0]);
    const Local now = storedKey(there.model, there.model.animations[0], 1, 1);
    const Local then = storedKey(file.model, file.model.animations[0], 1, 0);
    EXPECT_EQ(std::memcmp(&now, &then, sizeof now), 0);
    const Operation back = ofClip(Kind::MoveKey, keyPath(GetParam(), 0, 1), {number("time", 0)});
    EXPECT_EQ(done(there.bytes, {back}), before);
    const Operation last = ofClip(Kind::MoveKey, keyPath(GetParam(), 0, 2), {number("time", 900)});
    const Opened longer(done(before, {last}));
    EXPECT_EQ(timesOf(longer, 0), (Times{0, 100, 900}));
    if (GetParam() == 6) {
        EXPECT_EQ(valueAt<std::uint32_t>(longer.bytes, path() + ".Length"), 900U);
    }
    const Operation taken = ofClip(Kind::MoveKey, keyPath(GetParam(), 0, 0), {number("time", 250)});
    EXPECT_EQ(refused(before, {taken}), "Key 3 is already at 250 ms.");
}

TEST_P(Clips, GoOnWithAnother) {
    const Operation join = ofClip(Kind::Join, path(), {text("with", path(1)), number("gap", 50)});
    const Opened there(done(before, {join}));
    // What the second one holds until its first key is held from its moment 0 on.
    EXPECT_EQ(timesOf(there, 0), (Times{0, 100, 250, 300, 330, 370}));
    expectSame(there, 0, file, 0, 0, 250, [](double time) { return time; });
    expectSame(there, 0, file, 1, 300, 370, [](double time) { return time - 300; });
    std::vector<std::string> strings = stringsOf(file, 0);
    strings.emplace_back();
    for (const std::string& string : stringsOf(file, 1)) strings.push_back(string);
    EXPECT_EQ(stringsOf(there, 0), strings);
    EXPECT_EQ(timesOf(there, 1), timesOf(file, 1));
    if (GetParam() == 6) {
        EXPECT_EQ(valueAt<std::uint32_t>(there.bytes, path() + ".Length"), 370U);
    }
}

TEST_P(Clips, GoOnWithAnotherWithoutAGap) {
    const Opened there(done(before, {ofClip(Kind::Join, path(1), {text("with", path())})}));
    // They share the moment, which is that of the first.
    EXPECT_EQ(timesOf(there, 1), (Times{30, 70, 170, 320}));
    expectSame(there, 1, file, 1, 0, 70, [](double time) { return time; });
    expectSame(there, 1, file, 0, 170, 320, [](double time) { return time - 70; });
    const std::string first = stringsOf(file, 0)[0];
    EXPECT_NE(first, "");
    EXPECT_NE(stringsOf(there, 1)[1].find(first), std::string::npos);
    const Opened twice(done(before, {ofClip(Kind::Join, path(), {text("with", path())})}));
    EXPECT_EQ(timesOf(twice, 0), (Times{0, 100, 250, 350, 500}));
}

TEST_P(Clips, PackTheDeformationOfTwoAlike) {
    if (GetParam() != 6) return;
    const File there = done(before, {ofClip(Kind::Join, path(), {text("with", path(1)), number("gap", 50)})});
    const auto place = [](const File& from, std::uint32_t animation, std::uint32_t key, const char* axis) {
        const std::string track = pathOf(6, animation) + ".NodeAnims[1].";
        return valueAt<std::uint8_t>(from, track + "Deformation[" + std::to_string(key) + "][0]." + axis) *
                   valueAt<float>(from, track + "Scale." + axis) +
               valueAt<float>(from, track + "Transform." + axis);
    };
    for (const char* axis : {"X", "Y", "Z"}) {
        const float step = std::abs(valueAt<float>(there, path() + ".NodeAnims[1].Scale." + axis));
        for (std::uint32_t key = 0; key < 3; ++key)
            EXPECT_NEAR(place(there, 0, key, axis), place(before, 0, key, axis), step / 2 + 1e-4) << axis << key;
        for (std::uint32_t key = 0; key < 2; ++key)
            EXPECT_NEAR(place(there, 0, 4 + key, axis), place(before, 1, key, axis), step / 2 + 1e-4) << axis << key;
    }
}

TEST_P(Clips, RepeatTheirTimesInTheTracksOfV13) {
    if (GetParam() != 13) return;
    const File there = done(before, {ofClip(Kind::Trim, path(), {number("from", 50), number("to", 250)})});
    for (std::uint32_t key = 0; key < 3; ++key) {
        const std::string own = path() + ".NodeTransforms[1].Transforms[" + std::to_string(key) + "].Time";
        EXPECT_EQ(valueAt<std::uint32_t>(there, own),
                  valueAt<std::uint32_t>(there, keyPath(GetParam(), 0, key) + ".Time"));
    }
    // One that was another stays it.
    const std::string odd = path() + ".NodeTransforms[0].Transforms[1].Time";
    const File wrong = done(before, {set(odd, {77.0})});
    EXPECT_EQ(valueAt<std::uint32_t>(done(wrong, {ofClip(Kind::Reverse, path())}), odd), 77U);
}

TEST_P(Clips, AreTakenOverFromTheSameVersion) {
    const Operation adopt =
        ofClip(Kind::Adopt, path(1), {bytes("from", before), text("animation", "WAVE"), text("name", "wave_2")});
    const Document document = parse(before);
    const Edited edited = edit(document, {&adopt, 1});
    ASSERT_FALSE(edited.refusal) << edited.refusal->reason;
    ASSERT_EQ(edited.lists.size(), 1U);
    EXPECT_EQ(edited.lists[0].list + " " + std::to_string(edited.lists[0].index),
              path().substr(0, path().find('[')) + " 1");
    const Opened there(edited.bytes);
    ASSERT_EQ(there.model.animations.size(), 3U);
    EXPECT_EQ(there.model.text(there.model.animations[1].name), "wave_2");
    EXPECT_EQ(timesOf(there, 1), timesOf(file, 1));
    EXPECT_EQ(stringsOf(there, 1), stringsOf(file, 1));
    expectSame(there, 1, file, 1, 0, 70, [](double time) { return time; });
    EXPECT_EQ(newError(Examined(before).findings, Examined(there.bytes).findings), "");
    EXPECT_EQ(there.model.animations[1].extents.y, file.model.animations[1].extents.y);
    if (GetParam() == 6) return;
    ASSERT_EQ(there.model.bindings.size(), 3U);
    EXPECT_EQ(there.model.text(there.model.bindings[1].name), "wave_2");
    EXPECT_EQ(there.model.bindings[1].origin.z, 6);
    EXPECT_EQ(done(there.bytes, {list(Kind::Remove, path(1))}), before);
}

TEST_P(Clips, AreTakenOverFromOtherVersions) {
    if (GetParam() == 6) return;
    for (const std::uint32_t version : kVersions) {
        if (version == 6) continue;
        const File source = moving(version);
        const Operation adopt = ofClip(Kind::Adopt, path(2), {bytes("from", source), number("animation", 0)});
        const Opened there(done(before, {adopt}));
        ASSERT_EQ(there.model.animations.size(), 3U);
        expectSame(there, 2, file, 0, 0, 250, [](double time) { return time; });
        EXPECT_EQ(newError(Examined(before).findings, Examined(there.bytes).findings), "") << version;
        if (version == 9 && GetParam() >= 12) {
            EXPECT_EQ(there.model.animations[2].unknown, -1);
            EXPECT_EQ(there.model.animations[2].interpolationTime, 200U);
        }
    }
}

TEST_P(Clips, AreTheSameInOneCallAsOneByOne) {
    const std::vector<Operation> all = {
        ofClip(Kind::AddKey, path(), {number("time", 33)}),
        ofClip(Kind::Reverse, path()),
        set(keyPath(GetParam(), 0, 1) + (GetParam() == 6 ? ".FrameString" : ".String"), {std::string("between")}),
        ofClip(Kind::ScaleTime, path(), {number("factor", 3)}),
        list(Kind::Duplicate, path(1)),
        ofClip(Kind::Join, path(), {text("with", path(2)), number("gap", 10)}),
        ofClip(Kind::Adopt, path(0), {bytes("from", before), number("animation", 0), text("name", "again")}),
    };
    File now = before;
    for (const Operation& each : all) now = done(now, {each});
    EXPECT_EQ(done(before, all), now);
}

TEST_P(Clips, RefuseWhatIsNoTime) {
    for (const double odd : {kNan, -1.0, kInfinite, -kInfinite, 1e300, 4294967296.0}) {
        EXPECT_NE(refused(before, {ofClip(Kind::Trim, path(), {number("from", odd), number("to", 100)})}), "");
        EXPECT_EQ(refused(before, {ofClip(Kind::Trim, path(), {number("from", 0), number("to", odd)})}),
                  "Choose a range within 0 to 250 ms.");
        EXPECT_NE(refused(before, {ofClip(Kind::Retime, path(), {number("length", odd)})}), "");
        EXPECT_NE(refused(before, {ofClip(Kind::AddKey, path(), {number("time", odd)})}), "");
        EXPECT_NE(refused(before, {ofClip(Kind::MoveKey, keyPath(GetParam(), 0, 1), {number("time", odd)})}), "");
        EXPECT_NE(refused(before, {ofClip(Kind::Join, path(), {text("with", path(1)), number("gap", odd)})}), "");
        EXPECT_NE(refused(before, {ofClip(Kind::ScaleTime, path(), {number("factor", odd)})}), "");
    }
    for (const double odd : {kNan, kInfinite, 1e300, 1e39}) {
        EXPECT_NE(refused(before, {ofClip(Kind::Scale, path(), {number("factor", odd)})}), "");
    }
    EXPECT_NE(refused(before, {ofClip(Kind::Trim, path(), {number("from", 200), number("to", 100)})}), "");
    EXPECT_NE(refused(before, {ofClip(Kind::Trim, path(), {number("from", 200), number("to", 251)})}), "");
    EXPECT_EQ(refused(before, {ofClip(Kind::Retime, path(), {number("length", 1)})}),
              "Its keys are at 3 different times: choose at least 2 ms.");
}

TEST_P(Clips, RefuseWhatIsNotSaid) {
    for (const Kind kind : {Kind::Trim, Kind::Retime, Kind::ScaleTime, Kind::Scale, Kind::AddKey, Kind::Join}) {
        EXPECT_NE(refused(before, {ofClip(kind, path())}), "");
        EXPECT_NE(refused(before, {ofClip(kind, path(), {text("from", "x"), text("factor", "2"), number("with", 1)})}),
                  "");
    }
    EXPECT_NE(refused(before, {ofClip(Kind::MoveKey, keyPath(GetParam(), 0, 1))}), "");
    EXPECT_NE(refused(before, {ofClip(Kind::Adopt, path(2))}), "");
    EXPECT_NE(refused(before, {ofClip(Kind::Adopt, path(2), {bytes("from", before)})}), "");
}

TEST_P(Clips, RefusePathsOfOtherThings) {
    for (const std::string& wrong : {path(2), path() + ".Name", std::string("Nodes.Nodes[0]"), std::string("Animation"),
                                     std::string("Animation[0]"), std::string(), std::string("x"), path() + "["}) {
        for (const Kind kind : {Kind::Reverse, Kind::Retime, Kind::MoveKey, Kind::Join}) {
            EXPECT_NE(refused(before, {ofClip(kind, wrong, {number("length", 9), number("time", 9)})}), "") << wrong;
        }
        EXPECT_NE(refused(before, {ofClip(Kind::Join, path(), {text("with", wrong)})}), "") << wrong;
        if (wrong != path(2)) {
            const Operation adopt = ofClip(Kind::Adopt, wrong, {bytes("from", before), number("animation", 0)});
            EXPECT_NE(refused(before, {adopt}), "") << wrong;
        }
    }
    const Operation behind = ofClip(Kind::Adopt, path(3), {bytes("from", before), number("animation", 0)});
    EXPECT_NE(refused(before, {behind}), "");
}

TEST_P(Clips, RefuseOtherFilesThatAreNone) {
    const auto adopt = [&](const File& source, EditField animation) {
        return refused(before, {ofClip(Kind::Adopt, path(2), {bytes("from", source), std::move(animation)})});
    };
    EXPECT_NE(adopt({}, number("animation", 0)), "");
    EXPECT_NE(adopt(File(1000, std::byte{7}), number("animation", 0)), "");
    for (const double odd : {kNan, -1.0, 0.5, 2.0, 1e300}) EXPECT_NE(adopt(before, number("animation", odd)), "");
    EXPECT_NE(adopt(before, text("animation", "walks")), "");
    const Operation named = ofClip(
        Kind::Adopt, path(2), {bytes("from", before), number("animation", 0), text("name", std::string(70'000, 'n'))});
    EXPECT_EQ(refused(before, {named}), "A name can have at most 65,535 characters.");
    // Two frame strings that are too long for one.
    const std::string first = keyPath(GetParam(), 0, 0) + (GetParam() == 6 ? ".FrameString" : ".String");
    const std::string last = keyPath(GetParam(), 1, 1) + (GetParam() == 6 ? ".FrameString" : ".String");
    Operation one = set(first, {std::string(40'000, 'a')});
    Operation two = set(last, {std::string(40'000, 'b')});
    one.force = two.force = true;
    EXPECT_EQ(refused(done(before, {one, two}), {ofClip(Kind::Join, path(1), {text("with", path())})}),
              "The combined frame string at the seam would be too long.");
    const std::uint32_t end = file.document.walk().resolve(path())->end;
    // What ends inside of the animation that is asked for is refused; what ends after it is not.
    for (std::size_t size = 0; size < before.size(); size += 7) {
        const File part(before.begin(), before.begin() + static_cast<std::ptrdiff_t>(size));
        const std::string why = adopt(part, number("animation", 0));
        if (size < end) {
            EXPECT_NE(why, "") << size;
        }
    }
}

TEST_P(Clips, RefuseKeysInDisorder) {
    const std::string time = GetParam() == 6 ? ".TimeIndex" : ".Time";
    Operation late = set(keyPath(GetParam(), 0, 0) + time, {120.0});
    const File wrong = done(before, {late});
    EXPECT_NE(refused(wrong, {ofClip(Kind::Reverse, path())}), "");
    EXPECT_NE(refused(wrong, {ofClip(Kind::MoveKey, keyPath(GetParam(), 0, 0), {number("time", 7)})}), "");
    EXPECT_NE(refused(wrong, {ofClip(Kind::Join, path(1), {text("with", path())})}), "");
    EXPECT_EQ(refused(wrong, {ofClip(Kind::Scale, path(), {number("factor", 2)})}), "");
}

TEST(ClipsWithout, KeysAreRefused) {
    SpecV9 spec;
    spec.nodes = {NodeSpec{.name = "root", .bind = {}, .deformed = {}}};
    AnimationSpec empty;
    empty.times = {};
    empty.nodes.resize(1);
    spec.animations = {empty};
    const File file = write(spec);
    for (const Kind kind : {Kind::Reverse, Kind::Trim, Kind::Retime, Kind::Scale, Kind::AddKey}) {
        const Fields any = {number("from", 0), number("to", 0), number("length", 0), number("factor", 1),
                            number("time", 0)};
        EXPECT_EQ(refused(file, {ofClip(kind, "Animation.Animations[0]", any)}), "This animation has no keys.");
    }
}

TEST(ClipsOfOthers, AreMatchedByTheNamesOfNodes) {
    SpecV9 spec;
    const NodeSpec root{.name = "Root", .children = 2, .bind = {}, .deformed = {}};
    const NodeSpec left{.name = "left", .bind = {}, .deformed = {}};
    const NodeSpec right{.name = "right", .bind = {}, .deformed = {}};
    spec.nodes = {root, left, right};
    AnimationSpec animation;
    animation.times = {0};
    for (const float x : {1.0F, 2.0F, 3.0F}) animation.nodes.push_back({{{x, 0, 0}, {}}});
    spec.animations = {animation};
    const File file = write(spec);
    spec.nodes = {root, right, left};
    spec.nodes[0].name = "ROOT";
    const File source = write(spec);
    const Operation adopt = ofClip(Kind::Adopt, "Animation.Animations[1]",
                                   {bytes("from", source), number("animation", 0), text("name", "b")});
    const Opened there(done(file, {adopt}));
    const auto x = [&](std::uint32_t node) {
        return storedKey(there.model, there.model.animations[1], node, 0).translation.x;
    };
    EXPECT_EQ(x(0), 1);
    EXPECT_EQ(x(1), 3);
    EXPECT_EQ(x(2), 2);

    // The first difference is said.
    const auto why = [&](const SpecV9& other) {
        return refused(file, {ofClip(Kind::Adopt, "Animation.Animations[1]",
                                     {bytes("from", write(other)), number("animation", 0)})});
    };
    spec.nodes[2].name = "tail";
    spec.nodes[0].children = 1;
    spec.nodes[1].children = 1;
    EXPECT_EQ(why(spec), "The skeletons differ: only this model has the node left.");
    spec.nodes[2].name = "left";
    EXPECT_EQ(why(spec), "The skeletons differ: the node left is attached to root here, but to right there.");
    EXPECT_EQ(refused(file, {ofClip(Kind::Adopt, "Animation.Animations[1]",
                                    {bytes("from", write(smallV6())), number("animation", 0)})}),
              "One of the models has version 6, whose animations are of a different kind.");
}

TEST(ClipsOfOthers, AreTurnedWhereTheFilesDifferInThat) {
    SpecV6 spec = smallV6();
    spec.animations = {turning("walk", {0, 100}, 1)};
    spec.animations[0].deformation = smallV6().animations[0].deformation;
    spec.transformInfo = TransformInfo{0, 0};
    const File file = write(spec);
    spec.transformInfo = TransformInfo{0, 1};
    const File source = write(spec);
    const Operation adopt = ofClip(Kind::Adopt, "Animation.Anims[1]",
                                   {bytes("from", source), number("animation", 0), text("name", "turned")});
    const Opened there(done(file, {adopt}));
    const Local stored = storedKey(there.model, there.model.animations[1], 1, 1);
    const Local other = storedKey(Opened(source).model, Opened(source).model.animations[0], 1, 1);
    EXPECT_EQ(stored.rotation.z, -other.rotation.z);
    EXPECT_EQ(stored.rotation.w, other.rotation.w);
    spec.transformInfo = TransformInfo{1, 1};
    EXPECT_EQ(refused(file, {ofClip(Kind::Adopt, "Animation.Anims[1]",
                                    {bytes("from", write(spec)), number("animation", 0)})}),
              "One of the models is mirrored in Z (TransformInfo.FlipMat), the other is not.");
}

class AnyWhole : public ::testing::TestWithParam<std::size_t> {};
INSTANTIATE_TEST_SUITE_P(, AnyWhole, ::testing::ValuesIn(fixtureIndices()),
                         [](const auto& param) { return fixtureName(param.param); });

TEST_P(AnyWhole, TakesAnyArguments) {
    std::mt19937 random(static_cast<std::uint32_t>(GetParam()));
    const auto roll = [&](std::uint32_t limit) { return static_cast<std::uint32_t>(random() % limit); };
    File now = allFixtures()[GetParam()].file;
    for (int i = 0; i < 60; ++i) {
        const Examined before(now);
        const Operation operation = anyWholeOperation(before.document, roll);
        const Edited edited = edit(before.document, {&operation, 1});
        ASSERT_EQ(checkEdited(before.document, edited).value_or(""), "") << kindAndPath(operation);
        if (edited.refusal) continue;
        EXPECT_EQ(newError(before.findings, Examined(edited.bytes).findings), "") << kindAndPath(operation);
        if (edited.bytes.size() < 200'000) now = edited.bytes;
    }
}

}  // namespace
}  // namespace abc::testing
