// What both ways from a glTF read of it (types/gltf.ts).
#pragma once

#include <algorithm>
#include <stdexcept>

#include "drafting/channels.h"
#include "drafting/vertices.h"
#include "gltf/names.h"
#include "gltf/source.h"
#include "object_reader.h"

namespace bindings {

/// A part of a glTF that was read late is not what it ought to be.
struct Unreadable : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// What `ask` answers; a refusal where parts cannot be read, and without memory.
template <class Ask>
val answered(Ask ask) {
    return guarded([&] {
        try {
            return ask();
        } catch (const Unreadable& wrong) {
            return refused(wrong.what());
        }
    });
}

/// The nearest text in Latin-1, which a function of an object finds (LatinText in types/gltf.ts).
class LatinOf : public gltf::Latin {
public:
    /// @param from has the function `latin`
    explicit LatinOf(val from) : from_(std::move(from)) {}

    [[nodiscard]] std::string nearest(const std::string& text, std::size_t longest) const override {
        return from_.call<std::string>("latin", text, static_cast<double>(longest));
    }

private:
    val from_;
};

class GltfReader : public ObjectReader {
protected:
    explicit GltfReader(std::string whole) : ObjectReader(std::move(whole), Texts::Utf8) {}

    void readWords(const val& from, gltf::Words& out) {
        each(from, "nodes", [&](const val& node) {
            out.nodes.push_back(
                {text(node, "name"), extrasOf(node), whole(node, "mesh"), array<double>(node, "weights")});
        });
        each(from, "meshes", [&](const val& mesh) {
            gltf::Mesh& made = out.meshes.emplace_back(
                gltf::Mesh{text(mesh, "name"), extrasOf(mesh), array<double>(mesh, "weights"), {}});
            each(mesh, "primitives", [&](const val& primitive) {
                made.primitives.push_back({property(primitive, "drawsTriangles").isTrue(),
                                           count(primitive, "triangles"), count(primitive, "vertices"),
                                           whole(primitive, "material"), count(primitive, "targets"),
                                           property(primitive, "hasColours").isTrue()});
            });
        });
        each(from, "materials", [&](const val& material) {
            out.materials.push_back({text(material, "name"), extrasOf(material), listOf<4>(material, "colour"),
                                     property(material, "isOpaque").isTrue(),
                                     property(material, "hasTexture").isTrue()});
        });
        each(from, "animations", [&](const val& animation) {
            out.animations.push_back({text(animation, "name"), extrasOf(animation), count(animation, "channels")});
        });
        if (reason().empty()) refuse(gltf::refusalOf(out));
    }
    /// Of sixteen numbers each, column-major; those of twelve are made row-major.
    template <class Matrix>
    [[nodiscard]] std::vector<Matrix> matricesOf(const std::vector<float>& numbers) {
        constexpr std::size_t size = 16;
        std::vector<Matrix> out(numbers.size() / size);
        if (numbers.size() % size != 0) refuse("inverse", "are not sixteen numbers each");
        constexpr bool isRows = std::tuple_size_v<Matrix> < size;
        for (std::size_t i = 0; i < out.size(); ++i) {
            for (std::size_t at = 0; at < out[i].size(); ++at)
                out[i][at] = static_cast<double>(numbers[size * i + (isRows ? 4 * (at % 4) + at / 4 : at)]);
        }
        return out;
    }
    [[nodiscard]] gltf::Description descriptionOf(const val& from) {
        gltf::Description out;
        out.version = capped(from, "version");
        each(from, "joints", [&](const val& name) { out.joints.push_back(textOf(name, "joints")); });
        each(from, "sockets", [&](const val& name) { out.sockets.push_back(textOf(name, "sockets")); });
        each(from, "meshes", [&](const val& mesh) {
            out.meshes.push_back({capped(mesh, "piece"), capped(mesh, "lod"), text(mesh, "name")});
        });
        each(from, "animations", [&](const val& animation) {
            out.add({text(animation, "key"), std::max(whole(animation, "source"), -1), capped(animation, "index"),
                     text(animation, "name"), array<double>(animation, "times")});
        });
        out.json = known(property(from, "json"), gltf::kDescribed, kDeepest);
        return out;
    }

    /// Without its targets.
    [[nodiscard]] drafting::Primitive primitiveOf(const val& from) {
        drafting::Primitive out;
        out.mode = static_cast<drafting::Mode>(wholeOf(property(from, "mode"), "mode", 4, 6));
        const val indices = property(from, "indices");
        if (!indices.isNull()) out.indices = numbers<std::uint32_t>(indices, "indices");
        out.positions = array<float>(from, "positions");
        out.normals = array<float>(from, "normals");
        out.uvs = array<float>(from, "uvs");
        each(from, "joints", [&](const val& set) { out.joints.push_back(numbers<float>(set, "joints")); });
        each(from, "weights", [&](const val& set) { out.weights.push_back(numbers<float>(set, "weights")); });
        return out;
    }

