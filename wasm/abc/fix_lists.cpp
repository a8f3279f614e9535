// Repairs of lists: elements that do nothing, and elements that are missing.
#include <algorithm>
#include <span>

#include "fix_parts.h"

namespace abc {

using schema::Id;

namespace {

/// The path of the element that a path leads into: without what is behind the last index.
std::string elementOf(const std::string& path) {
    return path.substr(0, path.rfind(']') + 1);
}

Operation inserting(std::string path, std::vector<EditValue> values) {
    Operation operation;
    operation.kind = Operation::Kind::Insert;
    operation.path = std::move(path);
    operation.values = std::move(values);
    return operation;
}

}  // namespace

Operations mendWeightSets(const Mending& file, const FoundPlaces& places) {
    const auto nodes = static_cast<std::uint32_t>(file.model().nodes.size());
    Operations out;
    for (const FindingPlace& place : places) {
        const std::uint32_t set = indicesOf(place.path).front();
        const auto there = static_cast<std::uint32_t>(file.model().weightSets[set].weights.size());
        const std::string list = elementOf(place.path) + ".NodeWeights";
        if (there < nodes) {
            // 0 leaves a node alone, as the missing number does.
            out.push_back(inserting(list + "[" + std::to_string(there) + "]",
                                    std::vector<EditValue>(nodes - there, EditValue{0.0})));
        } else {
            Operation operation;
            operation.kind = Operation::Kind::Remove;
            operation.path = list + "[" + std::to_string(nodes) + "]";
            operation.count = there - nodes;
            out.push_back(std::move(operation));
        }
    }
    return out;
}

Operations removeZeroWeights(const Mending& file, const FoundPlaces& places) {
    const Model& model = file.model();
    std::vector<std::string> elements;
    for (const FindingPlace& place : places) {
        const std::vector<std::uint32_t> i = indicesOf(place.path);
        const std::uint32_t vertex = model.lod(i[0], i[1])->firstVertex + i[2];
        // A vertex keeps what holds it.
        const std::span weights(model.weights);
        const std::uint32_t first = model.weightStart[vertex];
        const auto held = weights.subspan(first, model.weightStart[vertex + 1] - first);
        const bool isHeld =
            std::any_of(held.begin(), held.end(), [](const Weight& weight) { return weight.bias != 0; });
        if (isHeld) elements.push_back(elementOf(place.path));
    }
    return removing(elements);
}

Operations removeDegenerateFaces(const Mending& file, const FoundPlaces& places) {
    // What the numbers of TriStrips mean is not known: they may count faces.
    if (file.document().find(Id::TriStripsSection6) != nullptr) return {};
    std::vector<std::string> elements;
    for (const FindingPlace& place : places) elements.push_back(elementOf(place.path));
    return removing(elements);
}

Operations removeBindings(const Mending& file, Code code, const FoundPlaces& places) {
    // An animation without a binding may be the one that was meant.
    if (code == Code::BindingUnknown && file.has(Code::BindingMissing)) return {};
    std::vector<std::string> elements;
    for (const FindingPlace& place : places) elements.push_back(elementOf(place.path));
    return removing(elements);
}

Operations mendChildModels(const Mending& file) {
    constexpr std::size_t kMost = 16;
    const Model& model = file.model();
    const Check& check = file.check;
    const bool isWhole = check.isWhole(Id::AnimBindingsSection) && check.isWhole(Id::AnimationSection);
    if (!isWhole || model.bindingLists.empty()) return {};
    const BindingList& list = model.bindingLists[0];
    std::uint32_t own = 0;
    for (std::uint32_t b = 0; b < list.count; ++b) {
        const std::string_view name = model.text(model.bindings[list.first + b].name);
        own += std::any_of(model.animations.begin(), model.animations.end(),
                           [&](const Animation& one) { return equalIgnoringCase(model.text(one.name), name); })
                   ? 1U
                   : 0U;
    }
    if (list.count > 0 && own == list.count) {
        // It is the model itself, under a name.
        Operation operation = setting("ChildModels.ChildModels[0].Name", 0);
        operation.value.value = std::string();
        return {operation};
    }
    if (own == 0 && list.count > 0 && model.childModels.size() < kMost) {
        return {inserting("ChildModels.ChildModels[0]", {})};
    }
    return {};
}

}  // namespace abc
