#include "compose.h"

#include <cmath>
#include <limits>
#include <span>

#include "abc/compose.h"
#include "core/function_ref.h"
#include "from_js.h"

namespace bindings {
namespace {

/// Reads a NewModel. Of what cannot be read the first is why there is no file; the rest is empty.
class ModelReader {
public:
    [[nodiscard]] abc::NewModel read(const val& from) {
        abc::NewModel out;
        if (!isObject(from)) {
            refuse("A new model is an object.");
            return out;
        }
        out.version = count(from, "version");
        out.commandString = text(from, "commandString");
        out.internalRadius = real(from, "internalRadius");
        each(from, "lodDistances",
             [&](const val& distance) { out.lodDistances.push_back(realOf(distance, "lodDistances")); });
        each(from, "pieces", [&](const val& piece) { out.pieces.push_back(pieceOf(piece)); });
        each(from, "nodes", [&](const val& node) { out.nodes.push_back(nodeOf(node)); });
        each(from, "weightSets", [&](const val& set) {
            auto& made = out.weightSets.emplace_back();
            made.name = text(set, "name");
            each(set, "weights", [&](const val& weight) { made.weights.push_back(realOf(weight, "weights")); });
        });
        const val buildNumber = from["buildNumber"];
        if (!buildNumber.isUndefined()) out.buildNumber = count(from, "buildNumber");
        each(from, "childModels", [&](const val& child) {
            out.childModels.push_back({text(child, "name"), count(child, "buildNumber")});
        });
        each(from, "animations", [&](const val& animation) { out.animations.push_back(animationOf(animation)); });
        each(from, "sockets", [&](const val& socket) {
            out.sockets.push_back(
                {text(socket, "name"), count(socket, "node"), quat(socket, "rotation"), vector(socket, "location")});
        });
        each(from, "bindings", [&](const val& list) {
            auto& made = out.bindings.emplace_back();
            eachOf(list, "bindings", [&](const val& binding) {
                made.push_back({text(binding, "name"), vector(binding, "extents"), vector(binding, "origin")});
            });
        });
        const val info = from["transformInfo"];
        if (isObject(info))
            out.transformInfo = abc::TransformInfo{whole(info, "flipMat"), whole(info, "fixAnimKeyframes")};
        return out;
    }

    [[nodiscard]] const std::string& reason() const { return reason_; }

private:
    using Visit = core::FunctionRef<void(const val& element)>;

    void refuse(std::string reason) {
        if (reason_.empty()) reason_ = std::move(reason);
    }
    void refuse(const char* name, const char* what) {
        refuse("“" + std::string(name) + "” of a new model " + what + ".");
    }

    [[nodiscard]] abc::NewPiece pieceOf(const val& from) {
        abc::NewPiece out;
        out.name = text(from, "name");
        out.materialIndex = count(from, "materialIndex");
        out.specularPower = real(from, "specularPower");
        out.specularScale = real(from, "specularScale");
        out.lodWeight = real(from, "lodWeight");
        each(from, "levels", [&](const val& level) {
            abc::NewLevel& made = out.levels.emplace_back();
            made.corners = array<std::uint32_t>(level, "corners");
            made.uvs = array<float>(level, "uvs");
            made.locations = array<float>(level, "locations");
            made.normals = array<float>(level, "normals");
            made.weightStart = array<std::uint32_t>(level, "weightStart");
            made.weightNode = array<std::uint32_t>(level, "weightNode");
            made.weightLocation = array<float>(level, "weightLocation");
            made.bias = array<float>(level, "bias");
            made.next = array<std::uint32_t>(level, "next");
            made.collapses = array<std::uint32_t>(level, "collapses");
        });
        return out;
    }

    [[nodiscard]] abc::NewNode nodeOf(const val& from) {
        abc::NewNode out;
        out.name = text(from, "name");
        out.parent = whole(from, "parent");
        out.flags = count(from, "flags");
        out.bind = array<float>(from, "bind");
        out.deformed = array<std::uint32_t>(from, "deformed");
        return out;
    }

    [[nodiscard]] abc::NewAnimation animationOf(const val& from) {
        abc::NewAnimation out;
        out.name = text(from, "name");
        out.extents = vector(from, "extents");
        out.origin = vector(from, "origin");
        out.interpolationTime = count(from, "interpolationTime");
        out.times = array<std::uint32_t>(from, "times");
        each(from, "strings", [&](const val& string) { out.strings.push_back(textOf(string, "strings")); });
        out.keys = array<float>(from, "keys");
        each(from, "deformation", [&](const val& node) {
            out.deformation.push_back(
                {array<std::uint8_t>(node, "positions"), vector(node, "scale"), vector(node, "transform")});
        });
        return out;
    }

