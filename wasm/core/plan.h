// The schema of an element, boiled down to what its size depends on. Files are mostly such elements, so
// this is where the time of parsing goes.
#pragma once

#include <optional>

#include "bytes.h"
#include "dialect.h"

namespace core {

/// Steps that lead from the start of an element of shape Dimensioned or Inline to its end. Made once an array.
class Plan {
public:
    Plan(const Dialect& dialect, schema::StructId id, Dims dims);

    /// Bytes of the element at `offset`, nothing when it reaches over `limit`. Calls `sets(var, value)` for every
    /// count that other parts of the file need.
    template <class Sets>
    [[nodiscard]] std::optional<std::uint32_t> measure(Bytes bytes, std::uint32_t offset, std::uint32_t limit,
                                                       Sets sets) const {
        std::array<std::uint32_t, schema::kMaxFields> counters;
        std::uint64_t end = offset;
        for (const Step& step : std::span(steps_).first(count_)) {
            switch (step.kind) {
                case Step::Kind::Skip: end += step.size; break;
                case Step::Kind::Count: {
                    if (end + step.size > limit) return std::nullopt;
                    const std::uint32_t value =
                        loadUnsigned(bytes, static_cast<std::size_t>(end), static_cast<std::uint32_t>(step.size));
                    counters[step.slot] = value;
                    if (step.sets != schema::Var()) sets(step.sets, value);
                    end += step.size;
                    break;
                }
                case Step::Kind::String:
                    if (end + 2 > limit) return std::nullopt;
                    end += 2U + load<std::uint16_t>(bytes, static_cast<std::size_t>(end));
                    break;
                case Step::Kind::Elements: end += (std::uint64_t{counters[step.slot]} + step.plus) * step.size; break;
            }
            if (end > limit) return std::nullopt;
        }
        return static_cast<std::uint32_t>(end - offset);
    }

private:
    struct Step {
        enum class Kind : std::uint8_t { Skip, Count, String, Elements };
        Kind kind = Kind::Skip;
        schema::Var sets;
        std::uint8_t slot = 0;
        /// Of Elements: those that the counter does not count.
        std::uint32_t plus = 0;
        /// Bytes; of Elements: bytes of each.
        std::uint64_t size = 0;
    };
    void add(Step step);

    std::array<Step, schema::kMaxFields> steps_{};
    std::size_t count_ = 0;
};

}  // namespace core
