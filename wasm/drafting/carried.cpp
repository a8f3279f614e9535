#include "carried.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace drafting {
namespace {

const gltf::Json kNoJson;
/// Weights of all sets together: more are nothing that a file has.
constexpr std::size_t kMostWeights = 4'000'000;
constexpr double kMostFlags = 255;

std::string textOr(const gltf::Json& record, std::string_view name, const std::string& otherwise) {
    const std::string* text = gltf::textIn(record, name);
    return text == nullptr ? otherwise : *text;
}

/// As JavaScript rounds: halves upwards.
std::uint32_t counted(double value) {
    return static_cast<std::uint32_t>(
        std::clamp(std::floor(value + 0.5), 0.0, double{std::numeric_limits<std::uint32_t>::max()}));
}

}  // namespace

Carried::Carried(const gltf::Description* description, double exportScale, const Settings& settings,
                 std::vector<std::string> names, const std::vector<std::int32_t>& parents)
    : description_(description),
      json_(description == nullptr ? kNoJson : description->json),
      factor_(settings.scale * exportScale),
      version_(settings.version),
      isUpright_(settings.isUpright && settings.turn == 0),
      names_(std::move(names)),
      parents_(parents) {
    const auto old = listIn("nodes");
    const auto isSame = [](const gltf::Json& node, std::int32_t parent) {
        return gltf::numberIn(node, "parent").value_or(-1) == parent;
    };
    fits_ = std::equal(old.begin(), old.end(), parents.begin(), parents.end(), isSame);
    const auto children = listIn("childModels");
    if (!fits_ && version_ != 6) return;
    for (std::size_t i = 1; i < children.size(); ++i)
        children_.push_back(
            {textOr(children[i], "name", ""), counted(gltf::numberIn(children[i], "buildNumber").value_or(0))});
}

std::string Carried::commandString() const {
    return textOr(json_, "commandString", "");
}

std::optional<double> Carried::internalRadius() const {
    const auto radius = gltf::numberIn(gltf::recordIn(json_, "header"), "InternalRadius");
    return radius ? std::optional(*radius * factor_) : std::nullopt;
}

std::optional<std::vector<double>> Carried::lodDistances(const std::vector<double>& levels) const {
    const std::vector<double> known = gltf::numbersIn(gltf::recordIn(json_, "header"), "LODDistances");
    std::vector<double> out;
    for (std::size_t i = 1; i < levels.size(); ++i) {
        const double index = levels[i] - 1;
        if (!(index >= 0 && index < static_cast<double>(known.size()))) return std::nullopt;
        out.push_back(known[static_cast<std::size_t>(index)] * factor_);
    }
    return out;
}

std::uint32_t Carried::flags(const gltf::Json& extras) const {
    const auto flags = gltf::wholeOf(gltf::valueIn(extras, "lt_flags"), kMostFlags);
    const bool isSameKind = description_ != nullptr && (description_->version == 6) == (version_ == 6);
    return flags && isSameKind ? static_cast<std::uint32_t>(*flags) : 0;
}

std::vector<CarriedSet> Carried::weightSets() const {
    const auto nodes = listIn("nodes");
    std::unordered_map<std::string, std::size_t> old;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const bool isNamed = description_ != nullptr && i < description_->joints.size();
        old[isNamed ? description_->joints[i] : textOr(nodes[i], "name", "")] = i;
    }
    const auto sets = listIn("weightSets");
    std::vector<CarriedSet> out;
    for (std::size_t i = 0; i < std::min(sets.size(), kMostWeights / parents_.size()); ++i) {
        const std::vector<double> stored = gltf::numbersIn(sets[i], "nodeWeights");
        CarriedSet& set = out.emplace_back(CarriedSet{textOr(sets[i], "name", "Set " + std::to_string(i)), {}});
        for (std::size_t node = 0; node < parents_.size(); ++node) {
            const auto known = old.find(names_[node]);
            const std::int32_t parent = parents_[node];
            double weight = 0;
            if (known == old.end()) {
                if (parent >= 0) weight = set.weights[static_cast<std::size_t>(parent)];
            } else if (known->second < stored.size()) {
                weight = stored[known->second];
            }
            set.weights.push_back(weight);
        }
    }
    return out;
}

std::size_t Carried::lostChildModels() const {
    const std::size_t all = listIn("childModels").size();
    return all > 0 ? all - 1 - children_.size() : 0;
}

std::vector<std::vector<CarriedBinding>> Carried::bindings() const {
    const auto lists = listIn("bindings");
    std::vector<std::vector<CarriedBinding>> out;
    for (std::size_t i = 0; i < children_.size(); ++i) {
        auto& made = out.emplace_back();
        for (const gltf::Json& binding : gltf::listOf(&gltf::elementOf(lists, static_cast<double>(i + 1)))) {
            const auto vector = [&](const char* name) {
                return scaled(gltf::vectorIn(binding, name).value_or(std::array<double, 3>{}));
            };
            made.push_back({textOr(binding, "name", ""), vector("extents"), vector("origin")});
        }
    }
    return out;
}

bool Carried::isLent(const std::string& name) const {
    if (version_ == 6 || children_.empty()) return false;
    const gltf::ExportedAnimation* known = description_->animation(name);
    return known != nullptr && known->child >= 0;
}

KnownAnimation Carried::animation(const std::string& name) const {
    KnownAnimation out;
    out.json = &kNoJson;
    out.described = description_ == nullptr ? nullptr : description_->animation(name);
    if (out.described == nullptr) return out;
    out.json = &gltf::recordIn(gltf::recordIn(json_, "animations"), name);
    if (const auto extents = gltf::vectorIn(*out.json, "extents")) out.extents = scaled(*extents);
    out.interpolationTime = gltf::numberIn(*out.json, "interpolationTime");
    // Version 6 has none: there it stays in the keys. So it does under another root.
    const auto origin = gltf::vectorIn(*out.json, "origin");
    if (origin && version_ != 6 && fits_ && isUpright_) out.origin = scaled(*origin);
    return out;
}

Vector Carried::scaled(const std::array<double, 3>& of) const {
    return {of[0] * factor_, of[1] * factor_, of[2] * factor_};
}

}  // namespace drafting
