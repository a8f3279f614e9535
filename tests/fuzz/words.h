// What a glTF says in words, with anything in it: names, and extras of the names that mean something.
#pragma once

#include "core/words.h"
#include "fuzzing.h"
#include "gltf/source.h"

namespace abc::testing {

/// Any letters that a file can have, as a glTF has them.
inline std::string anyText(Choices& choices) {
    return core::utf8FromLatin1(choices.text());
}

/// A record of what records in extras have, a list, or a single value.
inline gltf::Json anyJson(Choices& choices, int depth = 0) {
    constexpr std::array kMembers{"name",  "weights", "build_number", "time", "text",
                                  "frame", "flags",   "levels",       "dims", "filename"};
    const std::uint32_t kind = choices(depth < 3 ? 8 : 4);
    if (kind == 0) return {static_cast<double>(choices.number())};
    if (kind == 1) return {anyText(choices)};
    if (kind == 2) return {static_cast<double>(choices(20))};
    if (kind == 3) return {choices.isOdd() ? gltf::Json{true} : gltf::Json{}};
    if (kind < 6) {
        gltf::Json::List out;
        for (std::uint32_t i = choices(6); i > 0; --i) out.push_back(anyJson(choices, depth + 1));
        return {std::move(out)};
    }
    gltf::Json::Record out;
    for (std::uint32_t i = choices(4) + 1; i > 0; --i) {
        const char* name = kMembers[choices(kMembers.size())];
        out.push_back({name, anyJson(choices, depth + 1)});
    }
    return {std::move(out)};
}

/// Instead of what it was.
inline void setMember(gltf::Json& record, std::string_view name, gltf::Json value) {
    if (!std::holds_alternative<gltf::Json::Record>(record.value)) record.value = gltf::Json::Record{};
    auto& members = std::get<gltf::Json::Record>(record.value);
    std::erase_if(members, [&](const gltf::Member& member) { return member.name == name; });
    members.push_back({std::string(name), std::move(value)});
}

/// Changes something that it says: a name, a value of extras, which mesh or material there is.
inline void changeWords(Choices& choices, gltf::Words& words) {
    const auto indexOf = [&](const auto& list) { return choices(static_cast<std::uint32_t>(list.size())); };
    const auto extras = [&](gltf::Json& json) {
        const std::string_view name = gltf::kExtras[choices(std::size(gltf::kExtras))];
        setMember(json, name, anyJson(choices));
    };
    const std::uint32_t what = choices(10);
    if (what < 5 && !words.nodes.empty()) {
        gltf::Node& node = words.nodes[indexOf(words.nodes)];
        if (what == 0) node.name = anyText(choices);
        if (what == 1) node.mesh = static_cast<std::int32_t>(choices.index(words.meshes.size()));
        if (what == 2) node.weights = choices.numbers<double>(choices(4));
        // The top has what is said of the model.
        if (what == 3) extras(words.nodes[0].extras);
        if (what == 4) extras(node.extras);
    } else if (what < 7 && !words.meshes.empty()) {
        gltf::Mesh& mesh = words.meshes[indexOf(words.meshes)];
        if (what == 5) extras(mesh.extras);
        if (what == 6 && !mesh.primitives.empty()) {
            gltf::Primitive& primitive = mesh.primitives[indexOf(mesh.primitives)];
            primitive.material = static_cast<std::int32_t>(choices.index(words.materials.size()));
            primitive.drawsTriangles = !choices.isOdd();
        }
    } else if (what == 7 && !words.materials.empty()) {
        gltf::Material& material = words.materials[indexOf(words.materials)];
        extras(material.extras);
        for (double& part : material.colour) part = choices.number();
    } else if (!words.animations.empty()) {
        gltf::Animation& animation = words.animations[indexOf(words.animations)];
        if (what == 8) animation.name = anyText(choices);
        if (what == 9) extras(animation.extras);
    }
}

}  // namespace abc::testing
