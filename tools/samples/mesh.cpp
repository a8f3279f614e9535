#include "mesh.h"

#include <algorithm>
#include <cmath>

namespace abc::samples {

namespace {

float radians(std::size_t part, std::size_t whole) {
    return 2 * kPi * static_cast<float>(part) / static_cast<float>(whole);
}

float signedPower(float base, float exponent) {
    return base < 0 ? -power(-base, exponent) : power(base, exponent);
}

float catmullRom(float a, float b, float c, float d, float t) {
    return b + 0.5F * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
}

Ring interpolated(const Ring& a, const Ring& b, const Ring& c, const Ring& d, float t) {
    const auto at = [&](auto get) { return catmullRom(get(a), get(b), get(c), get(d), t); };
    return {{at([](const Ring& r) { return r.center.x; }), at([](const Ring& r) { return r.center.y; }),
             at([](const Ring& r) { return r.center.z; })},
            std::max(0.0F, at([](const Ring& r) { return r.u; })),
            std::max(0.0F, at([](const Ring& r) { return r.v; })),
            at([](const Ring& r) { return r.exponent; })};
}

/// What would lie beyond the end of a curve of rings: through a pole it goes on to the other side.
Ring beyond(const Ring& end, const Ring& inner) {
    if (end.u == 0) return {inner.center, -inner.u, -inner.v, inner.exponent};
    return {end.center * 2 - inner.center, 2 * end.u - inner.u, 2 * end.v - inner.v, end.exponent};
}

void addFace(Mesh& mesh, std::array<std::uint32_t, 3> points, std::array<TexCoord, 3> texCoords, bool flip) {
    if (flip) {
        std::swap(points[1], points[2]);
        std::swap(texCoords[1], texCoords[2]);
    }
    Face face{{}, texCoords};
    for (std::size_t i = 0; i < 3; ++i) face.vertices[i] = static_cast<std::uint16_t>(points[i]);
    mesh.faces.push_back(face);
}

/// Any unit vector at right angles to a unit vector.
Vec3 across(Vec3 w) {
    return normalized(cross(w, std::abs(w.y) < 0.9F ? Vec3{0, 1, 0} : Vec3{1, 0, 0}));
}

}  // namespace

Detail Detail::at(std::size_t lod) const {
    static constexpr float share[] = {1.0F, 0.55F, 0.3F};
    const auto scaled = [lod](std::uint32_t n, std::uint32_t least) {
        return std::max(std::min(n, least),
                        static_cast<std::uint32_t>(std::lround(static_cast<float>(n) * share[lod])));
    };
    return {scaled(rings, 4), (scaled(around, 6) + 1) / 2 * 2};
}

float sine(float radians) {
    return static_cast<float>(std::sin(double{radians}));
}

float cosine(float radians) {
    return static_cast<float>(std::cos(double{radians}));
}

float power(float base, float exponent) {
    return static_cast<float>(std::pow(double{base}, double{exponent}));
}

Skin rigid(std::uint32_t node) {
    return [node](Vec3) { return std::vector<Influence>{{node, 1}}; };
}

Skin bend(std::uint32_t first, std::uint32_t second, Vec3 joint, Vec3 along, float width) {
    return chain(rigid(first), second, joint, along, width);
}

Skin chain(Skin first, std::uint32_t last, Vec3 joint, Vec3 along, float width) {
    return [first = std::move(first), last, joint, axis = normalized(along), width](Vec3 p) {
        const float t = std::clamp(dot(p - joint, axis) / width + 0.5F, 0.0F, 1.0F);
        const float share = snapped(t * t * (3 - 2 * t));
        if (share == 1) return std::vector<Influence>{{last, 1}};
        std::vector<Influence> influences = first(p);
        if (share == 0) return influences;
        // Two weights a point are enough: the joints of a chain are further apart than their widths.
        influences.resize(1);
        influences[0].bias = 1 - share;
        influences.push_back({last, share});
        return influences;
    };
}

std::vector<Ring> smooth(const std::vector<Ring>& through, std::uint32_t count) {
    std::vector<Ring> points{beyond(through[0], through[1])};
    points.insert(points.end(), through.begin(), through.end());
    points.push_back(beyond(through.back(), through[through.size() - 2]));

    std::vector<Ring> rings;
    const std::size_t spans = through.size() - 1;
    for (std::uint32_t i = 0; i < count; ++i) {
        const float at = static_cast<float>(i * spans) / static_cast<float>(count - 1);
        const std::size_t span = std::min(static_cast<std::size_t>(at), spans - 1);
        rings.push_back(interpolated(points[span], points[span + 1], points[span + 2], points[span + 3],
                                     at - static_cast<float>(span)));
    }
    return rings;
}

void loft(Mesh& mesh, const std::vector<Ring>& rings, Vec3 u, Vec3 v, std::uint32_t around, const Skin& skin) {
    const bool flip = dot(cross(u, v), rings.back().center - rings.front().center) < 0;
    std::vector<std::uint32_t> starts;
    const auto isPole = [](const Ring& ring) { return ring.u < 1e-3F; };
    for (const Ring& ring : rings) {
        starts.push_back(static_cast<std::uint32_t>(mesh.points.size()));
        for (std::uint32_t i = 0; i < (isPole(ring) ? 1 : around); ++i) {
            const float angle = radians(i, around);
            const Vec3 offset = u * (ring.u * signedPower(cosine(angle), 2 / ring.exponent)) +
                                v * (ring.v * signedPower(sine(angle), 2 / ring.exponent));
            const Vec3 position = isPole(ring) ? ring.center : ring.center + offset;
            mesh.points.push_back({position, {}, skin(position)});
        }
    }
    const auto height = [&](std::size_t ring) {
        return static_cast<float>(ring) / static_cast<float>(rings.size() - 1);
    };
    for (std::size_t k = 0; k + 1 < rings.size(); ++k) {
        const bool low = isPole(rings[k]);
        const bool high = isPole(rings[k + 1]);
        for (std::uint32_t i = 0; i < around; ++i) {
            const std::uint32_t j = (i + 1) % around;
            const std::uint32_t a = starts[k] + (low ? 0 : i);
            const std::uint32_t b = starts[k] + (low ? 0 : j);
            const std::uint32_t c = starts[k + 1] + (high ? 0 : j);
            const std::uint32_t d = starts[k + 1] + (high ? 0 : i);
            const float left = static_cast<float>(i) / static_cast<float>(around);
            const float right = static_cast<float>(i + 1) / static_cast<float>(around);
            const TexCoord ta{left, height(k)}, tb{right, height(k)}, tc{right, height(k + 1)}, td{left, height(k + 1)};
            if (!low) addFace(mesh, {a, b, c}, {ta, tb, tc}, flip);
            if (!high) addFace(mesh, {a, c, d}, {ta, tc, td}, flip);
        }
    }
}

void ball(Mesh& mesh, Vec3 center, Vec3 u, Vec3 v, Vec3 w, Detail detail, const Skin& skin, float exponent) {
    std::vector<Ring> rings;
    for (std::uint32_t k = 0; k < detail.rings; ++k) {
        const float angle = kPi * (static_cast<float>(k) / static_cast<float>(detail.rings - 1) - 0.5F);
        const bool pole = k == 0 || k + 1 == detail.rings;
        const float width = pole ? 0.0F : signedPower(cosine(angle), 2 / exponent);
        rings.push_back({center + w * signedPower(sine(angle), 2 / exponent), width * std::sqrt(dot(u, u)),
                         width * std::sqrt(dot(v, v)), exponent});
    }
    loft(mesh, rings, normalized(u), normalized(v), detail.around, skin);
}

void capsule(Mesh& mesh, Vec3 from, Vec3 to, float fromRadius, float toRadius, Detail detail, const Skin& skin) {
    const Vec3 w = normalized(to - from);
    const Vec3 u = across(w);
    std::vector<Ring> rings;
    // Half of the rings round either end off.
    const std::uint32_t half = std::max(detail.rings / 2, 2U);
    for (std::uint32_t k = 0; k < 2 * half; ++k) {
        const bool start = k < half;
        const std::uint32_t step = start ? k : 2 * half - 1 - k;
        const float angle = 0.5F * kPi * static_cast<float>(step) / static_cast<float>(half - 1);
        const float radius = start ? fromRadius : toRadius;
        const float width = step == 0 ? 0.0F : radius * sine(angle);
        const Vec3 center = start ? from - w * (radius * cosine(angle)) : to + w * (radius * cosine(angle));
        rings.push_back({center, width, width, 2});
    }
    loft(mesh, rings, u, cross(w, u), detail.around, skin);
}

void hoop(Mesh& mesh, Vec3 center, Vec3 axis, float radius, float tube, Detail detail, const Skin& skin) {
    const Vec3 w = normalized(axis);
    const Vec3 u = across(w);
    const Vec3 v = cross(w, u);
    const auto start = static_cast<std::uint32_t>(mesh.points.size());
    const std::uint32_t across = detail.rings;
    for (std::uint32_t i = 0; i < detail.around; ++i) {
        const float angle = radians(i, detail.around);
        const Vec3 out = u * cosine(angle) + v * sine(angle);
        for (std::uint32_t k = 0; k < across; ++k) {
            const float turn = radians(k, across);
            const Vec3 position = center + out * (radius + tube * cosine(turn)) + w * (tube * sine(turn));
            mesh.points.push_back({position, {}, skin(position)});
        }
    }
    for (std::uint32_t i = 0; i < detail.around; ++i) {
        for (std::uint32_t k = 0; k < across; ++k) {
            const std::uint32_t nextI = (i + 1) % detail.around, nextK = (k + 1) % across;
            const std::uint32_t a = start + i * across + k, b = start + nextI * across + k;
            const std::uint32_t c = start + nextI * across + nextK, d = start + i * across + nextK;
            const float left = static_cast<float>(i) / static_cast<float>(detail.around);
            const float right = static_cast<float>(i + 1) / static_cast<float>(detail.around);
            const float low = static_cast<float>(k) / static_cast<float>(across);
            const float high = static_cast<float>(k + 1) / static_cast<float>(across);
            addFace(mesh, {a, b, c}, {TexCoord{left, low}, {right, low}, {right, high}}, false);
            addFace(mesh, {a, c, d}, {TexCoord{left, low}, {right, high}, {left, high}}, false);
        }
    }
}

Mesh mirrored(const Mesh& mesh, const std::function<std::uint32_t(std::uint32_t)>& otherNode) {
    Mesh other = mesh;
    for (Point& point : other.points) {
        point.position.x = -point.position.x;
        for (Influence& influence : point.influences) influence.node = otherNode(influence.node);
    }
    for (Face& face : other.faces) {
        std::swap(face.vertices[1], face.vertices[2]);
        std::swap(face.texCoords[1], face.texCoords[2]);
    }
    return other;
}

void append(Mesh& mesh, const Mesh& more) {
    const std::size_t start = mesh.points.size();
    mesh.points.insert(mesh.points.end(), more.points.begin(), more.points.end());
    for (Face face : more.faces) {
        for (std::uint16_t& vertex : face.vertices) vertex = static_cast<std::uint16_t>(vertex + start);
        mesh.faces.push_back(face);
    }
}

void computeNormals(Mesh& mesh) {
    for (Point& point : mesh.points) point.normal = {};
    for (const Face& face : mesh.faces) {
        const auto at = [&](std::size_t corner) -> Point& { return mesh.points[face.vertices[corner]]; };
        const Vec3 normal = cross(at(1).position - at(0).position, at(2).position - at(0).position);
        for (std::size_t corner = 0; corner < 3; ++corner) at(corner).normal = at(corner).normal + normal;
    }
    for (Point& point : mesh.points) point.normal = normalized(point.normal);
}

float snapped(float value) {
    // Plus zero turns −0 into 0.
    return std::round(value * 4096.0F) / 4096.0F + 0.0F;
}

Vec3 snapped(Vec3 value) {
    return {snapped(value.x), snapped(value.y), snapped(value.z)};
}

Quat snapped(Quat value) {
    const auto fine = [](float x) { return std::round(x * 32768.0F) / 32768.0F + 0.0F; };
    return {fine(value.x), fine(value.y), fine(value.z), fine(value.w)};
}

}  // namespace abc::samples
