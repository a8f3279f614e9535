// Changes to the keys of an animation. Keys stay as they are, to the bit, wherever a key stays one. A key between two
// others is what is seen there (abc.md §4.2, §4.3); only the positions of deformation vertices (v6), which a byte
// holds, are rounded to the nearest one.
#pragma once

#include <span>
#include <string>

#include "clip.h"

namespace abc {

/// What came of a change: empty, or why it cannot be made, a sentence for the user. The animation may be anything then.
using ClipRefusal = std::string;

// Times are milliseconds and rounded to whole ones; they may be anything, as may factors. The animation has a key, and
// the times of its keys do not fall.

/// Rounded to a whole millisecond; nothing when no file can hold it.
[[nodiscard]] std::optional<std::uint32_t> wholeTime(double time);

/// Keeps the moments from one time to another; the first of them becomes 0. Keys are made at the cuts where there are
/// none.
[[nodiscard]] ClipRefusal trimmed(Clip& clip, double from, double to);

/// Plays it backwards: what was seen at t is seen at length − t, frame strings included. When its first key is not at
/// 0, what it holds until then is held at the end, by one more key.
[[nodiscard]] ClipRefusal reversed(Clip& clip);

/// Stretches it to a length. Two keys that were at different times stay so, for which they move by as many milliseconds
/// as that takes.
[[nodiscard]] ClipRefusal retimed(Clip& clip, double length);

/// The same by a factor.
[[nodiscard]] ClipRefusal scaledInTime(Clip& clip, double factor);

/// Multiplies the translation of every key of every node, and in v6 the positions of deformation vertices.
[[nodiscard]] ClipRefusal scaled(Clip& clip, double factor);

/// Keys with the poses that are seen at these times, in any order; all or none are added.
[[nodiscard]] ClipRefusal withKeysAt(Clip& clip, std::span<const double> times);

/// Goes on with another animation of the same file, whose moment 0 is `gap` ms after the last key. Without a gap the
/// two share that moment: it shows the pose of the first, and has the frame strings of both.
[[nodiscard]] ClipRefusal joined(Clip& clip, const Clip& next, double gap);

}  // namespace abc
