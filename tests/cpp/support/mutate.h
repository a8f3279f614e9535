// Random damage to a file, the same for the same seed.
#pragma once

#include <algorithm>
#include <random>

#include "fixtures.h"

namespace abc::testing {

/// A damaged copy and where the damage is.
struct Mutation {
    File file;
    std::uint32_t place = 0;
};

class Mutator {
public:
    explicit Mutator(std::uint32_t seed) : random_(seed) {}

    /// Flips, overwrites, cuts, inserts, removes or repeats bytes of `file`, which is not empty.
    [[nodiscard]] Mutation mutate(const File& file) {
        const std::uint32_t place = below(static_cast<std::uint32_t>(file.size()));
        switch (below(8)) {
            case 0: return flipped(file, place);
            case 1: return overwritten<std::uint16_t>(file, place);
            case 2: return {{file.begin(), file.begin() + place}, place};
            case 3: return inserted(file, place);
            case 4: return removed(file, place);
            case 5: return repeated(file, place);
            // Where counts and offsets are: most of the damage that matters.
            case 6: return overwritten<std::uint32_t>(file, inHeads(file, place));
            default: return overwritten<std::uint32_t>(file, place);
        }
    }

    /// A number from 0 to `limit` − 1.
    std::uint32_t below(std::uint32_t limit) { return limit == 0 ? 0 : static_cast<std::uint32_t>(random_() % limit); }

private:
    static constexpr std::uint32_t kLargestPart = 64;

    Mutation flipped(File file, std::uint32_t place) {
        for (std::uint32_t i = 0; i <= below(4); ++i) {
            const std::uint32_t at = i == 0 ? place : below(static_cast<std::uint32_t>(file.size()));
            file[at] ^= static_cast<std::byte>(1U << below(8));
        }
        return {std::move(file), place};
    }

    template <class T>
    Mutation overwritten(File file, std::uint32_t place) {
        if (file.size() < sizeof(T)) return {std::move(file), place};
        place = std::min(place, static_cast<std::uint32_t>(file.size() - sizeof(T)));
        const std::array<std::uint32_t, 5> values{0, 1, 0x7FFFFFFF, 0xFFFFFFFF, static_cast<std::uint32_t>(random_())};
        const auto value = static_cast<T>(values[below(5)]);
        std::memcpy(file.data() + place, &value, sizeof value);
        return {std::move(file), place};
    }

    std::uint32_t inHeads(const File& file, std::uint32_t place) {
        // The first bytes of the file, or those after a section's head.
        const Document document = parse(file);
        if (document.sections.empty()) return place;
        const Section& section = document.sections[below(static_cast<std::uint32_t>(document.sections.size()))];
        return std::min(section.offset + below(kLargestPart), static_cast<std::uint32_t>(file.size() - 1));
    }

    Mutation inserted(const File& file, std::uint32_t place) {
        File out;
        const std::uint32_t length = 1 + below(kLargestPart);
        out.reserve(file.size() + length);
        out.assign(file.begin(), file.begin() + place);
        for (std::uint32_t i = 0; i < length; ++i) out.push_back(static_cast<std::byte>(random_()));
        out.insert(out.end(), file.begin() + place, file.end());
        return {std::move(out), place};
    }

    Mutation removed(const File& file, std::uint32_t place) {
        const std::uint32_t end = std::min(place + 1 + below(kLargestPart), static_cast<std::uint32_t>(file.size()));
        File out;
        out.reserve(file.size() - (end - place));
        out.assign(file.begin(), file.begin() + place);
        out.insert(out.end(), file.begin() + end, file.end());
        return {std::move(out), place};
    }

    Mutation repeated(const File& file, std::uint32_t place) {
        const std::uint32_t end = std::min(place + 1 + below(kLargestPart), static_cast<std::uint32_t>(file.size()));
        File out;
        out.reserve(file.size() + (end - place));
        out.assign(file.begin(), file.begin() + end);
        out.insert(out.end(), file.begin() + place, file.end());
        return {std::move(out), place};
    }

    std::mt19937 random_;
};

}  // namespace abc::testing
