// The bytes of animations with keys that came or went, and of new ones.
#pragma once

#include <functional>

#include "deformation.h"
#include "strings.h"

namespace merging {

/// v6, by node: what stands behind its keys, for these times. Nothing: nothing is deformed.
using FramesOf = std::function<std::vector<ByteList>(std::span<const double> times)>;

struct WrittenAnimation {
    ByteList bytes;
    /// Keys that are gone whose frame strings are at other keys now.
    std::vector<std::uint32_t> moved;
};

/// The animation as the copy of the file has it, with the keys and the frame strings that the glTF has. Nothing for
/// keys of an unknown form.
[[nodiscard]] std::optional<WrittenAnimation> animationBytes(const Base& base, std::uint32_t animation,
                                                             const Track& track, const AnimationKeys& keys,
                                                             const MergedKeys& merged, const Strings& strings,
                                                             const FramesOf& framesOf);

/// An animation that the file has not.
struct NewAnimation {
    std::string name;
    /// Half the size of its collision box.
    WideVec3 extents{};
    /// Milliseconds.
    std::uint32_t interpolationTime = 200;
    /// Whole milliseconds, growing; at least one.
    std::vector<std::uint32_t> times;
    /// Milliseconds of the curves, one a key.
    std::vector<double> at;
    /// One a key.
    std::vector<std::string> strings;
};

[[nodiscard]] bool fits(const NewAnimation& made);

/// Translation and rotation of each node, key after key, in 32 bits.
[[nodiscard]] std::vector<float> posesOf(const Base& base, const Player& player, std::span<const double> times);

[[nodiscard]] ByteList newAnimation(const Base& base, const NewAnimation& made, const Player& player,
                                    const FramesOf& framesOf);

}  // namespace merging
