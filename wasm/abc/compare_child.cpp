#include "compare_child.h"

#include <algorithm>
#include <unordered_set>

#include "check.h"

namespace abc {
namespace {

using schema::Id;

/// How the trees differ, for people.
std::string treeDifference(const Model& model, const Model& base) {
    if (model.nodes.size() != base.nodes.size()) {
        return "this model has " + grouped(model.nodes.size()) + " nodes, but that file has " +
               grouped(base.nodes.size());
    }
    const auto alike = [](const Node& a, const Node& b) { return a.parent == b.parent; };
    const auto node = std::mismatch(model.nodes.begin(), model.nodes.end(), base.nodes.begin(), alike).first;
    return "node " + grouped(static_cast<std::size_t>(node - model.nodes.begin())) + " has a different parent there";
}

/// The binding list of a child model against the animations that its file has.
void checkBindings(Check& check, std::uint32_t child, const Model& base) {
    if (child >= check.model.bindingLists.size()) return;
    std::unordered_set<std::string> names;
    for (const Animation& animation : base.animations) names.insert(lowered(base.text(animation.name)));
    const BindingList& list = check.model.bindingLists[child];
    const Spot stored = check.section(Id::AnimBindingsSection).at("Lists", child);
    if (list.count != base.animations.size()) {
        check.findings.add(Code::ChildBindingCount, stored.at("Count").found(),
                           {grouped(list.count), grouped(base.animations.size())});
    }
    for (std::uint32_t i = 0; i < list.count; ++i) {
        const std::string_view name = check.model.text(check.model.bindings[list.first + i].name);
        if (names.contains(lowered(name))) continue;
        check.add(
            Code::ChildBindingNames, 0, [&] { return stored.at("AnimBindings", i).at("Name"); },
            [&] { return Values{inQuotes(name)}; });
    }
}

}  // namespace

Findings compareChild(const Document& document, const Model& model, std::uint32_t child, const Model& base) {
    if (child == 0 || child >= model.childModels.size()) return {};
    Check check(document, model);
    const Spot entry = check.section(Id::ChildModelsSection).at("ChildModels", child);
    if (!fits(model, base)) {
        check.findings.add(Code::ChildTreeMismatch, entry.at("Name").found(), {treeDifference(model, base)});
    }
    const std::uint32_t stored = model.childModels[child].buildNumber;
    if (!base.childModels.empty() && base.childModels[0].buildNumber != stored) {
        check.findings.add(Code::ChildBuildNumber, entry.at("BuildNumber").found(),
                           {grouped(stored), grouped(base.childModels[0].buildNumber)});
    }
    if (base.childModels.size() > 1) {
        check.findings.add(Code::ChildHasChildren, entry.at("Name").found(), {grouped(base.childModels.size() - 1)});
    }
    checkBindings(check, child, base);
    return std::move(check.findings);
}

}  // namespace abc
