// What costs the least, from a growing number of choices.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace importing {

/// Two vertices, and what it costs to take them together.
struct Candidate {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    double cost = 0;
};

/// The cheapest first; of two that cost the same the one with the lower vertices, so that a mesh has one answer. Costs
/// that are NaN come out in some order: std::priority_queue demands an order that they do not have.
class Heap {
public:
    void push(Candidate item) {
        std::size_t at = items_.size();
        items_.push_back(item);
        while (at > 0) {
            const std::size_t parent = (at - 1) / 2;
            if (!isBefore(item, items_[parent])) break;
            items_[at] = items_[parent];
            at = parent;
        }
        items_[at] = item;
    }

    [[nodiscard]] std::optional<Candidate> pop() {
        if (items_.empty()) return std::nullopt;
        const Candidate top = items_.front();
        const Candidate last = items_.back();
        items_.pop_back();
        if (items_.empty()) return top;
        std::size_t at = 0;
        for (;;) {
            std::size_t child = 2 * at + 1;
            if (child >= items_.size()) break;
            if (child + 1 < items_.size() && isBefore(items_[child + 1], items_[child])) ++child;
            if (!isBefore(items_[child], last)) break;
            items_[at] = items_[child];
            at = child;
        }
        items_[at] = last;
        return top;
    }

private:
    [[nodiscard]] static bool isBefore(const Candidate& a, const Candidate& b) {
        if (a.cost != b.cost) return a.cost < b.cost;
        return a.a != b.a ? a.a < b.a : a.b < b.b;
    }

    std::vector<Candidate> items_;
};

}  // namespace importing
