#include "findings.h"

#include <cassert>

namespace core {
namespace {

/// The text with {0}, {1} … replaced by the values.
std::string fillIn(std::string_view text, const std::vector<std::string>& values) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool isMark = text[i] == '{' && i + 2 < text.size() && text[i + 2] == '}';
        const std::size_t value = isMark ? static_cast<std::size_t>(text[i + 1] - '0') : values.size();
        if (value >= values.size()) {
            out += text[i];
            continue;
        }
        out += values[value];
        i += 2;
    }
    return out;
}

}  // namespace

void Findings::add(FindingCode code, FindingPlace place, std::vector<std::string> values) {
    // Findings that cannot repeat are groups of their own, apart from those that others choose.
    const std::uint64_t group = ~std::uint64_t{list_.size()};
    add(code, group, [&] { return Detail{std::move(place), std::move(values)}; });
}

Finding* Findings::counted(FindingCode code, std::uint64_t group) {
    assert(code.index() < catalogue_.size());
    Groups& groups = codes_[code.index()];
    if (groups.latestIndex == kMost || groups.latest != group) {
        const auto known = groups.all.find(group);
        if (known == groups.all.end() && list_.size() == kMost) {
            truncated_ = true;
            return nullptr;
        }
        const std::size_t index = known == groups.all.end() ? list_.size() : known->second;
        if (known == groups.all.end()) {
            groups.all.emplace(group, index);
            list_.push_back({code, &catalogue_[code.index()], 0, {}, {}, {}, {}});
        }
        groups.latest = group;
        groups.latestIndex = index;
    }
    Finding& finding = list_[groups.latestIndex];
    ++finding.count;
    return finding.places.size() < kMostPlaces ? &finding : nullptr;
}

void Findings::place(Finding& finding, Detail detail) {
    if (finding.places.empty()) {
        finding.message = fillIn(finding.info->message, detail.values);
        finding.effect = fillIn(finding.info->effect, detail.values);
        finding.remedy = fillIn(finding.info->remedy, detail.values);
    }
    finding.places.push_back(std::move(detail.place));
}

}  // namespace core
