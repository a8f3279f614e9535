// Repairs of lists: elements that do nothing, and elements that are missing.
#include <algorithm>
#include <span>

#include "fix_parts.h"

namespace abc {

using schema::Id;

namespace {

/// Bytes of shares that one repair adds: each share is an object until it is written.
constexpr std::size_t kMostGrowth = std::size_t{16} << 20U;

/// The path of the element that a path leads into: without what is after the last index.
std::string elementOf(const std::string& path) {
    return path.substr(0, path.rfind(']') + 1);
}

}  // namespace

Operations mendWeightSets(Mending& file, const FoundPlaces& places) {
    const auto nodes = static_cast<std::uint32_t>(file.model().nodes.size());
    const bool isTooMany = places.size() > kMostReadings && !file.isReadOnce();
    if (isTooMany || !file.check.isWhole(Id::NodesSection)) return {};
    std::size_t size = file.document().bytes.size();
    Operations out;
    for (const FindingPlace& place : places) {
        const std::uint32_t set = indicesOf(place.path).front();
        const auto there = static_cast<std::uint32_t>(file.model().weightSets[set].weights.size());
        Operation operation;
        operation.path = elementOf(place.path) + ".NodeWeights[" + std::to_string(std::min(there, nodes)) + "]";
        if (there < nodes) {
            size += std::size_t{nodes - there} * sizeof(float);
            if (size > core::kMaxFileSize || size > file.document().bytes.size() + kMostGrowth) return {};
            // 0 leaves a node alone, as the missing number does.
            operation.kind = Operation::Kind::Insert;
            operation.values.assign(nodes - there, {0.0});
        } else {
            operation.kind = Operation::Kind::Remove;
            operation.count = there - nodes;
        }
        out.push_back(std::move(operation));
    }
    return out;
}

Operations removeZeroWeights(Mending& file, const FoundPlaces& places) {
    // Its weights may be those that another vertex counts.
    if (file.has(Code::VertexUnweighted)) return {};
    const Model& model = file.model();
    std::vector<std::string> elements;
    for (const FindingPlace& place : places) {
        const std::vector<std::uint32_t> i = indicesOf(place.path);
        const std::uint32_t vertex = model.lod(i[0], i[1])->firstVertex + i[2];
        // A vertex keeps what holds it, and all that says something: a weight without a share has no place either,
        // because its place was multiplied by the share.
        const std::span weights(model.weights);
        const std::uint32_t first = model.weightStart[vertex];
        const Weight& weight = model.weights[first + i[3]];
        const Vec3& at = weight.location;
        const bool isEmpty = weight.node != kNone && at.x == 0 && at.y == 0 && at.z == 0;
        const auto held = weights.subspan(first, model.weightStart[vertex + 1] - first);
        const bool isHeld = std::any_of(held.begin(), held.end(), [](const Weight& other) { return other.bias != 0; });
        if (isHeld && isEmpty) elements.push_back(elementOf(place.path));
    }
    return removing(file, elements);
}

Operations removeDegenerateFaces(Mending& file, const FoundPlaces& places) {
    // What the numbers of TriStrips mean is not known: they may count faces.
    if (file.document().find(Id::TriStripsSection6) != nullptr) return {};
    std::vector<std::string> elements;
    for (const FindingPlace& place : places) elements.push_back(elementOf(place.path));
    return removing(file, elements);
}

Operations removeBindings(Mending& file, Code code, const FoundPlaces& places) {
    // An animation without a binding may be the one that was meant.
    if (code == Code::BindingUnknown && file.has(Code::BindingMissing)) return {};
    std::vector<std::string> elements;
    for (const FindingPlace& place : places) elements.push_back(elementOf(place.path));
    return removing(file, elements);
}

Operations mendChildModels(Mending& file) {
    const Model& model = file.model();
    const Check& check = file.check;
    const bool isWhole = check.isWhole(Id::AnimBindingsSection) && check.isWhole(Id::AnimationSection);
    if (!isWhole || model.bindingLists.empty()) return {};
    const BindingList& list = model.bindingLists[0];
    for (std::uint32_t b = 0; b < list.count; ++b) {
        const std::string_view name = model.text(model.bindings[list.first + b].name);
        if (file.animation(name) == nullptr) return {};
    }
    if (list.count == 0) return {};
    // It is the model itself, under a name.
    Operation operation = setting("ChildModels.ChildModels[0].Name", 0);
    operation.value.value = std::string();
    return {operation};
}

}  // namespace abc
