// How the structure walk finds the places of a text.
#pragma once

#include "core/walk.h"

namespace lta {

[[nodiscard]] const core::TextForm& textForm();

/// Lists that are shorter, and have no list with a known name in them, are found by reading the text again.
inline constexpr std::uint32_t kLeastRecorded = 128;
/// Lists nest this deep at most; what is deeper is not taken apart. Far deeper than the skeletons of games.
inline constexpr std::uint32_t kDeepest = 200;

/// How many elements a record of such a text stands for: a list has so many, a run of elements is so many.
[[nodiscard]] inline std::uint32_t elementsOf(const core::Record& record) {
    return record.dims.outer;
}
/// Whether it is a run of elements that have no records of their own; else a list, or bytes that were not read.
[[nodiscard]] inline bool isRun(const core::Record& record) {
    return record.type.isScalar() && record.state == core::State::Known;
}

}  // namespace lta