    /// Those of an animation.
    [[nodiscard]] std::vector<drafting::Channel> channelsOf(const val& from) {
        const auto nodes = array<std::uint32_t>(from, "nodes");
        const auto paths = array<std::uint8_t>(from, "paths");
        const auto interpolations = array<std::uint8_t>(from, "interpolations");
        const auto sizes = array<std::uint32_t>(from, "sizes");
        const auto keys = array<std::uint32_t>(from, "keys");
        const auto times = array<float>(from, "times");
        const auto values = array<float>(from, "values");
        std::vector<drafting::Channel> out;
        if (paths.size() != nodes.size() || interpolations.size() != nodes.size() || sizes.size() != nodes.size() ||
            keys.size() != nodes.size()) {
            refuse("channels", "are not as many everywhere");
            return out;
        }
        std::size_t time = 0;
        std::size_t value = 0;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            drafting::Channel& channel = out.emplace_back();
            channel.node = nodes[i];
            channel.path = static_cast<drafting::Path>(paths[i]);
            channel.interpolation = static_cast<drafting::Interpolation>(interpolations[i]);
            channel.size = sizes[i];
            const std::size_t each = drafting::width(channel);
            const bool hasValues =
                sizes[i] <= values.size() && (each == 0 || keys[i] <= (values.size() - value) / each);
            if (keys[i] > times.size() - time || !hasValues) {
                refuse("channels", "lack numbers for some keys");
                return {};
            }
            const auto own = values.begin() + static_cast<std::ptrdiff_t>(value);
            channel.values.assign(own, own + static_cast<std::ptrdiff_t>(each * keys[i]));
            const auto first = times.begin() + static_cast<std::ptrdiff_t>(time);
            channel.times.assign(first, first + static_cast<std::ptrdiff_t>(keys[i]));
            time += keys[i];
            value += each * keys[i];
        }
        return out;
    }

private:
    /// Deeper than what is read of extras, and of what an export says.
    static constexpr int kDeepest = 6;
    /// Values of all extras together: more are no extras.
    static constexpr std::size_t kMostValues = 8'000'000;

    /// Those of the extras that are known.
    [[nodiscard]] gltf::Json extrasOf(const val& from) {
        return known(property(from, "extras"), gltf::kExtras, kDeepest);
    }

    /// A count that may be anything: a large one is none that a file has.
    [[nodiscard]] std::uint32_t capped(const val& from, const char* name) {
        return static_cast<std::uint32_t>(
            std::min(wholeOf(property(from, name), name, 0, std::numeric_limits<double>::max()), 4294967295.0));
    }

    /// Those values of a record that have one of these names.
    [[nodiscard]] gltf::Json known(const val& from, std::span<const std::string_view> names, int depth) {
        gltf::Json out;
        if (!isObject(from) || from.isArray()) return out;
        gltf::Json::Record record;
        const val keys = object_.call<val>("keys", from);
        const auto count = keys["length"].as<std::size_t>();
        for (std::size_t i = 0; i < count && values_ < kMostValues; ++i) {
            auto key = keys[i].as<std::string>();
            if (!names.empty() && std::find(names.begin(), names.end(), key) == names.end()) continue;
            gltf::Json value = jsonOf(from[keys[i]], depth - 1);
            record.push_back({std::move(key), std::move(value)});
        }
        out.value = std::move(record);
        return out;
    }

    [[nodiscard]] gltf::Json jsonOf(const val& from, int depth) {
        gltf::Json out;
        if (++values_ > kMostValues || depth < 0) return out;
        if (from.isNumber()) {
            out.value = from.as<double>();
        } else if (from.isString()) {
            out.value = from.as<std::string>();
        } else if (from.isTrue() || from.isFalse()) {
            out.value = from.isTrue();
        } else if (from.isArray()) {
            gltf::Json::List list;
            const auto count = from["length"].as<std::size_t>();
            for (std::size_t i = 0; i < count && values_ < kMostValues; ++i) list.push_back(jsonOf(from[i], depth - 1));
            out.value = std::move(list);
        } else {
            out = known(from, {}, depth);
        }
        return out;
    }

    std::size_t values_ = 0;
    val object_ = val::global("Object");
};

/// ImportNote (types/gltf.ts).
[[nodiscard]] inline val noteObject(const gltf::Note& note) {
    const auto severity =
        note.severity == core::Severity::Information ? "info" : core::nameOf(core::kSeverityNames, note.severity);
    val out = val::object();
    out.set("code", std::string(note.code));
    out.set("severity", std::string(severity));
    out.set("message", note.message);
    out.set("help", note.help);
    return out;
}

/// ImportChange (types/gltf.ts).
[[nodiscard]] inline val changeObject(const gltf::Change& change) {
    val out = val::object();
    out.set("path", change.path);
    out.set("message", change.message);
    return out;
}

}  // namespace bindings
