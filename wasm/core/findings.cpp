#include "findings.h"

#include <cassert>

namespace core {
namespace {

/// What stands for a mark, `0` or `0|byte is|bytes are`; nothing when it is no mark of these values.
std::optional<std::string> filled(std::string_view mark, const std::vector<std::string>& values) {
    const auto index = mark.empty() ? values.size() : static_cast<std::size_t>(mark[0] - '0');
    if (index >= values.size()) return std::nullopt;
    const std::string& value = values[index];
    if (mark.size() == 1) return value;
    const std::size_t between = mark.find('|', 2);
    if (mark[1] != '|' || between == std::string_view::npos) return std::nullopt;
    const std::string_view words = value == "1" ? mark.substr(2, between - 2) : mark.substr(between + 1);
    return value + " " + std::string(words);
}

/// The text with its marks replaced by the values.
std::string fillIn(std::string_view text, const std::vector<std::string>& values) {
    std::string out;
    while (!text.empty()) {
        const std::size_t end = text[0] == '{' ? text.find('}') : std::string_view::npos;
        const auto words = end == std::string_view::npos ? std::nullopt : filled(text.substr(1, end - 1), values);
        out += words.value_or(std::string(1, text[0]));
        text.remove_prefix(words ? end + 1 : 1);
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
            const CodeInfo& info = catalogue_[code.index()];
            list_.push_back({code, &info, 0, {}, {}, {}, {}, info.fix});
        }
        groups.latest = group;
        groups.latestIndex = index;
    }
    Finding& finding = list_[groups.latestIndex];
    ++finding.count;
    return finding.places.size() < (wide_ == code ? mostPlaces_ : kMostPlaces) ? &finding : nullptr;
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
