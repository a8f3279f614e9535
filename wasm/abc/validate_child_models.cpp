// Child models, and how this model plays their animations: what one file alone can show (abc.md §3, §4).
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "check.h"
#include "limits.h"

namespace abc {

using schema::Id;

namespace {

using NameSet = std::unordered_set<std::string>;

std::string boxWords(Vec3 half) {
    return decimal(half.x) + " × " + decimal(half.y) + " × " + decimal(half.z);
}

void checkNames(Check& check) {
    const auto& children = check.model.childModels;
    const Spot section = check.section(Id::ChildModelsSection);
    if (children.empty() || children.size() > kMostChildModels) {
        check.findings.add(Code::ChildModelCount, section.at("Count").found(),
                           {grouped(children.size()), grouped(kMostChildModels), grouped(kMostChildModels - 1)});
    }
    if (children.empty()) return;
    const auto spot = [&](std::uint32_t i) { return section.at("ChildModels", i).at("Name"); };
    if (children[0].name.length > 0) {
        check.findings.add(Code::ChildModelSelf, spot(0).found(), {inQuotes(check.model.text(children[0].name))});
    }
    NameSet seen;
    for (std::uint32_t i = 1; i < children.size(); ++i) {
        const std::string_view name = check.model.text(children[i].name);
        if (name.empty()) {
            check.add(
                Code::ChildModelUnnamed, 0, [&] { return spot(i); }, [] { return Values{}; });
        } else if (!seen.insert(lowered(name)).second) {
            check.add(
                Code::ChildModelRepeated, 0, [&] { return spot(i); }, [&] { return Values{inQuotes(name)}; });
        }
    }
}

/// Reports the names that a list has twice; gives all of them.
NameSet checkList(Check& check, std::uint32_t list, const Spot& lists) {
    const BindingList& bindings = check.model.bindingLists[list];
    NameSet names;
    for (std::uint32_t i = 0; i < bindings.count; ++i) {
        const std::string_view name = check.model.text(check.model.bindings[bindings.first + i].name);
        if (names.insert(lowered(name)).second) continue;
        check.add(
            Code::BindingRepeated, list, [&] { return lists.at(list).at("AnimBindings", i).at("Name"); },
            [&] { return Values{inQuotes(name)}; });
    }
    return names;
}

/// The model's own list against its own animations.
void checkOwn(Check& check, const NameSet& bound, const Spot& lists) {
    const Model& model = check.model;
    std::unordered_map<std::string, Vec3> own;
    for (std::uint32_t a = 0; a < model.animations.size(); ++a) {
        const std::string_view name = model.text(model.animations[a].name);
        own.try_emplace(lowered(name), model.animations[a].extents);
        if (bound.contains(lowered(name))) continue;
        check.add(
            Code::BindingMissing, 0, [&] { return check.section(Id::AnimationSection).at("Animations", a).at("Name"); },
            [&] { return Values{inQuotes(name)}; });
    }
    const BindingList& list = model.bindingLists[0];
    for (std::uint32_t i = 0; i < list.count; ++i) {
        const std::string_view name = model.text(model.bindings[list.first + i].name);
        const auto animation = own.find(lowered(name));
        const auto binding = [&] { return lists.at(0).at("AnimBindings", i); };
        if (animation == own.end()) {
            check.add(
                Code::BindingUnknown, 0, [&] { return binding().at("Name"); }, [&] { return Values{inQuotes(name)}; });
            continue;
        }
        const Vec3 extents = model.bindings[list.first + i].extents;
        const Vec3 used = animation->second;
        const bool differs = extents.x != used.x || extents.y != used.y || extents.z != used.z;
        // What is no number is a finding of its own.
        if (!differs || !isFinite(extents) || !isFinite(used)) continue;
        check.add(
            Code::BindingExtents, 0, [&] { return binding().at("Extents"); },
            [&] {
                return Values{boxWords(extents), boxWords(used)};
            });
    }
}

}  // namespace

void checkChildModels(Check& check) {
    if (check.isWhole(Id::ChildModelsSection)) checkNames(check);
    if (!check.isWhole(Id::AnimBindingsSection)) return;
    const Spot lists = check.section(Id::AnimBindingsSection).at("Lists");
    for (std::uint32_t list = 0; list < check.model.bindingLists.size(); ++list) {
        const NameSet names = checkList(check, list, lists);
        if (list == 0 && check.isWhole(Id::AnimationSection)) checkOwn(check, names, lists);
    }
}

}  // namespace abc
