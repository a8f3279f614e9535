// Vertices of version 6 that their node does not move rigidly: those of several nodes, and those of morph targets. The
// file has their places in the space of one node, at each key, in 8 bits an axis (abc.md §2).
#pragma once

#include "one_mesh.h"

namespace importing {

/// An animation while it becomes one of version 6.
struct Clip {
    std::string name;
    /// Milliseconds.
    std::vector<std::uint32_t> times;
    /// One a key.
    std::vector<Shape> shapes;
    /// Frame strings, one a key.
    std::vector<std::string> strings;
    abc::Vec3 extents;
};

struct Skinned {
    OneMesh mesh;
    std::vector<std::int32_t> parents;
    /// By vertex: the one node that it has in the file.
    std::vector<std::uint8_t> nodeOf;
};

/// Which vertices are deformed.
struct Plan {
    /// By node: its deformed vertices, growing.
    std::vector<std::vector<std::uint32_t>> byNode;
    std::size_t count = 0;
    /// Vertices that should be deformed and are not, and how far off they are at most, units.
    std::size_t left = 0;
    double leftDeviation = 0;
    /// Keys that may be added to all animations together before the deformed places are too many.
    std::size_t keys = 0;
    /// Three numbers a vertex: in the space of its node when the rest pose plays.
    std::vector<float> rest;
};

/// Finds out which vertices must be deformed, a key after the other.
class Planner {
public:
    /// @param rest the pose at which the others are exact
    Planner(const Skinned& skinned, const std::vector<Clip>& clips, const Shape& rest);

    /// Measures a key. False: all have been.
    [[nodiscard]] bool step();
    /// Of the keys, 0 to 1.
    [[nodiscard]] double done() const;

    /// @param tolerance units by which a vertex may be off without being deformed
    /// @param bytes of deformed places at most
    [[nodiscard]] Plan plan(double tolerance, std::size_t bytes) const;

private:
    const Skinned& skinned_;
    const std::vector<Clip>& clips_;
    std::vector<Matrix> globals_;
    std::vector<float> places_;
    /// Vertices that their node does not move alone.
    std::vector<std::uint32_t> candidates_;
    std::vector<double> posed_;
    /// By vertex: how far it is from where its node alone would have it, at most.
    std::vector<double> moved_;
    std::size_t clip_ = 0;
    std::size_t key_ = 0;
    std::size_t measured_ = 0;
    std::size_t keys_ = 0;
};

/// Adds keys to an animation where its deformed vertices would leave the way of the source between two of them.
class KeyAdder {
public:
    /// @param clip is another one after the last step
    /// @param tolerance units
    /// @param room keys that may still be added to the file; counted down
    KeyAdder(const Skinned& skinned, const Plan& plan, Clip& clip, double tolerance, std::size_t& room);

    /// Looks between two keys. False: all were looked at.
    [[nodiscard]] bool step();
    /// How far off the vertices still are between keys at most, units.
    [[nodiscard]] double off() const { return off_; }

private:
    struct Key {
        std::uint32_t time = 0;
        Shape shape;
        /// Of the deformed vertices.
        std::vector<double> places;
    };

    [[nodiscard]] std::vector<double> placesOf(const Shape& shape);
    [[nodiscard]] Key keyAt(std::size_t index);
    [[nodiscard]] static Shape shapeBetween(const Key& a, const Key& b, double time);
    void halve(const Key& a, const Key& b, int depth);
    void put(const Key& key, std::string text);

    const Skinned& skinned_;
    Clip& clip_;
    double tolerance_;
    std::size_t& room_;
    std::vector<std::uint32_t> vertices_;
    std::vector<Matrix> globals_;
    Clip made_;
    Key before_;
    std::size_t next_ = 1;
    double off_ = 0;
};

struct Packed {
    /// One a node.
    std::vector<abc::NewDeformation> deformation;
    /// How far off the packed places are at most, units.
    double off = 0;
};

/// Packs the places of the deformed vertices of an animation.
[[nodiscard]] Packed packed(const Skinned& skinned, const Plan& plan, const Clip& clip);

}  // namespace importing
