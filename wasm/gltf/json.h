// Values of JSON: extras of a glTF, and what an export from here says of its file. Any program may have changed them,
// so each is asked for as what it ought to be.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace gltf {

struct Member;

/// Texts are in UTF-8.
struct Json {
    using List = std::vector<Json>;
    using Record = std::vector<Member>;

    /// Nothing: null, or what is no JSON.
    std::variant<std::monostate, bool, double, std::string, List, Record> value;
};

struct Member {
    std::string name;
    Json value;
};

/// A value of a record; null where there is none, and of what is no record.
[[nodiscard]] const Json* valueIn(const Json& record, std::string_view name);

[[nodiscard]] std::optional<double> numberOf(const Json* value);
[[nodiscard]] const std::string* textOf(const Json* value);
/// No elements for what is no list.
[[nodiscard]] std::span<const Json> listOf(const Json* value);
/// A whole number from 0 to `most`.
[[nodiscard]] std::optional<double> wholeOf(const Json* value, double most);

/// A finite number.
[[nodiscard]] std::optional<double> numberIn(const Json& record, std::string_view name);
[[nodiscard]] const std::string* textIn(const Json& record, std::string_view name);
/// One without values for anything else.
[[nodiscard]] const Json& recordIn(const Json& record, std::string_view name);
[[nodiscard]] std::span<const Json> listIn(const Json& record, std::string_view name);
/// Those that are no finite numbers are 0: places count.
[[nodiscard]] std::vector<double> numbersIn(const Json& record, std::string_view name);
/// Three finite numbers.
[[nodiscard]] std::optional<std::array<double, 3>> vectorIn(const Json& record, std::string_view name);
/// A place in a list of a file, below 65,536.
[[nodiscard]] std::optional<std::uint32_t> indexIn(const Json& record, std::string_view name);

/// The element of a list; one without values where there is none.
[[nodiscard]] const Json& elementOf(std::span<const Json> list, double index);

}  // namespace gltf
