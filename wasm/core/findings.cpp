#include "findings.h"

#include <cassert>

#include "words.h"

namespace core {

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
        finding.message = filled(finding.info->message, detail.values);
        finding.effect = filled(finding.info->effect, detail.values);
        finding.remedy = filled(finding.info->remedy, detail.values);
    }
    finding.places.push_back(std::move(detail.place));
}

}  // namespace core
