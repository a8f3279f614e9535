#include "fix.h"

#include <algorithm>
#include <map>

#include "build.h"
#include "convert.h"
#include "fix_parts.h"
#include "validate.h"

namespace abc {
namespace {

/// So many places of a finding are mended in one go: a hostile file may have a million.
constexpr std::size_t kMostPlaces = 100'000;
/// Larger files are not read again to try a repair: their memory is what a browser has.
constexpr std::size_t kLargestTrial = std::size_t{64} << 20U;

/// The changes for places of one code.
///
/// Not offered, because no one right answer follows from the file: indices out of range (what they meant is lost),
/// keys that go back in time (the time or the order may be wrong), texts that are too long, distances and names that
/// repeat, a winding against its flag, bones and vertices that are missing.
Operations mend(const Mending& file, Code code, const FoundPlaces& places) {
    switch (code) {
        case Code::SectionOffsetOutOfFile:
        case Code::SectionOffsetBackward:
        case Code::SectionOffsetSelf:
        case Code::SectionOffsetOverlap:
        case Code::SectionHeadBad:
        case Code::SectionChainOpen: return mendChain(file, code);
        case Code::SectionNameCase: return mendSectionNames(file, places);
        case Code::SectionRepeated: return mendRepeatedSections(file, places);
        case Code::SectionTrailingBytes: return mendTrailingBytes(file, places);
        case Code::DataTruncated:
        case Code::CountTooLarge: return mendCounts(file, code, places);
        case Code::HeaderCountMismatch:
        case Code::WeightsAboveCount: return mendCounters(file, places);
        case Code::CountMismatch: return mendVertexCount(file, places);
        case Code::NumberNotFinite: return mendNumbers(file, places);
        case Code::QuaternionNotUnit: return mendRotations(file, places);
        case Code::NodeIndexOrder: return mendNodeNumbers(file, places);
        case Code::NodeMatrixNotAffine: return mendMatrices(file, places);
        case Code::WeightSetNodeCount: return mendWeightSets(file, places);
        case Code::WeightZero: return removeZeroWeights(file, places);
        case Code::WeightLocation: return mendWeightLocations(file, places);
        case Code::FaceDegenerate: return removeDegenerateFaces(file, places);
        case Code::AnimationLength: return mendLengths(file, places);
        case Code::ChildModelSelf: return mendChildModels(file);
        case Code::BindingUnknown:
        case Code::BindingRepeated: return removeBindings(file, code, places);
        default: return {};
    }
}

/// Errors of the framing by code. Those of values may come to light when a section can be read again.
std::map<std::size_t, std::uint32_t> framingErrorsOf(const Findings& findings) {
    std::map<std::size_t, std::uint32_t> errors;
    for (const Finding& finding : findings.list()) {
        const bool isOfFraming = finding.code.as<Code>() < Code::HeaderCountMismatch;
        if (finding.info->severity == Severity::Error && isOfFraming) errors[finding.code.index()] += finding.count;
    }
    return errors;
}

std::uint32_t countOf(const Findings& findings, FindingCode code) {
    std::uint32_t count = 0;
    for (const Finding& finding : findings.list()) count += finding.code == code ? finding.count : 0;
    return count;
}

}  // namespace

bool Mending::has(Code code) const {
    return countOf(findings, code) > 0;
}

bool Mending::mends(const std::vector<Splice>& splices, Code code) const {
    if (document().bytes.size() > kLargestTrial) return false;
    const std::vector<std::byte> bytes = spliced(document().bytes, splices);
    const Document after = parse(bytes);
    const Findings found = validate(after, buildModel(after), {});
    if (countOf(found, code) >= countOf(findings, code)) return false;
    const auto before = framingErrorsOf(findings);
    const auto now = framingErrorsOf(found);
    return std::all_of(now.begin(), now.end(), [&](const auto& error) {
        const auto known = before.find(error.first);
        return known != before.end() && error.second <= known->second;
    });
}

std::vector<std::uint32_t> indicesOf(std::string_view path) {
    std::vector<std::uint32_t> out;
    for (std::size_t at = path.find('['); at != std::string_view::npos; at = path.find('[', at + 1)) {
        std::uint32_t index = 0;
        for (std::size_t i = at + 1; i < path.size() && path[i] >= '0' && path[i] <= '9'; ++i) {
            index = index * 10 + static_cast<std::uint32_t>(path[i] - '0');
        }
        out.push_back(index);
    }
    return out;
}

Operation setting(std::string path, double value) {
    Operation operation;
    operation.path = std::move(path);
    operation.value.value = value;
    return operation;
}

Operation replacing(std::uint32_t start, std::uint32_t end, std::vector<std::byte> bytes) {
    Operation operation;
    operation.kind = Operation::Kind::ReplaceBytes;
    operation.start = start;
    operation.end = end;
    operation.bytes = std::move(bytes);
    return operation;
}

Operation replacing(std::uint32_t start, std::uint32_t value) {
    const auto* bytes = reinterpret_cast<const std::byte*>(&value);
    return replacing(start, start + std::uint32_t{sizeof value}, {bytes, bytes + sizeof value});
}

Operations removing(const std::vector<std::string>& elements) {
    Operations out;
    std::string list;
    std::uint32_t first = 0;
    for (std::size_t i = elements.size(); i-- > 0;) {
        const std::string& path = elements[i];
        const std::size_t bracket = path.rfind('[');
        const std::uint32_t index = indicesOf(std::string_view(path).substr(bracket)).front();
        const bool isBefore = !out.empty() && index + 1 == first && path.compare(0, bracket, list) == 0;
        if (isBefore) {
            out.back().path = path;
            ++out.back().count;
        } else {
            Operation operation;
            operation.kind = Operation::Kind::Remove;
            operation.path = path;
            out.push_back(std::move(operation));
        }
        list.assign(path, 0, bracket);
        first = index;
    }
    return out;
}

std::vector<Operation> fixes(const Document& document, const Model& model, const Findings& findings, FindingCode code,
                             std::optional<std::size_t> finding) {
    const auto& list = findings.list();
    if (document.format != Format::Abc || (finding && *finding >= list.size())) return {};
    // Found again, with all places. The vote on windings is left out, so that only findings of one code have the same
    // order as before.
    const auto isOfCode = [code](const Finding& other) { return other.code == code; };
    const auto wanted =
        finding ? std::count_if(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(*finding), isOfCode)
                : std::ptrdiff_t{-1};
    const Findings again = validate(document, model, {}, Findings(catalogue(), code, kMostPlaces));
    FoundPlaces places;
    std::ptrdiff_t index = 0;
    for (const Finding& other : again.list()) {
        if (!isOfCode(other)) continue;
        if (wanted < 0 || index == wanted) places.insert(places.end(), other.places.begin(), other.places.end());
        ++index;
    }
    if (places.empty()) return {};
    const auto isBefore = [](const FindingPlace& a, const FindingPlace& b) { return a.offset < b.offset; };
    std::sort(places.begin(), places.end(), isBefore);
    return mend({Check(document, model), findings}, code.as<Code>(), places);
}

void withdrawFixes(const Document& document, const Model& model, Findings& findings) {
    const auto& list = findings.list();
    if (std::all_of(list.begin(), list.end(), [](const Finding& finding) { return finding.fix.empty(); })) return;
    const Check check(document, model);
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (list[i].fix.empty()) continue;
        // The first places are enough to know whether there is something to do.
        if (mend({check, findings}, list[i].code.as<Code>(), list[i].places).empty()) findings.withdrawFix(i);
    }
}

}  // namespace abc