    /// Calls `visit` for the elements of a list, until one cannot be read.
    void each(const val& from, const char* name, Visit visit) {
        if (isObject(from)) return eachOf(from[name], name, visit);
        refuse("A part of a new model is not an object.");
    }
    void eachOf(const val& list, const char* name, Visit visit) {
        if (!list.isArray()) return refuse(name, "is no list");
        const auto length = list["length"].as<std::size_t>();
        for (std::size_t i = 0; i < length && reason_.empty(); ++i) visit(list[i]);
    }

    /// A property; undefined of what is no object.
    [[nodiscard]] static val property(const val& from, const char* name) {
        return isObject(from) ? from[name] : val::undefined();
    }

    [[nodiscard]] double wholeOf(const val& from, const char* name, double least, double most) {
        const double number = from.isNumber() ? from.as<double>() : std::numeric_limits<double>::quiet_NaN();
        if (number >= least && number <= most && number == std::floor(number)) return number;
        refuse(name, "is not a whole number that a file can hold");
        return 0;
    }
    [[nodiscard]] std::uint32_t count(const val& from, const char* name) {
        return static_cast<std::uint32_t>(
            wholeOf(property(from, name), name, 0, std::numeric_limits<std::uint32_t>::max()));
    }
    [[nodiscard]] std::int32_t whole(const val& from, const char* name) {
        return static_cast<std::int32_t>(wholeOf(property(from, name), name, std::numeric_limits<std::int32_t>::min(),
                                                 std::numeric_limits<std::int32_t>::max()));
    }

    /// What is too large for a file becomes infinite, which `compose` refuses by the name of its part.
    [[nodiscard]] float realOf(const val& from, const char* name) {
        if (!from.isNumber()) {
            refuse(name, "is not a number");
            return 0;
        }
        const auto number = from.as<double>();
        constexpr double most = std::numeric_limits<float>::max();
        if (std::abs(number) > most)
            return std::copysign(std::numeric_limits<float>::infinity(), static_cast<float>(number < 0 ? -1 : 1));
        return static_cast<float>(number);
    }
    [[nodiscard]] float real(const val& from, const char* name) { return realOf(property(from, name), name); }

    template <std::size_t N>
    [[nodiscard]] std::array<float, N> reals(const val& from, const char* name) {
        std::array<float, N> out{};
        const val list = property(from, name);
        if (!list.isArray() || list["length"].as<std::size_t>() != N) {
            refuse(name, N == 3 ? "is not a list of three numbers" : "is not a list of four numbers");
            return out;
        }
        for (std::size_t i = 0; i < N; ++i) out[i] = realOf(list[i], name);
        return out;
    }
    [[nodiscard]] abc::Vec3 vector(const val& from, const char* name) {
        const auto [x, y, z] = reals<3>(from, name);
        return {x, y, z};
    }
    [[nodiscard]] abc::Quat quat(const val& from, const char* name) {
        const auto [x, y, z, w] = reals<4>(from, name);
        return {x, y, z, w};
    }

    [[nodiscard]] std::string textOf(const val& from, const char* name) {
        if (!from.isString()) {
            refuse(name, "is not a text");
            return {};
        }
        std::string reason;
        std::string out = latin1Of(from.as<std::string>(), reason);
        if (!reason.empty()) refuse(std::move(reason));
        return out;
    }
    [[nodiscard]] std::string text(const val& from, const char* name) { return textOf(property(from, name), name); }

    [[nodiscard]] const val& classOf(std::uint32_t /*of*/) const { return uint32Array_; }
    [[nodiscard]] const val& classOf(float /*of*/) const { return float32Array_; }
    [[nodiscard]] const val& classOf(std::uint8_t /*of*/) const { return uint8Array_; }

    template <class T>
    [[nodiscard]] std::vector<T> array(const val& from, const char* name) {
        const val list = property(from, name);
        if (list.instanceof (classOf(T{}))) return numbersOf<T>(list);
        refuse(name, "is no typed array of its kind");
        return {};
    }

    std::string reason_;
    val uint32Array_ = val::global("Uint32Array");
    val float32Array_ = val::global("Float32Array");
    val uint8Array_ = val::global("Uint8Array");
};

val refused(const std::string& reason) {
    val out = val::object();
    out.set("refused", reason);
    return out;
}

}  // namespace

val composed(const val& model) {
    try {
        ModelReader reader;
        const abc::NewModel made = reader.read(model);
        if (!reader.reason().empty()) return refused(reader.reason());
        const abc::Written written = abc::compose(made);
        if (!written.refusal.empty()) return refused(written.refusal);
        return copied(std::span(reinterpret_cast<const std::uint8_t*>(written.bytes.data()), written.bytes.size()));
    } catch (const std::exception&) {
        return refused("There is not enough memory for this model.");
    }
}

}  // namespace bindings
