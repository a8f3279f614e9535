// Counters that the file repeats: those of the header (abc.md §3), and of v6's geometry (§2).
#include "check.h"
#include "counts.h"

namespace abc {

using schema::Id;

namespace {

void compare(Check& check, const Spot& section, FieldName name, std::uint64_t actual) {
    const Spot field = section.at(name);
    const auto stored = load<std::uint32_t>(check.document.bytes, field.place().start);
    if (stored == actual) return;
    const FindingPlace place = field.found();
    check.findings.add(Code::HeaderCountMismatch, place, {place.path, grouped(stored), grouped(actual)});
}

/// LODDistanceCount, one less than LODCount, is what counts (abc.md §3.3).
void checkLevels(Check& check, const Spot& header) {
    if (check.document.dialect.has(schema::Feature::LodsByDistances)) return;
    const auto levels = check.extract.number<std::uint32_t>(header.place(), "LODCount");
    const auto distances = check.extract.number<std::uint16_t>(header.place(), "LODDistanceCount");
    if (levels > 0) {
        check.findings.add(Code::CountMismatch, header.at("LODDistanceCount").found(),
                           {"LODDistanceCount", grouped(distances), "LODCount − 1, " + grouped(levels - 1)});
    }
}

/// ModelEdit refuses a file with more weights than this; fewer are no more than a wrong number (abc.md §3.11).
void checkWeightCount(Check& check, const Spot& section, std::uint64_t actual) {
    const auto stored = check.extract.number<std::uint32_t>(section.place(), "WeightCount");
    if (actual <= stored) {
        compare(check, section, "WeightCount", actual);
        return;
    }
    const FindingPlace place = section.at("WeightCount").found();
    check.findings.add(Code::WeightsAboveCount, place, {place.path, grouped(stored), grouped(actual)});
}

void checkHeader(Check& check) {
    const Spot header = check.section(Id::HeaderSection);
    for (const Counter& counter : countersOf(check.document)) {
        if (check.document.find(counter.section) == nullptr) continue;
        const Spot section = check.section(counter.section);
        if (counter.section == Id::PiecesSection) {
            checkWeightCount(check, section, counter.actual);
        } else {
            compare(check, section, FieldName(*counter.field), counter.actual);
        }
    }
    checkLevels(check, header);
}

void checkGeometry(Check& check) {
    const Spot geometry = check.section(Id::GeometrySection6);
    const auto number = [&](FieldName name) { return check.extract.number<std::uint32_t>(geometry.place(), name); };
    const std::uint32_t total = number("NumVerts");
    const std::uint32_t normal = number("NormalVerts");
    const std::uint32_t collapses = number("NumLODs");
    if (normal > total) {
        check.findings.add(Code::CountMismatch, geometry.at("NormalVerts").found(),
                           {"NormalVerts", grouped(normal), "at most NumVerts, " + grouped(total)});
    } else if (collapses != total - normal) {
        check.findings.add(Code::CountMismatch, geometry.at("NumLODs").found(),
                           {"NumLODs", grouped(collapses), "NumVerts − NormalVerts, " + grouped(total - normal)});
    }
}

}  // namespace

void checkCounts(Check& check) {
    if (check.isV6()) {
        if (check.isWhole(Id::GeometrySection6)) checkGeometry(check);
    } else if (check.isWhole()) {
        // A half-read file would only repeat its fault in every counter.
        checkHeader(check);
    }
}

}  // namespace abc
