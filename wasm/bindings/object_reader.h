// Objects of JavaScript as C++ values, field by field.
#pragma once

#include <array>
#include <cmath>
#include <exception>
#include <limits>

#include "abc/compose.h"
#include "core/function_ref.h"
#include "from_js.h"
#include "values.h"

namespace bindings {

/// Reads the parts of one large object. What cannot be read is empty, and the first such part is the reason why nothing
/// can be made of the object.
class ObjectReader {
public:
    /// A sentence; empty: all could be read.
    [[nodiscard]] const std::string& reason() const { return reason_; }

protected:
    using Visit = core::FunctionRef<void(const val& element)>;

    /// How texts are given on.
    enum class Texts : std::uint8_t { Latin1, Utf8 };

    /// @param whole what the object is, for sentences: `a new model`
    explicit ObjectReader(std::string whole, Texts texts = Texts::Latin1) : whole_(std::move(whole)), texts_(texts) {}

    void refuse(std::string reason) {
        if (reason_.empty()) reason_ = std::move(reason);
    }
    void refuse(const char* name, const char* what) {
        refuse("“" + std::string(name) + "” of " + whole_ + " " + what + ".");
    }

    /// Calls `visit` for the elements of a list, until one cannot be read.
    void each(const val& from, const char* name, Visit visit) {
        if (isObject(from)) return eachOf(from[name], name, visit);
        refuse("A part of " + whole_ + " is not an object.");
    }
    void eachOf(const val& list, const char* name, Visit visit) {
        if (!list.isArray()) return refuse(name, "is not a list");
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

    [[nodiscard]] double numberOf(const val& from, const char* name) {
        if (from.isNumber()) return from.as<double>();
        refuse(name, "is not a number");
        return 0;
    }
    [[nodiscard]] double number(const val& from, const char* name) { return numberOf(property(from, name), name); }

    /// What is too large for a file becomes infinite, which `compose` refuses by the name of its part.
    [[nodiscard]] static float single(double number) {
        constexpr double most = std::numeric_limits<float>::max();
        if (std::abs(number) > most)
            return std::copysign(std::numeric_limits<float>::infinity(), static_cast<float>(number < 0 ? -1 : 1));
        return static_cast<float>(number);
    }
    [[nodiscard]] float realOf(const val& from, const char* name) { return single(numberOf(from, name)); }
    [[nodiscard]] float real(const val& from, const char* name) { return realOf(property(from, name), name); }

    template <std::size_t N>
    [[nodiscard]] std::array<double, N> listOf(const val& from, const char* name) {
        std::array<double, N> out{};
        const val list = property(from, name);
        if (!list.isArray() || list["length"].as<std::size_t>() != N) {
            refuse(name, N == 3 ? "is not a list of three numbers" : "is not a list of four numbers");
            return out;
        }
        for (std::size_t i = 0; i < N; ++i) out[i] = numberOf(list[i], name);
        return out;
    }
    [[nodiscard]] abc::Vec3 vector(const val& from, const char* name) {
        const auto [x, y, z] = listOf<3>(from, name);
        return {single(x), single(y), single(z)};
    }
    [[nodiscard]] abc::Quat quat(const val& from, const char* name) {
        const auto [x, y, z, w] = listOf<4>(from, name);
        return {single(x), single(y), single(z), single(w)};
    }

    [[nodiscard]] std::string textOf(const val& from, const char* name) {
        if (!from.isString()) {
            refuse(name, "is not a string");
            return {};
        }
        if (texts_ == Texts::Utf8) return from.as<std::string>();
        std::string reason;
        std::string out = latin1Of(from.as<std::string>(), reason);
        if (!reason.empty()) refuse(std::move(reason));
        return out;
    }
    [[nodiscard]] std::string text(const val& from, const char* name) { return textOf(property(from, name), name); }

    /// The numbers of a typed array, which has the class for this type.
    template <class T>
    [[nodiscard]] std::vector<T> numbers(const val& from, const char* name) {
        if (from.instanceof (classOf(T{}))) return numbersOf<T>(from);
        refuse(name, "is not the right kind of typed array");
        return {};
    }
    template <class T>
    [[nodiscard]] std::vector<T> array(const val& from, const char* name) {
        return numbers<T>(property(from, name), name);
    }

    /// What new models and drafts both have.
    template <class Out>
    void readCommon(const val& from, Out& out) {
        out.commandString = text(from, "commandString");
        out.internalRadius = real(from, "internalRadius");
        each(from, "lodDistances",
             [&](const val& distance) { out.lodDistances.push_back(realOf(distance, "lodDistances")); });
        each(from, "weightSets", [&](const val& set) {
            auto& made = out.weightSets.emplace_back();
            made.name = text(set, "name");
            each(set, "weights", [&](const val& weight) { made.weights.push_back(realOf(weight, "weights")); });
        });
        each(from, "childModels", [&](const val& child) {
            out.childModels.push_back({text(child, "name"), count(child, "buildNumber")});
        });
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
    }

private:
    [[nodiscard]] const val& classOf(std::uint32_t /*of*/) const { return uint32Array_; }
    [[nodiscard]] const val& classOf(std::int32_t /*of*/) const { return int32Array_; }
    [[nodiscard]] const val& classOf(float /*of*/) const { return float32Array_; }
    [[nodiscard]] const val& classOf(double /*of*/) const { return float64Array_; }
    [[nodiscard]] const val& classOf(std::uint8_t /*of*/) const { return uint8Array_; }

    std::string whole_;
    Texts texts_;
    std::string reason_;
    val uint32Array_ = val::global("Uint32Array");
    val int32Array_ = val::global("Int32Array");
    val float32Array_ = val::global("Float32Array");
    val float64Array_ = val::global("Float64Array");
    val uint8Array_ = val::global("Uint8Array");
};

/// A refusal.
inline constexpr const char* kNoMemory = "There is not enough memory for this model.";

/// What is given in place of a file.
[[nodiscard]] inline val refused(const std::string& reason) {
    val out = val::object();
    out.set("refused", reason);
    return out;
}

/// What `ask` answers; a refusal without memory for it.
template <class Ask>
val guarded(Ask ask) {
    try {
        return ask();
    } catch (const std::exception&) {
        return refused(kNoMemory);
    }
}

/// A Uint8Array.
[[nodiscard]] inline val bytesObject(std::span<const std::byte> bytes) {
    return copied(std::span(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()));
}

/// Adds counts to an object.
inline void setCounts(val& out, std::initializer_list<std::pair<const char*, std::size_t>> counts) {
    for (const auto& [name, count] : counts) out.set(name, static_cast<double>(count));
}

/// The file that was written, or why there is none.
[[nodiscard]] inline val writtenFile(const abc::Written& written) {
    if (!written.refusal.empty()) return refused(written.refusal);
    return bytesObject(written.bytes);
}

}  // namespace bindings
