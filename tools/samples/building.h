// What both builders need: the version, the bytes, and counting as the format does it.
#pragma once

#include <stdexcept>
#include <vector>

#include "abc_builder.h"

namespace abc::samples {

/// The row of a version that the core knows; std::logic_error for any other.
[[nodiscard]] inline const Version& versionOf(std::uint32_t number) {
    const Version* version = findVersion(number);
    if (version == nullptr) throw std::logic_error("no such version: " + std::to_string(number));
    return *version;
}

/// The bytes that were written; std::logic_error with the reason when there are none.
[[nodiscard]] inline std::vector<std::byte> bytesOf(Written written) {
    if (!written.refusal.empty()) throw std::logic_error(written.refusal);
    return std::move(written.bytes);
}

template <class List>
[[nodiscard]] std::uint32_t countOf(const List& list) {
    return static_cast<std::uint32_t>(list.size());
}

/// How many children each node has. Throws std::logic_error when the list is not depth first.
template <class AnyNode>
[[nodiscard]] std::vector<std::uint32_t> childCounts(const std::vector<AnyNode>& nodes) {
    std::vector<std::uint32_t> counts(nodes.size());
    std::vector<std::uint32_t> open;
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        while (!open.empty() && open.back() != nodes[i].parent) open.pop_back();
        if (open.empty() != (i == 0)) throw std::logic_error("nodes are not depth first: " + nodes[i].name);
        if (i > 0) ++counts[nodes[i].parent];
        open.push_back(i);
    }
    return counts;
}

}  // namespace abc::samples
