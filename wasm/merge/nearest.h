// The nearest of many places, in a tree that halves them by one axis after the other.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "numbers.h"

namespace merging {

class Nearest {
public:
    explicit Nearest(std::vector<WideVec3> places);

    /// An index; there is at least one place. Of several that are as near the one that the tree comes to first.
    [[nodiscard]] std::uint32_t operator()(const WideVec3& place) const;

private:
    struct Search;

    void halve(std::size_t from, std::size_t end, std::size_t axis);
    void look(Search& search, std::size_t from, std::size_t end, std::size_t axis) const;

    std::vector<WideVec3> places_;
    /// The middle of a stretch halves it.
    std::vector<std::uint32_t> order_;
};

}  // namespace merging
