// What an operation is given besides its path.
#pragma once

#include <algorithm>
#include <limits>
#include <string>

#include "core/edit.h"
#include "core/words.h"
#include "math.h"

namespace abc {

/// By name; they may be anything. The operation must outlive it.
class Arguments {
public:
    explicit Arguments(const core::Operation& operation) : operation_(operation) {}

    /// Null when it was left out.
    [[nodiscard]] const core::EditValue* find(std::string_view name) const {
        return core::fieldOf(&operation_.value, name);
    }
    /// The same of a type.
    template <class T>
    [[nodiscard]] const T* find(std::string_view name) const {
        const core::EditValue* found = find(name);
        return found == nullptr ? nullptr : std::get_if<T>(&found->value);
    }
    /// NaN, which no change takes, when it was left out.
    [[nodiscard]] double number(std::string_view name,
                                double otherwise = std::numeric_limits<double>::quiet_NaN()) const {
        const auto* found = find<double>(name);
        return found == nullptr ? otherwise : *found;
    }
    /// A sentence that says what an argument is.
    [[nodiscard]] std::string needs(std::string_view name, std::string_view what) const {
        return core::inQuotes(name) + " of " + core::inQuotes(core::nameOf(core::kOperationNames, operation_.kind)) +
               " must be " + std::string(what) + ".";
    }

private:
    const core::Operation& operation_;
};

}  // namespace abc
