#include "json.h"

#include <algorithm>
#include <cmath>

namespace gltf {
namespace {

const Json kNothing;
constexpr double kMostIndex = 65'535;

}  // namespace

const Json* valueIn(const Json& record, std::string_view name) {
    const auto* members = std::get_if<Json::Record>(&record.value);
    if (members == nullptr) return nullptr;
    const auto found =
        std::find_if(members->begin(), members->end(), [name](const Member& member) { return member.name == name; });
    return found == members->end() ? nullptr : &found->value;
}

std::optional<double> numberOf(const Json* value) {
    const auto* number = value == nullptr ? nullptr : std::get_if<double>(&value->value);
    return number != nullptr && std::isfinite(*number) ? std::optional(*number) : std::nullopt;
}

const std::string* textOf(const Json* value) {
    return value == nullptr ? nullptr : std::get_if<std::string>(&value->value);
}

std::span<const Json> listOf(const Json* value) {
    const auto* list = value == nullptr ? nullptr : std::get_if<Json::List>(&value->value);
    return list == nullptr ? std::span<const Json>() : std::span<const Json>(*list);
}

std::optional<double> wholeOf(const Json* value, double most) {
    const std::optional<double> number = numberOf(value);
    return number && *number >= 0 && *number <= most && *number == std::floor(*number) ? number : std::nullopt;
}

std::optional<double> numberIn(const Json& record, std::string_view name) {
    return numberOf(valueIn(record, name));
}

const std::string* textIn(const Json& record, std::string_view name) {
    return textOf(valueIn(record, name));
}

const Json& recordIn(const Json& record, std::string_view name) {
    const Json* value = valueIn(record, name);
    return value != nullptr && std::holds_alternative<Json::Record>(value->value) ? *value : kNothing;
}

std::span<const Json> listIn(const Json& record, std::string_view name) {
    return listOf(valueIn(record, name));
}

std::vector<double> numbersIn(const Json& record, std::string_view name) {
    std::vector<double> out;
    for (const Json& value : listIn(record, name)) out.push_back(numberOf(&value).value_or(0));
    return out;
}

std::optional<std::array<double, 3>> vectorIn(const Json& record, std::string_view name) {
    std::array<double, 3> out{};
    const std::span<const Json> list = listIn(record, name);
    if (list.size() != out.size()) return std::nullopt;
    for (std::size_t i = 0; i < out.size(); ++i) {
        const std::optional<double> number = numberOf(&list[i]);
        if (!number) return std::nullopt;
        out[i] = *number;
    }
    return out;
}

std::optional<std::uint32_t> indexIn(const Json& record, std::string_view name) {
    const std::optional<double> whole = wholeOf(valueIn(record, name), kMostIndex);
    return whole ? std::optional(static_cast<std::uint32_t>(*whole)) : std::nullopt;
}

const Json& elementOf(std::span<const Json> list, double index) {
    if (!(index >= 0 && index < static_cast<double>(list.size()) && index == std::floor(index))) return kNothing;
    return list[static_cast<std::size_t>(index)];
}

}  // namespace gltf
