// Values that operations give, as a file can hold them. What is none is refused where it is written.
#pragma once

#include <cmath>
#include <map>

#include "core/edit.h"
#include "core/records.h"
#include "math.h"

namespace abc {

/// A number, or another one when it is none.
[[nodiscard]] inline double numberOr(const core::EditValue* value, double otherwise) {
    const auto* number = value == nullptr ? nullptr : std::get_if<double>(&value->value);
    return number == nullptr ? otherwise : *number;
}

/// Milliseconds; 0 for what is no time.
[[nodiscard]] inline std::uint32_t timeOf(double time) {
    return time >= 0 && time <= 0xFFFFFFFF ? static_cast<std::uint32_t>(time) : 0;
}

/// Coordinates in their order or by name; 0 for what is none.
[[nodiscard]] inline Vec3 vectorOf(const core::EditValue* value) {
    Vec3 out;
    float* const axes[] = {&out.x, &out.y, &out.z};
    const std::string_view names[] = {"X", "Y", "Z"};
    const auto* inOrder = value == nullptr ? nullptr : std::get_if<core::EditValue::List>(&value->value);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const core::EditValue* number = inOrder == nullptr       ? core::fieldOf(value, names[axis])
                                        : axis < inOrder->size() ? &(*inOrder)[axis]
                                                                 : nullptr;
        const double given = numberOr(number, 0);
        if (std::abs(given) < 1e38) *axes[axis] = static_cast<float>(given);
    }
    return out;
}

/// By animation: the first binding of its name that no animation before it has; kNone without one.
/// @param animations, bindings their names in small letters
[[nodiscard]] inline std::vector<std::uint32_t> boundByName(const std::vector<std::string>& animations,
                                                            const std::vector<std::string>& bindings) {
    std::multimap<std::string_view, std::uint32_t> free;
    for (std::size_t i = 0; i < bindings.size(); ++i) free.emplace(bindings[i], static_cast<std::uint32_t>(i));
    std::vector<std::uint32_t> out;
    for (const std::string& name : animations) {
        // `find` may give any of equal ones.
        const auto found = free.lower_bound(name);
        const bool isFound = found != free.end() && found->first == name;
        out.push_back(isFound ? found->second : core::kNone);
        if (isFound) free.erase(found);
    }
    return out;
}

}  // namespace abc
