// Extras of a glTF, as its reader gives them.
#pragma once

#include <gltf/json.h>

#include <string>
#include <utility>

namespace gltf::testing {

inline Json number(double value) {
    return {value};
}
inline Json text(std::string value) {
    return {std::move(value)};
}
inline Json list(Json::List values) {
    return {std::move(values)};
}
inline Json record(Json::Record members) {
    return {std::move(members)};
}

}  // namespace gltf::testing
