#include "findings.h"

namespace abc {
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

void Findings::add(Code code, FindingPlace place, std::vector<std::string> values) {
    // Findings that cannot repeat are groups of their own, apart from those that others choose.
    const std::uint64_t group = ~std::uint64_t{list_.size()};
    add(code, group, [&] { return Detail{std::move(place), std::move(values)}; });
}

Finding* Findings::counted(Code code, std::uint64_t group) {
    Latest& latest = latest_[static_cast<std::size_t>(code)];
    if (latest.index == kMost || latest.group != group) {
        auto& groups = groups_[static_cast<std::size_t>(code)];
        const auto known = groups.find(group);
        if (known == groups.end() && list_.size() == kMost) {
            truncated_ = true;
            return nullptr;
        }
        const std::size_t index = known == groups.end() ? list_.size() : known->second;
        if (known == groups.end()) {
            groups.emplace(group, index);
            list_.push_back({code, 0, {}, {}, {}, {}});
        }
        latest = {group, index};
    }
    Finding& finding = list_[latest.index];
    ++finding.count;
    return finding.places.size() < kMostPlaces ? &finding : nullptr;
}

void Findings::place(Finding& finding, Detail detail) {
    if (finding.places.empty()) {
        const CodeInfo& info = describe(finding.code);
        finding.message = fillIn(info.message, detail.values);
        finding.effect = fillIn(info.effect, detail.values);
        finding.remedy = fillIn(info.remedy, detail.values);
    }
    finding.places.push_back(std::move(detail.place));
}

}  // namespace abc
