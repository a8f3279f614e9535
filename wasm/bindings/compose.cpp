#include "compose.h"

#include <exception>

#include "object_reader.h"

namespace bindings {
namespace {

/// Reads a NewModel. Of what cannot be read the first is why there is no file; the rest is empty.
class ModelReader : public ObjectReader {
public:
    ModelReader() : ObjectReader("a new model") {}

    [[nodiscard]] abc::NewModel read(const val& from) {
        abc::NewModel out;
        if (!isObject(from)) {
            refuse("A new model must be an object.");
            return out;
        }
        out.version = count(from, "version");
        readCommon(from, out);
        each(from, "pieces", [&](const val& piece) { out.pieces.push_back(pieceOf(piece)); });
        each(from, "nodes", [&](const val& node) { out.nodes.push_back(nodeOf(node)); });
        const val buildNumber = from["buildNumber"];
        if (!buildNumber.isUndefined()) out.buildNumber = count(from, "buildNumber");
        each(from, "animations", [&](const val& animation) { out.animations.push_back(animationOf(animation)); });
        const val info = from["transformInfo"];
        if (isObject(info))
            out.transformInfo = abc::TransformInfo{whole(info, "flipMat"), whole(info, "fixAnimKeyframes")};
        return out;
    }

private:
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
};

}  // namespace

val composed(const val& model) {
    try {
        ModelReader reader;
        const abc::NewModel made = reader.read(model);
        if (!reader.reason().empty()) return refused(reader.reason());
        return writtenFile(abc::compose(made));
    } catch (const std::exception&) {
        return refused("There is not enough memory for this model.");
    }
}

}  // namespace bindings
