#include "edit_transform.h"

#include <algorithm>

#include "operation_arguments.h"
#include "transform.h"

namespace abc {
namespace {

/// Reads what is given; the first thing that cannot be read is why it is refused.
class Reading {
public:
    explicit Reading(const Operation& operation) : arguments_(operation) {}

    [[nodiscard]] std::string read(Transformation& out) {
        if (const EditValue* axis = arguments_.find("mirror")) {
            static constexpr std::string_view kAxisNames[] = {"x", "y", "z"};
            const auto* name = std::get_if<std::string>(&axis->value);
            const auto* const found =
                name == nullptr ? std::end(kAxisNames) : std::find(std::begin(kAxisNames), std::end(kAxisNames), *name);
            if (found == std::end(kAxisNames)) return arguments_.needs("mirror", "“x”, “y” or “z”");
            out.mirror = static_cast<std::uint8_t>(found - std::begin(kAxisNames));
        }
        if (const EditValue* centre = arguments_.find("centre")) {
            const auto* name = std::get_if<std::string>(&centre->value);
            const auto* const found = name == nullptr
                                          ? std::end(kCentreNames)
                                          : std::find(std::begin(kCentreNames), std::end(kCentreNames), *name);
            if (found == std::end(kCentreNames)) return arguments_.needs("centre", "“middle” or “ground”");
            out.centre = static_cast<Transformation::Centre>(found - std::begin(kCentreNames));
        }
        out.scale = arguments_.find("scale") == nullptr ? 1 : arguments_.number("scale");
        out.swapsSides = arguments_.number("swapSides", 0) != 0;
        if (!vector("turn", out.turn)) return arguments_.needs("turn", "three numbers in degrees");
        if (!vector("move", out.move)) return arguments_.needs("move", "three numbers");
        return {};
    }

private:
    [[nodiscard]] bool vector(std::string_view name, std::array<double, 3>& out) const {
        const EditValue* given = arguments_.find(name);
        if (given == nullptr) return true;
        const auto* list = std::get_if<EditValue::List>(&given->value);
        if (list == nullptr || list->size() != out.size()) return false;
        for (std::size_t i = 0; i < out.size(); ++i) {
            const auto* number = std::get_if<double>(&(*list)[i].value);
            if (number == nullptr) return false;
            out[i] = *number;
        }
        return true;
    }

    Arguments arguments_;
};

}  // namespace

Meant meantByTransform(const Document& document, const Operation& operation) {
    Meant out;
    Transformation how;
    out.refusal = Reading(operation).read(how);
    if (!out.refusal.empty()) return out;
    Transformed made = transformed(document, how);
    out.refusal = std::move(made.refusal);
    if (!out.refusal.empty()) return out;
    if (!made.splices.empty()) {
        // All at once, so that the file is read again once.
        Operation bytes;
        bytes.kind = Operation::Kind::ReplaceBytes;
        bytes.start = made.splices.front().start;
        bytes.end = made.splices.back().end;
        const Bytes before = document.bytes.subspan(bytes.start, bytes.end - bytes.start);
        bytes.bytes.assign(before.begin(), before.end());
        for (const Splice& splice : made.splices) {
            std::copy(splice.bytes.begin(), splice.bytes.end(),
                      bytes.bytes.begin() + static_cast<std::ptrdiff_t>(splice.start - bytes.start));
        }
        out.operations.push_back(std::move(bytes));
    }
    for (Transformed::Renamed& each : made.names) {
        Operation name;
        name.path = std::move(each.path);
        name.value.value = std::move(each.name);
        name.force = operation.force;
        out.operations.push_back(std::move(name));
    }
    return out;
}

}  // namespace abc
