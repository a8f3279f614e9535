#include "invariants.h"

#include <abc/edit.h>
#include <abc/fix.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>

#include "rewrite.h"
#include "surface.h"

namespace abc::testing {
namespace {

std::string at(std::string_view what, std::uint32_t index) {
    return std::string(what) + " " + std::to_string(index);
}

}  // namespace

Violation checkRecords(const Records& records, std::uint32_t size) {
    // How far the children of each record reach, and how many elements they are; the last entry is the file.
    std::vector<std::uint32_t> filled(records.size() + std::size_t{1}, 0);
    std::vector<std::uint32_t> elements(records.size() + std::size_t{1}, 0);
    for (std::uint32_t i = 0; i < records.size(); ++i) {
        const Record record = records[i];
        if (record.start >= record.end) return at("empty record", i);
        if (record.end > size) return at("record past the end of the file:", i);
        if (record.count == 0) return at("record without elements:", i);
        if (!record.group && (record.end - record.start) % record.count != 0) return at("uneven elements in record", i);
        if (i > 0 && records.start(i - 1) > record.start) return at("unsorted record", i);
        filled[i] = record.start;
        const bool isRoot = record.parent == kNone;
        if (!isRoot && record.parent >= i) return at("parent after record", i);
        const std::size_t parent = isRoot ? records.size() : record.parent;
        if (!isRoot && record.end > records.end(record.parent)) return at("record outside its parent:", i);
        if (filled[parent] > record.start) return at("record overlaps the one before it:", i);
        const bool tiles = isRoot || records[record.parent].group;
        if (tiles && filled[parent] != record.start) return at("gap before record", i);
        if (!isRoot && tiles && elements[parent] != record.first) return at("missing elements before record", i);
        filled[parent] = record.end;
        elements[parent] += record.count;
    }
    if (filled.back() != size) return at("the records end at", filled.back());
    for (std::uint32_t i = 0; i < records.size(); ++i) {
        if (!records[i].group) continue;
        if (filled[i] != records.end(i)) return at("gap at the end of group", i);
        if (elements[i] != records[i].count) return at("wrong number of elements in group", i);
    }
    return {};
}

Violation checkLeaves(const Document& document, std::uint32_t start, std::uint32_t end) {
    const auto size = static_cast<std::uint32_t>(document.bytes.size());
    end = std::min(end, size);
    if (start >= end) return {};
    Violation violation;
    std::optional<std::uint32_t> position;
    document.walk().leaves(start, end, false, [&](const Place& leaf, const std::string&) {
        if (violation) return;
        if (leaf.end <= leaf.start) violation = at("empty leaf at", leaf.start);
        if (!position && (leaf.start > start || leaf.end <= start)) violation = at("no leaf holds byte", start);
        if (position && *position != leaf.start) violation = at("gap or overlap before the leaf at", leaf.start);
        if (leaf.start >= end) violation = at("leaf after the range at", leaf.start);
        if (leaf.end > size) violation = at("leaf past the end of the file at", leaf.start);
        position = leaf.end;
    });
    if (!violation && (!position || *position < end)) violation = at("the leaves end at", position.value_or(start));
    return violation;
}

Violation checkEachLeaf(const Document& document) {
    // A lookup costs as much as there are sections and fields on the way: so many, spread over the file.
    constexpr std::uint32_t kLookedUp = 16;
    const auto total = static_cast<std::uint32_t>(document.bytes.size());
    const Walk walk = document.walk();
    Violation violation;
    std::uint32_t next = 0;
    const auto check = [&](const Place& leaf, const std::string& path) {
        const schema::Scalar scalar = leaf.type.scalar();
        // It has the path of the list that it stands in.
        if (scalar == schema::Scalar::Space) return;
        const std::uint32_t length = leaf.end - leaf.start;
        std::uint32_t size = schema::scalarSize(scalar);
        if (schema::isRange(scalar)) size = length;
        if (scalar == schema::Scalar::CString) {
            size = length;
            const std::string_view text = document.text({leaf.start, length});
            if (text.find('\0') != length - 1) violation = "a text does not end with its first zero: " + path;
        }
        if (scalar == schema::Scalar::String) size = 2 + loadText(document.bytes, leaf.start).length;
        if (length != size) violation = "a leaf of another size than its type: " + path;
        if (leaf.start < next) return;
        next = leaf.start + 1 + total / kLookedUp;
        const auto found = walk.resolve(path);
        const bool same = found && found->start == leaf.start && found->end == leaf.end;
        if (!same) violation = "this path does not lead to its leaf: " + path;
    };
    walk.leaves(0, total, true, check);
    return violation;
}

Violation checkLeavesAtBorders(const Document& document) {
    constexpr std::uint32_t kReach = 24;
    constexpr std::uint32_t kRecords = 12;
    const auto around = [&](std::uint32_t offset) {
        return checkLeaves(document, offset - std::min(offset, kReach), offset + kReach);
    };
    for (const Section& section : document.sections) {
        if (auto violation = around(section.offset)) return violation;
    }
    for (const SectionFault& fault : document.faults) {
        if (auto violation = around(fault.fault.offset)) return violation;
    }
    const std::uint32_t step = std::max(1U, document.records.size() / kRecords);
    for (std::uint32_t i = 0; i < document.records.size(); i += step) {
        if (auto violation = around(document.records.end(i))) return violation;
    }
    return around(static_cast<std::uint32_t>(document.bytes.size()));
}

Violation checkCoverage(const Document& document) {
    const auto size = static_cast<std::uint32_t>(document.bytes.size());
    const Coverage sum = coverage(document.records, size);
    // `known` is what the others leave: each must fit by itself for the sum to mean anything.
    const std::uint64_t others = std::uint64_t{sum.opaque} + sum.unreferenced + sum.unparsed;
    if (others > size || others + sum.known != size) return "the bytes by state do not add up";
    return {};
}

Violation checkFindings(const Document& document, const Findings& findings) {
    // Looking a path up costs as much as there are sections.
    constexpr std::size_t kMostLookedUp = 8;
    const Walk walk = document.walk();
    std::size_t i = 0;
    for (const Finding& finding : findings.list()) {
        const std::string name(finding.info->name);
        if (finding.places.empty()) return name + " is nowhere";
        for (const FindingPlace& place : finding.places) {
            const std::uint64_t end = std::uint64_t{place.offset} + place.length;
            if (end > document.bytes.size()) return name + " lies outside the file";
        }
        for (const std::string& text : {finding.message, finding.effect, finding.remedy}) {
            // A name of the file, in quotes, may hold anything.
            const bool hasName = text.find("“") != std::string::npos;
            if (!hasName && text.find('{') != std::string::npos) return "a value is missing in: " + text;
        }
        const std::string& path = finding.place().path;
        const std::string section = path.substr(0, path.find('.'));
        if (i++ < kMostLookedUp && !walk.resolve(section))
            return std::string(name).append(" names no section: ").append(path);
    }
    return {};
}

namespace {

Violation checkIndices(const Model& model) {
    const auto nodes = static_cast<std::uint32_t>(model.nodes.size());
    for (std::uint32_t i = 0; i < nodes; ++i) {
        if (model.nodes[i].parent != kNone && model.nodes[i].parent >= i) return at("parent after node", i);
    }
    for (const Weight& weight : model.weights) {
        if (weight.node != kNone && weight.node >= nodes) return "a weight names a node that is not there";
    }
    for (const std::uint32_t node : model.v6.vertexNode) {
        if (node != kNone && node >= nodes) return "a vertex names a node that is not there";
    }
    return {};
}

Violation checkSurfaces(const Model& model, const Pose& pose) {
    if (pose.nodes.size() != model.nodes.size()) return "a pose has another number of nodes";
    const std::uint32_t levels = model.lodCount();
    for (std::uint32_t piece = 0; piece < model.pieces.size(); ++piece) {
        for (const std::uint32_t level : {0U, levels / 2, levels - std::min(levels, 1U)}) {
            const Lod* lod = model.lod(piece, level);
            const Surface surface = deformed(model, pose, piece, level);
            const std::size_t vertices = lod != nullptr ? lod->vertexCount : 0;
            if (surface.positions.size() != vertices || surface.normals.size() != vertices) {
                return at("a surface has another number of vertices: piece", piece);
            }
            for (const Triangle& triangle : topology(model, piece, level)) {
                const auto [a, b, c] = triangle.corners;
                if (std::max({a, b, c}) >= vertices)
                    return at("a triangle names a vertex that is not there: piece", piece);
            }
        }
    }
    return {};
}

}  // namespace

Violation checkEvaluation(const Model& model, std::size_t animations) {
    if (auto violation = checkIndices(model)) return violation;
    if (auto violation = checkSurfaces(model, pose(model, {}))) return violation;
    for (std::uint32_t i = 0; i < model.animations.size() && animations > 0; ++i) {
        if (!model.animations[i].complete) continue;
        --animations;
        const double middle = model.lengthOf(model.animations[i]) / 2.0;
        for (const double time : {0.0, middle}) {
            Layer layer;
            layer.source = &model;
            layer.animation = i;
            layer.timeMs = time;
            if (auto violation = checkSurfaces(model, pose(model, {&layer, 1}))) return violation;
        }
    }
    const int sign = windingVote(model).frontSign();
    if (sign != 1 && sign != -1) return "the front has no side";
    return {};
}

Violation checkOddRequest(const Model& model) {
    std::vector<std::uint32_t> playable;
    for (std::uint32_t i = 0; i < model.animations.size(); ++i) {
        if (model.animations[i].complete) playable.push_back(i);
    }
    if (playable.empty()) return {};
    std::uint32_t dice = 2166136261;
    for (const std::byte byte : model.bytes) dice = (dice ^ static_cast<std::uint8_t>(byte)) * 16777619;
    const auto roll = [&dice](std::size_t sides) {
        dice = dice * 1664525 + 1013904223;
        return (dice >> 8U) % static_cast<std::uint32_t>(sides);
    };
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
    constexpr std::array weights{0.0F, 0.5F, 1.0F, 2.0F, -1.0F, 1e30F, kNaN};

    std::vector<float> shares(roll(model.nodes.size() + 2));
    for (float& share : shares) share = weights[roll(weights.size())];
    std::vector<Layer> layers(1 + roll(3));
    for (Layer& layer : layers) {
        layer.source = &model;
        layer.animation = playable[roll(playable.size())];
        const double length = model.lengthOf(model.animations[layer.animation]);
        const std::array times{0.0,   -1.0,      length,     length / 3,  length * 1.37,
                               1e300, kInfinity, -kInfinity, double{kNaN}};
        layer.timeMs = times[roll(times.size())];
        layer.loop = roll(2) == 1;
        layer.weights = shares;
        layer.rootOrigin = {weights[roll(weights.size())], 0, 0};
    }
    return checkSurfaces(model, pose(model, layers));
}

bool hasError(const Findings& findings) {
    return std::any_of(findings.list().begin(), findings.list().end(),
                       [](const Finding& finding) { return finding.info->severity == Severity::Error; });
}

Violation checkWritten(const Document& document, const Findings& findings) {
    const Written written = rewrite(document, findings);
    if (hasError(findings)) {
        return written.refusal.empty() || !written.bytes.empty() ? Violation("a broken file was written") : Violation{};
    }
    if (!written.refusal.empty()) return "a sound file was refused: " + written.refusal;
    const bool same = std::ranges::equal(written.bytes, Bytes(document.bytes));
    return same ? Violation{} : Violation("what was written is not what was read");
}

namespace {

/// By code.
using Counts = std::map<std::size_t, std::uint32_t>;

Counts countsOf(const Findings& findings) {
    Counts counts;
    for (const Finding& finding : findings.list()) counts[finding.code.index()] += finding.count;
    return counts;
}

Violation checkRepair(const Document& document, std::span<const Operation> operations, const Findings& findings,
                      Code code) {
    const std::string name(describe(code).name);
    if (describe(code).fix.empty()) return name + " is mended without words for it";
    const Edited edited = edit(document, operations);
    if (edited.refusal) {
        return "the repair of " + name + " is refused: " + edited.refusal->reason + " (" +
               operations[edited.refusal->operation].path + ")";
    }
    const Examined mended(edited.bytes);
    Counts before = countsOf(findings);
    Counts after = countsOf(mended.findings);
    const auto index = static_cast<std::size_t>(code);
    if (after[index] >= before[index]) return "the repair of " + name + " mends nothing";
    // Findings are capped.
    if (findings.truncated()) return {};
    for (const auto& [other, count] : after) {
        const bool isShown =
            code < Code::HeaderCountMismatch && catalogue()[other].code.as<Code>() >= Code::HeaderCountMismatch;
        if (catalogue()[other].severity != Severity::Error || isShown || count <= before[other]) continue;
        return "the repair of " + name + " brings " + std::string(catalogue()[other].name);
    }
    return {};
}

}  // namespace

Violation checkRepairs(const Document& document, const Model& model, const Findings& findings,
                       std::optional<Code> code) {
    for (const auto& [index, count] : countsOf(findings)) {
        const auto found = catalogue()[index].code.as<Code>();
        if (code && *code != found) continue;
        const std::vector<Operation> operations = fixes(document, model, findings, found, std::nullopt);
        if (operations.empty()) continue;
        if (auto violation = checkRepair(document, operations, findings, found)) return violation;
    }
    return {};
}

Violation checkDocument(const Document& document, const Findings& findings) {
    const auto size = static_cast<std::uint32_t>(document.bytes.size());
    if (auto violation = checkRecords(document.records, size)) return violation;
    if (auto violation = checkLeaves(document, 0, size)) return violation;
    if (auto violation = checkLeavesAtBorders(document)) return violation;
    if (auto violation = checkEachLeaf(document)) return violation;
    if (auto violation = checkCoverage(document)) return violation;
    return checkFindings(document, findings);
}

Violation checkEverything(const Examined& file, std::size_t animations) {
    const auto size = static_cast<std::uint32_t>(file.document.bytes.size());
    if (auto violation = checkRecords(file.document.records, size)) return violation;
    if (auto violation = checkLeaves(file.document, 0, size)) return violation;
    if (auto violation = checkCoverage(file.document)) return violation;
    if (auto violation = checkFindings(file.document, file.findings)) return violation;
    if (auto violation = checkWritten(file.document, file.findings)) return violation;
    if (auto violation = checkOddRequest(file.model)) return violation;
    return checkEvaluation(file.model, animations);
}

}  // namespace abc::testing
