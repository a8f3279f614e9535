// What the parts of the repairs share, one subject a file.
#pragma once

#include <string>
#include <unordered_map>

#include "check.h"
#include "core/edit.h"

namespace abc {

using Operations = std::vector<Operation>;
/// Where findings of a code are, in file order.
using FoundPlaces = std::vector<FindingPlace>;

/// Changes after each of which the file is read again: what needs more of them is not offered.
constexpr std::size_t kMostReadings = 64;

/// Bytes that are parsed again to find out which count is wrong: a file of any size costs no more.
constexpr std::uint64_t kMostRead = std::uint64_t{64} << 20U;

/// A file that is being mended. What several repairs need is computed when the first one asks.
class Mending {
public:
    /// @param findings all findings of the file
    /// @param trials how often the whole file may be read again to try a repair
    Mending(const Check& checked, const Findings& findings, int trials)
        : check(checked), findings_(findings), trials_(trials) {}
    Mending(const Mending&) = delete;
    Mending& operator=(const Mending&) = delete;

    const Check& check;

    [[nodiscard]] const Document& document() const { return check.document; }
    [[nodiscard]] const Model& model() const { return check.model; }
    [[nodiscard]] bool has(Code code) const;
    /// Whether anything says that a count is wrong.
    [[nodiscard]] bool hasCountFinding() const;
    /// Whether an error or a warning of another code than bytes left over lies in a section.
    [[nodiscard]] bool hasOtherFinding(const Section& section) const;
    /// Whether the file is read again once for any number of changes of lists, and not for each.
    [[nodiscard]] bool isReadOnce() const;
    /// Takes one trial. False: there is none left, or the file is too large for any.
    [[nodiscard]] bool takeTrial();
    /// Whether the section of a place was read to its end.
    [[nodiscard]] bool isReadWhole(const FindingPlace& place);
    /// Whether all sections were, this one aside; null: all without exception.
    [[nodiscard]] bool isReadWholeBut(const Section* section);
    /// Whether the file with these changes has fewer findings of a code, and its sections are read without an error
    /// that they have not now. Takes a trial; false without one.
    /// @param never a code of which there may be no more afterwards, although it says nothing about framing
    [[nodiscard]] bool mends(const std::vector<Splice>& splices, Code code, std::optional<Code> never = std::nullopt);
    /// Whether the file with these changes has no error or warning more of any code, and fewer of at least two: of this
    /// one, and of another, which says so independently. Takes a trial; false without one.
    [[nodiscard]] bool cures(const std::vector<Splice>& splices, Code code);
    /// Takes one reading: the file is parsed once more, without a model or findings. False: there is none left.
    [[nodiscard]] bool takeReading();
    /// A repair was not tried because there was no trial left: nothing is known about it.
    [[nodiscard]] bool isSpent() const { return isSpent_; }

    /// What the header should count.
    [[nodiscard]] const std::vector<Counter>& counters();
    /// The offsets that link all sections, where they are known; nothing when some are not.
    [[nodiscard]] const std::optional<std::vector<Splice>>& chain();
    /// The first animation of a name, the first binding of the model itself; null when there is none. Names are
    /// compared without case.
    [[nodiscard]] const Animation* animation(std::string_view name);
    [[nodiscard]] const Binding* binding(std::string_view name);

private:
    [[nodiscard]] const std::vector<bool>& readWhole();

    using ByName = std::unordered_map<std::string, std::uint32_t>;

    const Findings& findings_;
    int trials_;
    /// Bytes that may be parsed once more.
    std::uint64_t readable_ = kMostRead;
    bool isSpent_ = false;
    std::optional<std::vector<Counter>> counters_;
    std::optional<std::optional<std::vector<Splice>>> chain_;
    std::optional<ByName> animations_, bindings_;
    /// Of each section, whether it was read to its end.
    std::optional<std::vector<bool>> readWhole_;
};

/// The numbers in brackets of a path.
[[nodiscard]] std::vector<std::uint32_t> indicesOf(std::string_view path);

[[nodiscard]] Operation setting(std::string path, double value);
[[nodiscard]] Operation replacing(std::uint32_t start, std::uint32_t end, std::vector<std::byte> bytes);
[[nodiscard]] Operation replacing(std::uint32_t start, std::uint32_t value);
/// Removes elements by their paths, which are in file order: from the last to the first, neighbours together. Nothing
/// when the file would be read again too often.
[[nodiscard]] Operations removing(const Mending& file, const std::vector<std::string>& elements);
/// Where the data of a section ends; nothing when it could not be read or nobody knows its layout.
[[nodiscard]] std::optional<std::uint32_t> dataEnd(const Document& document, std::uint32_t index);
/// Whether what is left over at the end of a section would be read, as a whole or the beginning of it, if one of the
/// section's counts were another; true when that could not be found out.
[[nodiscard]] bool mayBeElements(Mending& file, std::uint32_t section);
/// The one count of a section that makes it end exactly and mends other findings with that; nothing when there is none
/// or more than one.
[[nodiscard]] Operations countOfElements(Mending& file, std::uint32_t section);
/// The chain of sections as its last one can be mended, link by link.
[[nodiscard]] std::optional<std::vector<Splice>> linksOf(Mending& file);

// Offsets of sections, names of sections, bytes that are left over, counts that are in the header too.
[[nodiscard]] Operations mendChain(Mending& file, Code code);
[[nodiscard]] Operations mendSectionNames(Mending& file, const FoundPlaces& places);
[[nodiscard]] Operations mendRepeatedSections(Mending& file, const FoundPlaces& places);
[[nodiscard]] Operations mendTrailingBytes(Mending& file, const FoundPlaces& places);
[[nodiscard]] Operations mendCounts(Mending& file, Code code, const FoundPlaces& places);
[[nodiscard]] Operations mendCounters(Mending& file, const FoundPlaces& places);
[[nodiscard]] Operations mendVertexCount(Mending& file, const FoundPlaces& places);

// Numbers that follow from others.
[[nodiscard]] Operations mendNumbers(Mending& file, const FoundPlaces& places);
[[nodiscard]] Operations mendRotations(Mending& file, const FoundPlaces& places);
[[nodiscard]] Operations mendWeightLocations(Mending& file, const FoundPlaces& places);
[[nodiscard]] Operations mendLengths(Mending& file, const FoundPlaces& places);
[[nodiscard]] Operations mendNodeNumbers(Mending& file, const FoundPlaces& places);
[[nodiscard]] Operations mendMatrices(Mending& file, const FoundPlaces& places);

// Elements that are missing or too many.
[[nodiscard]] Operations mendWeightSets(Mending& file, const FoundPlaces& places);
[[nodiscard]] Operations removeZeroWeights(Mending& file, const FoundPlaces& places);
[[nodiscard]] Operations removeDegenerateFaces(Mending& file, const FoundPlaces& places);
[[nodiscard]] Operations removeBindings(Mending& file, Code code, const FoundPlaces& places);
[[nodiscard]] Operations mendChildModels(Mending& file);

}  // namespace abc
