#include "validate.h"

#include <algorithm>

#include "check.h"
#include "parse.h"

namespace ltb {

using core::grouped;
using schema::Id;

namespace {

constexpr std::uint32_t kMostChildModels = 32;
constexpr std::uint32_t kMostPieces = 64;

void checkVersion(Check& check) {
    constexpr std::uint32_t kVersionAt = 20;
    const core::Document& document = check.document;
    const auto size = static_cast<std::uint32_t>(document.bytes.size());
    if (size < kVersionAt + 4) return check.findings.add(Code::VersionUnreadable, core::FindingPlace{0, size, {}});
    if (!document.versionKnown) {
        return check.findings.add(Code::VersionOld, core::FindingPlace{kVersionAt, 4, "Data"},
                                  {grouped(document.version), grouped(kFirstVersion)});
    }
    if (document.version > kLastVersion) {
        check.add(Code::VersionNew, "Header.Version", {grouped(document.version), grouped(kLastVersion)});
    }
    for (const core::ChosenVariant& chosen : document.variants) {
        check.add(
            Code::LayoutSettled, "Pieces",
            {std::string(chosen.ambiguity->subject), std::string(chosen.ambiguity->variants[chosen.variant].words)});
    }
}

/// Where reading stopped: from there on nothing was read.
void checkFault(Check& check) {
    if (check.isWhole()) return;
    const core::Fault& fault = check.document.faults.front().fault;
    const auto size = static_cast<std::uint32_t>(check.document.bytes.size());
    const core::Section& section = check.document.sections[check.document.faults.front().section];
    const std::string name(check.document.name(section));
    const std::string rest = name + ".Unparsed";
    const core::FindingPlace place{fault.offset, size - fault.offset, check.fields.walk().resolve(rest) ? rest : name};
    const auto add = [&](Code code, Values values) { check.findings.add(code, place, std::move(values)); };
    switch (fault.kind) {
        case core::Fault::Kind::Truncated:
            return add(Code::Cut, {fault.path, grouped(fault.wanted), grouped(fault.available)});
        case core::Fault::Kind::CountTooLarge:
            return add(Code::CountLarge, {fault.path, grouped(fault.wanted), grouped(fault.available)});
        case core::Fault::Kind::TreeOpen:
            return add(Code::TreeOpen, {fault.path, grouped(fault.wanted), grouped(fault.available)});
        case core::Fault::Kind::ValueUnknown:
            return add(Code::CompressionUnknown,
                       {fault.path, grouped(core::load<std::uint32_t>(check.document.bytes, fault.offset))});
    }
}

void checkTrailing(Check& check) {
    const auto rest = check.document.versionKnown ? check.fields.walk().resolve("Unreferenced") : std::nullopt;
    if (rest) check.add(Code::TrailingBytes, "Unreferenced", {grouped(rest->end - rest->start)});
}

void checkChildModels(Check& check) {
    const auto section = check.fields.section(Id::ChildModelsSection);
    if (!section || !check.fields.field(*section, "Count")) return;
    const auto count = check.fields.number<std::uint32_t>(*section, "Count");
    if (count == 0 || count > kMostChildModels) {
        check.add(Code::ChildModelCount, "ChildModels.Count", {grouped(count), grouped(kMostChildModels)});
    }
    for (std::uint32_t i = 1; i < check.model.childModels.size(); ++i) {
        const std::string_view name = check.model.text(check.model.childModels[i].name);
        if (core::lowered(name.substr(name.size() - std::min<std::size_t>(name.size(), 4))) == ".ltb") continue;
        check.add(
            Code::ChildModelExtension, 0, [&] { return element("ChildModels.ChildModels", i - 1) + ".Name"; },
            [&] { return Values{core::inQuotes(name)}; });
    }
}

void checkLimits(Check& check) {
    const std::size_t pieces = check.model.pieces.size();
    if (pieces > kMostPieces) check.add(Code::PieceCount, "Pieces.PieceCount", {grouped(pieces), grouped(kMostPieces)});
    for (std::uint32_t i = 0; i < check.model.sockets.size(); ++i) {
        const abc::Socket& socket = check.model.sockets[i];
        if (socket.node != core::kNone) continue;
        check.add(
            Code::SocketNode, 0, [&] { return element("Sockets.Sockets", i) + ".NodeIndex"; },
            [&] {
                return Values{grouped(socket.storedNode), grouped(check.nodeCount())};
            });
    }
}

}  // namespace

core::FindingPlace Check::placeAt(std::string path) const {
    // A vertex whose first stream is empty has no element of its own: what holds it is the place.
    for (;;) {
        if (const auto place = fields.walk().resolve(path)) {
            return {place->start, place->end - place->start, std::move(path)};
        }
        const std::size_t end = path.find_last_of(".[");
        if (end == std::string::npos) return {};
        path.resize(end);
    }
}

std::string element(const std::string& list, std::uint32_t index) {
    return list + '[' + std::to_string(index) + ']';
}

core::Findings validate(const core::Document& document, const abc::Model& model) {
    Check check(document, model);
    checkVersion(check);
    checkFault(check);
    if (document.versionKnown) {
        checkTrailing(check);
        checkCounters(check);
        checkSkeleton(check);
        checkMesh(check);
        checkAnimations(check);
        checkChildModels(check);
        checkLimits(check);
    }
    return std::move(check.findings);
}

}  // namespace ltb
