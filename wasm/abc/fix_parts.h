// What the parts of the repairs share, one subject a file.
#pragma once

#include <string>

#include "check.h"
#include "core/edit.h"

namespace abc {

using Operations = std::vector<Operation>;
/// Where findings of a code are, in file order.
using FoundPlaces = std::vector<FindingPlace>;

/// A file that is being mended.
struct Mending {
    const Check& check;
    /// All findings of the file.
    const Findings& findings;

    [[nodiscard]] const Document& document() const { return check.document; }
    [[nodiscard]] const Model& model() const { return check.model; }
    [[nodiscard]] bool has(Code code) const;
    /// Whether the file with these changes has fewer findings of a code, and its sections are read without an error
    /// that they have not now. Reads the whole file again; false for one that is too large for that.
    [[nodiscard]] bool mends(const std::vector<Splice>& splices, Code code) const;
};

/// The numbers in brackets of a path.
[[nodiscard]] std::vector<std::uint32_t> indicesOf(std::string_view path);

[[nodiscard]] Operation setting(std::string path, double value);
[[nodiscard]] Operation replacing(std::uint32_t start, std::uint32_t end, std::vector<std::byte> bytes);
[[nodiscard]] Operation replacing(std::uint32_t start, std::uint32_t value);
/// Removes elements by their paths, which are in file order: from behind, neighbours together.
[[nodiscard]] Operations removing(const std::vector<std::string>& elements);

// Offsets of sections, names of sections, bytes that are left over, counts that are in the header too.
[[nodiscard]] Operations mendChain(const Mending& file, Code code);
[[nodiscard]] Operations mendSectionNames(const Mending& file, const FoundPlaces& places);
[[nodiscard]] Operations mendRepeatedSections(const Mending& file, const FoundPlaces& places);
[[nodiscard]] Operations mendTrailingBytes(const Mending& file, const FoundPlaces& places);
[[nodiscard]] Operations mendCounts(const Mending& file, Code code, const FoundPlaces& places);
[[nodiscard]] Operations mendCounters(const Mending& file, const FoundPlaces& places);
[[nodiscard]] Operations mendVertexCount(const Mending& file, const FoundPlaces& places);

// Numbers that follow from others.
[[nodiscard]] Operations mendNumbers(const Mending& file, const FoundPlaces& places);
[[nodiscard]] Operations mendRotations(const Mending& file, const FoundPlaces& places);
[[nodiscard]] Operations mendWeightLocations(const Mending& file, const FoundPlaces& places);
[[nodiscard]] Operations mendLengths(const Mending& file, const FoundPlaces& places);
[[nodiscard]] Operations mendNodeNumbers(const Mending& file, const FoundPlaces& places);
[[nodiscard]] Operations mendMatrices(const Mending& file, const FoundPlaces& places);

// Elements that are missing or too many.
[[nodiscard]] Operations mendWeightSets(const Mending& file, const FoundPlaces& places);
[[nodiscard]] Operations removeZeroWeights(const Mending& file, const FoundPlaces& places);
[[nodiscard]] Operations removeDegenerateFaces(const Mending& file, const FoundPlaces& places);
[[nodiscard]] Operations removeBindings(const Mending& file, Code code, const FoundPlaces& places);
[[nodiscard]] Operations mendChildModels(const Mending& file);

}  // namespace abc
