// Meshes of the samples from rounded solids: lofts through rings, balls, tubes and hoops.
#pragma once

#include <functional>

#include "abc_builder.h"

namespace abc::samples {

/// How much a node pulls on a point.
struct Influence {
    std::uint32_t node = 0;
    float bias = 1;
};

/// The nodes that move a point, by its place; biases add up to 1.
using Skin = std::function<std::vector<Influence>(Vec3)>;

struct Point {
    Vec3 position;
    Vec3 normal;
    std::vector<Influence> influences;
};

/// Points are shared along seams and at poles: texture coordinates belong to the corners of faces.
struct Mesh {
    std::vector<Point> points;
    std::vector<Face> faces;
};

/// A cross-section: an ellipse around a centre, squarer the larger its exponent.
struct Ring {
    Vec3 center;
    float u = 0, v = 0;
    float exponent = 2;
};

/// How many rings and how many points around.
struct Detail {
    std::uint32_t rings = 2;
    std::uint32_t around = 8;

    /// The same for a coarser level of detail.
    [[nodiscard]] Detail at(std::size_t lod) const;
};

/// Sine, cosine and power with the same bits everywhere: computed in double, rounded to float.
[[nodiscard]] float sine(float radians);
[[nodiscard]] float cosine(float radians);
[[nodiscard]] float power(float base, float exponent);

inline constexpr float kPi = 3.14159265358979F;

/// All of a point follows one node.
[[nodiscard]] Skin rigid(std::uint32_t node);

/// Passes from one node to its child over `width` around a joint; `along` points from the first to the second.
[[nodiscard]] Skin bend(std::uint32_t first, std::uint32_t second, Vec3 joint, Vec3 along, float width);

/// A skin of three links: two joints in a row.
[[nodiscard]] Skin chain(Skin first, std::uint32_t last, Vec3 joint, Vec3 along, float width);

/// `count` rings on a smooth curve through the given ones; an end of no width becomes a round pole.
[[nodiscard]] std::vector<Ring> smooth(const std::vector<Ring>& through, std::uint32_t count);

/// The surface through rings whose planes are spanned by the unit vectors u and v. Open unless an end has no width.
void loft(Mesh& mesh, const std::vector<Ring>& rings, Vec3 u, Vec3 v, std::uint32_t around, const Skin& skin);

/// A superellipsoid by its half axes; exponent 2 is an ellipsoid, larger is a rounded box.
void ball(Mesh& mesh, Vec3 center, Vec3 u, Vec3 v, Vec3 w, Detail detail, const Skin& skin, float exponent = 2);

/// A tube with round ends from `from` to `to`.
void capsule(Mesh& mesh, Vec3 from, Vec3 to, float fromRadius, float toRadius, Detail detail, const Skin& skin);

/// A ring around the axis, like a tyre.
void hoop(Mesh& mesh, Vec3 center, Vec3 axis, float radius, float tube, Detail detail, const Skin& skin);

/// The same solid on the other side of x = 0, with other nodes.
[[nodiscard]] Mesh mirrored(const Mesh& mesh, const std::function<std::uint32_t(std::uint32_t)>& otherNode);

void append(Mesh& mesh, const Mesh& more);

/// Smooth normals from the areas of the faces around each point.
void computeNormals(Mesh& mesh);

/// To the nearest 1/4096, so that differences in the last bit between machines do not reach the file.
[[nodiscard]] float snapped(float value);
[[nodiscard]] Vec3 snapped(Vec3 value);
/// Kept at unit length as closely as a finer step allows.
[[nodiscard]] Quat snapped(Quat value);

}  // namespace abc::samples
