#include "nearest.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace merging {

struct Nearest::Search {
    WideVec3 place{};
    std::uint32_t best = 0;
    double least = std::numeric_limits<double>::infinity();
};

Nearest::Nearest(std::vector<WideVec3> places) : places_(std::move(places)), order_(places_.size()) {
    std::iota(order_.begin(), order_.end(), 0U);
    halve(0, order_.size(), 0);
}

std::uint32_t Nearest::operator()(const WideVec3& place) const {
    Search search{place};
    look(search, 0, order_.size(), 0);
    return search.best;
}

void Nearest::halve(std::size_t from, std::size_t end, std::size_t axis) {
    if (end - from < 2) return;
    // What is no number comes last, so that there is an order.
    const auto keyOf = [this, axis](std::uint32_t place) {
        const double value = places_[place][axis];
        return std::isnan(value) ? std::numeric_limits<double>::infinity() : value;
    };
    std::stable_sort(order_.begin() + static_cast<std::ptrdiff_t>(from),
                     order_.begin() + static_cast<std::ptrdiff_t>(end),
                     [&](std::uint32_t a, std::uint32_t b) { return keyOf(a) < keyOf(b); });
    const std::size_t middle = (from + end) / 2;
    halve(from, middle, (axis + 1) % 3);
    halve(middle + 1, end, (axis + 1) % 3);
}

void Nearest::look(Search& search, std::size_t from, std::size_t end, std::size_t axis) const {
    if (from >= end) return;
    const std::size_t middle = (from + end) / 2;
    const WideVec3& there = places_[order_[middle]];
    double square = 0;
    for (std::size_t i = 0; i < 3; ++i) square += (there[i] - search.place[i]) * (there[i] - search.place[i]);
    if (square < search.least) {
        search.least = square;
        search.best = order_[middle];
    }
    const double off = search.place[axis] - there[axis];
    const std::size_t next = (axis + 1) % 3;
    const auto before = [&] { look(search, from, middle, next); };
    const auto behind = [&] { look(search, middle + 1, end, next); };
    if (off < 0) {
        before();
    } else {
        behind();
    }
    if (off * off >= search.least) return;
    if (off < 0) {
        behind();
    } else {
        before();
    }
}

}  // namespace merging
