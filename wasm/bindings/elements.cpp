#include "elements.h"

#include "from_js.h"

namespace bindings {

using abc::Element;
using emscripten::val;

namespace {

struct Index {
    const char* name;
    std::optional<std::uint32_t> Element::*index;
};

constexpr Index INDICES[] = {
    {"piece", &Element::piece},
    {"lod", &Element::lod},
    {"face", &Element::face},
    {"corner", &Element::corner},
    {"vertex", &Element::vertex},
    {"weight", &Element::weight},
    {"node", &Element::node},
    {"weightSet", &Element::weightSet},
    {"childModel", &Element::childModel},
    {"animation", &Element::animation},
    {"keyframe", &Element::keyframe},
    {"socket", &Element::socket},
    {"bindingList", &Element::bindingList},
    {"binding", &Element::binding},
};

}  // namespace

Element elementFrom(const val& element) {
    Element out;
    if (!isObject(element)) throw WrongArgument();
    for (const auto& [name, index] : INDICES) {
        const val value = element[name];
        if (value.isUndefined()) continue;
        const double number = value.isNumber() ? value.as<double>() : -1;
        // What is no index names an element that no file has.
        out.*index = number >= 0 && number < abc::kNone ? static_cast<std::uint32_t>(number) : abc::kNone;
    }
    return out;
}

val elementObject(const Element& element) {
    val out = val::object();
    for (const auto& [name, index] : INDICES) {
        if (element.*index) out.set(name, *(element.*index));
    }
    return out;
}

}  // namespace bindings
