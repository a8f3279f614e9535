#include "fix.h"

#include <algorithm>
#include <map>
#include <span>

#include "build.h"
#include "convert.h"
#include "fix_parts.h"
#include "validate.h"

namespace abc {
namespace {

/// So many places of a finding are mended in one go: a hostile file may have a million.
constexpr std::size_t kMostFound = 100'000;
/// Larger files are not read again to try a repair: their memory is what a browser has.
constexpr std::size_t kLargestTrial = std::size_t{64} << 20U;
/// Trials of a fix that was asked for, and when a file is opened, to say which findings have one: somebody opens
/// thousands of files.
constexpr int kTrials = 64;
constexpr int kTrialsAtOpen = 4;

/// Whether elements go that the file has too many.
bool removesElements(Code code) {
    switch (code) {
        case Code::WeightSetNodeCount:
        case Code::WeightZero:
        case Code::FaceDegenerate:
        case Code::BindingUnknown:
        case Code::BindingRepeated: return true;
        default: return false;
    }
}

/// The changes for places of one code.
///
/// Not offered, because no one right answer follows from the file: indices out of range (what they meant is lost),
/// keys that go back in time (the time or the order may be wrong), texts that are too long, distances and names that
/// repeat, a winding against its flag, bones and vertices that are missing.
Operations mend(Mending& file, Code code, const FoundPlaces& all) {
    // The values of a section that was not read to its end may have been read from the wrong place. What is not known
    // elsewhere may be in what another section has left over.
    const bool isOfValues = code >= Code::HeaderCountMismatch;
    if (removesElements(code) && !file.isReadWholeBut(nullptr)) return {};
    FoundPlaces places = all;
    if (isOfValues) std::erase_if(places, [&](const FindingPlace& place) { return !file.isReadWhole(place); });
    if (places.empty()) return {};
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

/// Whether one place of a finding may be mended where another is not. Of other codes the file as a whole decides.
bool isJudgedByPlace(Code code) {
    switch (code) {
        case Code::SectionNameCase:
        case Code::SectionRepeated:
        case Code::SectionTrailingBytes:
        case Code::DataTruncated:
        case Code::CountTooLarge:
        case Code::NumberNotFinite:
        case Code::QuaternionNotUnit:
        case Code::NodeMatrixNotAffine:
        case Code::WeightZero:
        case Code::WeightLocation: return true;
        default: return false;
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
    return countOf(findings_, code) > 0;
}

bool Mending::takeTrial() {
    if (trials_ == 0 || document().bytes.size() > kLargestTrial) {
        isSpent_ = true;
        return false;
    }
    --trials_;
    return true;
}

bool Mending::mends(const std::vector<Splice>& splices, Code code, std::optional<Code> never) {
    if (!takeTrial()) return false;
    const std::vector<std::byte> bytes = spliced(document().bytes, splices);
    const Document after = parse(bytes);
    const Findings found = validate(after, buildModel(after), {});
    if (countOf(found, code) >= countOf(findings_, code)) return false;
    if (never && countOf(found, *never) > countOf(findings_, *never)) return false;
    const auto before = framingErrorsOf(findings_);
    const auto now = framingErrorsOf(found);
    return std::all_of(now.begin(), now.end(), [&](const auto& error) {
        const auto known = before.find(error.first);
        return known != before.end() && error.second <= known->second;
    });
}

bool Mending::isReadOnce() const {
    const ChainEnd end = document().chainEnd;
    return document().variants.empty() && (end == ChainEnd::Last || end == ChainEnd::AtEnd);
}

bool Mending::hasCountFinding() const {
    constexpr Code kCounts[] = {Code::HeaderCountMismatch, Code::CountMismatch, Code::WeightsAboveCount,
                                Code::BindingMissing};
    return std::any_of(std::begin(kCounts), std::end(kCounts), [this](Code code) { return has(code); });
}

bool Mending::hasOtherFinding(const Section& section) const {
    return std::any_of(findings_.list().begin(), findings_.list().end(), [&](const Finding& finding) {
        if (finding.code == Code::SectionTrailingBytes || finding.info->severity > Severity::Warning) return false;
        // Of many places only the first are listed: another may be anywhere.
        return finding.count > finding.places.size() ||
               std::any_of(finding.places.begin(), finding.places.end(), [&](const FindingPlace& place) {
                   return place.offset >= section.offset && place.offset < section.end;
               });
    });
}

const std::vector<bool>& Mending::readWhole() {
    if (readWhole_) return *readWhole_;
    std::vector<bool>& whole = readWhole_.emplace(document().sections.size(), true);
    for (const SectionFault& fault : document().faults) whole[fault.section] = false;
    const std::vector<Place> sections = check.walk.sections();
    for (std::size_t i = 0; i < whole.size(); ++i) {
        check.walk.children(sections[i], {}, 0, kNone, [&](const Place& child, const std::string&) {
            if (child.state == State::Unreferenced) whole[i] = false;
        });
    }
    return whole;
}

bool Mending::isReadWhole(const FindingPlace& place) {
    const std::vector<Section>& sections = document().sections;
    const auto after = std::upper_bound(sections.begin(), sections.end(), place.offset,
                                        [](std::uint32_t at, const Section& one) { return at < one.offset; });
    return after == sections.begin() || readWhole()[static_cast<std::size_t>(after - sections.begin()) - 1];
}

bool Mending::isReadWholeBut(const Section* section) {
    const std::vector<bool>& whole = readWhole();
    const auto partial = std::count(whole.begin(), whole.end(), false);
    const bool isThatOne = section != nullptr && !whole[static_cast<std::size_t>(section - document().sections.data())];
    return partial == (isThatOne ? 1 : 0);
}

bool Mending::cures(const std::vector<Splice>& splices, Code code) {
    if (!takeTrial()) return false;
    const std::vector<std::byte> bytes = spliced(document().bytes, splices);
    const Document after = parse(bytes);
    const Findings found = validate(after, buildModel(after), {});
    // What is only of note may come with what can be read again.
    const auto isFault = [](const Finding& finding) { return finding.info->severity <= Severity::Warning; };
    std::map<std::size_t, std::int64_t> change;
    for (const Finding& finding : findings_.list())
        change[finding.code.index()] -= isFault(finding) ? finding.count : 0;
    for (const Finding& finding : found.list()) change[finding.code.index()] += isFault(finding) ? finding.count : 0;
    const auto fewer = std::count_if(change.begin(), change.end(), [](const auto& one) { return one.second < 0; });
    return change[FindingCode(code).index()] < 0 && fewer > 1 &&
           std::all_of(change.begin(), change.end(), [](const auto& one) { return one.second <= 0; });
}

bool Mending::takeReading() {
    const std::uint64_t size = document().bytes.size();
    if (size > readable_) {
        isSpent_ = true;
        return false;
    }
    readable_ -= size;
    return true;
}

const std::vector<Counter>& Mending::counters() {
    if (!counters_) counters_ = countersOf(check.document);
    return *counters_;
}

const std::optional<std::vector<Splice>>& Mending::chain() {
    if (!chain_) chain_ = linksOf(*this);
    return *chain_;
}

const Animation* Mending::animation(std::string_view name) {
    const auto& all = model().animations;
    if (!animations_) {
        animations_.emplace();
        for (std::uint32_t i = 0; i < all.size(); ++i) animations_->try_emplace(lowered(model().text(all[i].name)), i);
    }
    const auto found = animations_->find(lowered(name));
    return found == animations_->end() ? nullptr : &all[found->second];
}

const Binding* Mending::binding(std::string_view name) {
    if (model().bindingLists.empty()) return nullptr;
    const BindingList& list = model().bindingLists[0];
    const auto all = std::span(model().bindings).subspan(list.first, list.count);
    if (!bindings_) {
        bindings_.emplace();
        for (std::uint32_t i = 0; i < all.size(); ++i) bindings_->try_emplace(lowered(model().text(all[i].name)), i);
    }
    const auto found = bindings_->find(lowered(name));
    return found == bindings_->end() ? nullptr : &all[found->second];
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

namespace {

/// Elements of one list in a row that go.
struct Run {
    std::string list;
    std::uint32_t first = 0, count = 0;
};

std::vector<Run> runsOf(const std::vector<std::string>& elements) {
    std::vector<Run> runs;
    for (const std::string& path : elements) {
        const std::size_t bracket = path.rfind('[');
        const std::uint32_t index = indicesOf(std::string_view(path).substr(bracket)).front();
        const bool isNext = !runs.empty() && index == runs.back().first + runs.back().count &&
                            path.compare(0, bracket, runs.back().list) == 0;
        if (isNext) {
            ++runs.back().count;
        } else {
            runs.push_back({path.substr(0, bracket), index, 1});
        }
    }
    return runs;
}

}  // namespace

Operations removing(const Mending& file, const std::vector<std::string>& elements) {
    const std::vector<Run> runs = runsOf(elements);
    if (runs.size() > kMostReadings && !file.isReadOnce()) return {};
    Operations out;
    for (std::size_t i = runs.size(); i-- > 0;) {
        Operation operation;
        operation.kind = Operation::Kind::Remove;
        operation.path = runs[i].list + "[" + std::to_string(runs[i].first) + "]";
        operation.count = runs[i].count;
        out.push_back(std::move(operation));
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
    const Findings again = validate(document, model, {}, Findings(catalogue(), code, kMostFound));
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
    const Check check(document, model);
    Mending file(check, findings, kTrials);
    return mend(file, code.as<Code>(), places);
}

void withdrawFixes(const Document& document, const Model& model, Findings& findings) {
    const auto& list = findings.list();
    if (std::all_of(list.begin(), list.end(), [](const Finding& finding) { return finding.fix.empty(); })) return;
    const Check check(document, model);
    Mending file(check, findings, kTrialsAtOpen);
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Finding& finding = list[i];
        if (finding.fix.empty()) continue;
        const auto code = finding.code.as<Code>();
        if (!mend(file, code, finding.places).empty()) continue;
        // Of many places only the first are known here: others may be mended, which `fixes` finds out.
        const bool isKnown = finding.count <= finding.places.size() || !isJudgedByPlace(code);
        if (isKnown) findings.withdrawFix(i);
    }
}

}  // namespace abc
