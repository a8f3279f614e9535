// The keys of the nodes as a compiled model stores them (ltb.md §5).
#pragma once

#include "mesh.h"
#include "writer.h"

namespace compiling {

/// What of the keys is not as in the text.
struct Rounded {
    /// Greatest difference of a number of a position or rotation.
    double position = 0;
    double rotation = 0;
    /// Numbers of positions that 16 bits cannot hold.
    std::uint32_t cut = 0;
    /// Positions of vertices that the text has too many or too few of.
    std::uint32_t unevenFrames = 0;
    /// Nodes of animations made of two that no animation moves.
    std::uint32_t dropped = 0;
};

/// Writes the tracks of an animation, and counts their bytes.
class TrackWriter {
public:
    TrackWriter(const core::Document& document, const abc::Model& model, const Source& source, Writer& writer,
                Rounded& rounded)
        : lists_(document), model_(model), source_(source), writer_(writer), rounded_(rounded) {}

    /// @param compression as in `ltb::schema::Compression`, known to the schema
    void run(const Animation& animation, std::uint32_t compression);

    /// Bytes of all keys so far, and of all positions of vertices, without their counts.
    [[nodiscard]] std::size_t keyBytes() const { return keyBytes_; }
    [[nodiscard]] std::size_t vertexBytes() const { return vertexBytes_; }

private:
    struct Keys {
        std::vector<abc::Vec3> locations;
        std::vector<abc::Quat> rotations;
    };

    [[nodiscard]] Keys keysOf(const Animation& animation, std::uint32_t node);
    void plain(const Animation& animation, std::uint32_t node);
    void frames(const Animation& animation, std::uint32_t node);
    void relevant(const Animation& animation, std::uint32_t node, std::uint32_t compression);
    template <class Number>
    void list(FieldName counter, FieldName name, std::size_t count, std::span<const Number> numbers);
    [[nodiscard]] std::vector<std::int16_t> shortLocations(const std::vector<abc::Vec3>& locations);
    [[nodiscard]] std::vector<std::int16_t> shortRotations(const std::vector<abc::Quat>& rotations);

    lta::Lists lists_;
    const abc::Model& model_;
    const Source& source_;
    Writer& writer_;
    Rounded& rounded_;
    std::size_t keyBytes_ = 0;
    std::size_t vertexBytes_ = 0;
};

}  // namespace compiling
