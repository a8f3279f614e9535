// Counters that the file repeats: those of the header (abc.md §3), and of v6's geometry (§2).
#include "check.h"
#include "strings.h"

namespace abc {

using schema::Id;

namespace {

void compare(Check& check, const Spot& section, std::string_view name, std::uint64_t actual) {
    const Spot field = section.at(name);
    const auto stored = load<std::uint32_t>(check.document.bytes, field.place().start);
    if (stored == actual) return;
    const FindingPlace place = field.found();
    check.findings.add(Code::HeaderCountMismatch, place, {place.path, grouped(stored), grouped(actual)});
}

/// LODCount says how many levels a piece has; LODDistanceCount, one less, is what counts (abc.md §3.3).
void checkLevels(Check& check, const Spot& header) {
    if (check.document.dialect.has(schema::Feature::LodsByDistances)) return;
    const auto levels = check.extract.number<std::uint32_t>(header.place(), "LODCount");
    const auto distances = check.extract.number<std::uint16_t>(header.place(), "LODDistanceCount");
    if (levels == 0) return;
    check.findings.add(Code::CountMismatch, header.at("LODDistanceCount").found(),
                       {"LODDistanceCount", grouped(distances), "LODCount − 1, " + grouped(levels - 1)});
}

/// ModelEdit refuses a file with more weights than this; fewer are no more than a wrong number (abc.md §3.11).
void checkWeightCount(Check& check) {
    const Spot section = check.section(Id::PiecesSection);
    const auto stored = check.extract.number<std::uint32_t>(section.place(), "WeightCount");
    const std::size_t actual = check.model.weights.size();
    if (actual <= stored) {
        compare(check, section, "WeightCount", actual);
        return;
    }
    const FindingPlace place = section.at("WeightCount").found();
    check.findings.add(Code::WeightsAboveCount, place, {place.path, grouped(stored), grouped(actual)});
}

void checkHeader(Check& check) {
    const Spot header = check.section(Id::HeaderSection);
    for (const auto& [name, actual] : headerCounters(check)) compare(check, header, name, actual);
    checkLevels(check, header);
    if (check.document.find(Id::PiecesSection) != nullptr) {
        checkWeightCount(check);
    }
}

void checkGeometry(Check& check) {
    const Spot geometry = check.section(Id::GeometrySection6);
    const auto number = [&](std::string_view name) {
        return check.extract.number<std::uint32_t>(geometry.place(), name);
    };
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

std::vector<HeaderCounter> headerCounters(const Check& check) {
    const Model& model = check.model;
    const Spot header = check.section(Id::HeaderSection);
    std::vector<Text> strings{check.extract.text(header.place(), "CommandString")};
    for (const Node& node : model.nodes) strings.push_back(node.name);
    for (const ChildModel& child : model.childModels) strings.push_back(child.name);
    for (const Animation& animation : model.animations) strings.push_back(animation.name);
    for (const Keyframe& key : model.keyframes) strings.push_back(key.string);
    const StringTally counted = tally(model.bytes, std::move(strings));

    std::vector<HeaderCounter> counters{
        {"KeyframeCount", model.keyframes.size()},
        {"AnimationCount", model.animations.size()},
        {"NodeCount", model.nodes.size()},
        {"PieceCount", model.pieces.size()},
        {"ChildModelCount", model.childModels.size()},
        {"FaceCount", model.faces.size()},
        {"VertexCount", model.locations.size()},
        {"WeightCount", model.weights.size()},
        {"SocketCount", model.sockets.size()},
        {"WeightSetCount", model.weightSets.size()},
        {"StringCount", counted.count},
        {"StringLengthTotal", counted.length},
    };
    // How many levels a piece has does not show without one.
    if (check.document.dialect.has(schema::Feature::LodsByDistances) && !model.pieces.empty()) {
        const auto distances = check.extract.number<std::uint16_t>(header.place(), "LODDistanceCount");
        counters.push_back({"LODCount", distances + std::uint64_t{1}});
    }
    return counters;
}

void checkCounts(Check& check) {
    if (check.isV6()) {
        if (check.isWhole(Id::GeometrySection6)) checkGeometry(check);
    } else if (check.isWhole()) {
        // A half-read file would only repeat its fault in every counter.
        checkHeader(check);
    }
}

}  // namespace abc
