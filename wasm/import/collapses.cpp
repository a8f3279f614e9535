#include "collapses.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "numbers.h"

namespace importing {
namespace {

/// A border must not creep: planes upright on it weigh this much more than those of the triangles.
constexpr double kBorder = 10;
/// Of two edges in a plane the shorter one goes first, which also keeps the texture from sliding.
constexpr double kLength = 1e-3;
/// A triangle may turn by about 75° at most.
constexpr double kMostTurned = 0.25;
/// A triangle that becomes smaller than this share of itself is flat.
constexpr double kFlat = 1e-6;
/// Edges, vertices or triangles of one part of the work.
constexpr std::uint32_t kPart = 1024;
/// Triangles around the ends of an edge that collapses: the middle of a fan of thousands stays.
constexpr std::size_t kMostAround = 256;
/// What was refused is tried so often again.
constexpr int kRounds = 32;

using Vector = std::array<double, 3>;

/// Twice the area of a triangle, as a direction.
Vector upright(const Vector& a, const Vector& b, const Vector& c) {
    const Vector u{b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    const Vector v{c[0] - a[0], c[1] - a[1], c[2] - a[2]};
    return {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
}

double sizeOf(const Vector& v) {
    return lengthOf(v[0], v[1], v[2]);
}

template <class List>
bool has(const List& list, std::uint32_t value) {
    return std::find(list.begin(), list.end(), value) != list.end();
}

}  // namespace

Collapsing::Collapsing(CollapseMesh mesh, std::size_t wanted, std::size_t most)
    : first_(static_cast<std::uint32_t>(mesh.positions.size() / 3)),
      wanted_(wanted),
      // Each collapse takes two vertices away and gives one.
      most_(std::min<std::size_t>(most, first_ > 0 ? first_ - 1 : 0)),
      node_(std::move(mesh.node)),
      fixed_(std::move(mesh.fixed)) {
    const std::size_t all = first_ + most_;
    positions_.resize(all);
    for (std::size_t v = 0; v < first_; ++v)
        positions_[v] = {mesh.positions[3 * v], mesh.positions[3 * v + 1], mesh.positions[3 * v + 2]};
    for (std::size_t c = 0; c < mesh.corners.size(); c += 3)
        faces_.push_back({mesh.corners[c], mesh.corners[c + 1], mesh.corners[c + 2]});
    node_.resize(all);
    fixed_.resize(all);
    quadrics_.resize(all);
    facesAt_.resize(all);
    isReplaced_.resize(all);
    seen_.resize(all);
    isGone_.resize(faces_.size());
    fixSeams();
}

bool Collapsing::step() {
    const auto each = [this](std::size_t count, auto visit, Phase then) {
        const auto end = static_cast<std::uint32_t>(std::min<std::size_t>(count, std::size_t{next_} + kPart));
        for (; next_ < end; ++next_) visit(next_);
        if (next_ < count) return;
        next_ = 0;
        phase_ = then;
    };
    switch (phase_) {
        case Phase::Faces:
            each(
                faces_.size(), [this](std::uint32_t face) { readFace(face); }, Phase::Borders);
            break;
        case Phase::Borders:
            each(
                first_, [this](std::uint32_t vertex) { guardBorders(vertex); }, Phase::Edges);
            break;
        case Phase::Edges:
            each(
                first_, [this](std::uint32_t vertex) { offerEdges(vertex); }, Phase::Collapses);
            all_ = left_;
            break;
        case Phase::Collapses:
            for (std::uint32_t i = 0; i < kPart && phase_ == Phase::Collapses; ++i) {
                if (!nextCollapse()) phase_ = Phase::Done;
            }
            break;
        case Phase::Done: return false;
    }
    return phase_ != Phase::Done;
}

double Collapsing::done() const {
    if (phase_ != Phase::Collapses || all_ <= wanted_) return 0;
    return static_cast<double>(all_ - left_) / static_cast<double>(all_ - wanted_);
}

/// Takes one edge. False: there is nothing more to do.
bool Collapsing::nextCollapse() {
    if (left_ <= wanted_ || pairs_.size() >= 2 * most_) return false;
    const std::optional<Candidate> edge = heap_.pop();
    if (!edge) {
        // What was refused may be possible after the collapses around it.
        if (!didCollapse_ || refused_.empty() || ++rounds_ > kRounds) return false;
        for (const Candidate& again : refused_) heap_.push(again);
        refused_.clear();
        didCollapse_ = false;
        return true;
    }
    if (isReplaced_[edge->a] || isReplaced_[edge->b]) return true;
    if (canCollapse(edge->a, edge->b)) {
        collapse(edge->a, edge->b);
        didCollapse_ = true;
    } else {
        refused_.push_back(*edge);
    }
    return true;
}

/// Vertices in one place are the two sides of a seam, which would open if one of them moved.
void Collapsing::fixSeams() {
    std::map<PlaceKey, std::uint32_t> at;
    for (std::uint32_t v = 0; v < first_; ++v) {
        const Vector& p = positions_[v];
        const PlaceKey key = placeKey(static_cast<float>(p[0]), static_cast<float>(p[1]), static_cast<float>(p[2]));
        const auto [other, isNew] = at.try_emplace(key, v);
        if (isNew) continue;
        fixed_[v] = true;
        fixed_[other->second] = true;
    }
}

void Collapsing::readFace(std::uint32_t face) {
    const Corners& corners = faces_[face];
    const auto [a, b, c] = corners;
    if (a == b || b == c || c == a) {
        // It is drawn nowhere, and no collapse counts it.
        isGone_[face] = true;
        return;
    }
    ++left_;
    for (const std::uint32_t v : corners) facesAt_[v].push_back(face);
    Plane plane{};
    const double area = planeOf(corners, plane);
    if (!(area > 0)) return;
    for (const std::uint32_t v : corners) addPlane(v, plane, area);
}

void Collapsing::guardBorders(std::uint32_t vertex) {
    for (const std::uint32_t other : neighboursOf(vertex)) {
        if (other < vertex) continue;
        const std::vector<std::uint32_t> shared = facesOf(vertex, other);
        if (shared.size() == 1) {
            guardBorder(vertex, other, shared.front());
        } else if (shared.size() > 2) {
            fixed_[vertex] = true;
            fixed_[other] = true;
        }
    }
}

/// A plane through the edge, upright on its triangle.
void Collapsing::guardBorder(std::uint32_t a, std::uint32_t b, std::uint32_t face) {
    Plane plane{};
    if (planeOf(faces_[face], plane) == 0) return;
    const Vector& p = positions_[a];
    const Vector& q = positions_[b];
    const Vector e{q[0] - p[0], q[1] - p[1], q[2] - p[2]};
    const auto [nx, ny, nz, nw] = plane;
    const Vector direction{ny * e[2] - nz * e[1], nz * e[0] - nx * e[2], nx * e[1] - ny * e[0]};
    const double length = sizeOf(direction);
    if (length == 0) return;
    for (std::size_t i = 0; i < 3; ++i) plane[i] = direction[i] / length;
    plane[3] = -(plane[0] * p[0] + plane[1] * p[1] + plane[2] * p[2]);
    for (const std::uint32_t v : {a, b}) addPlane(v, plane, kBorder * length * length);
}

void Collapsing::offerEdges(std::uint32_t vertex) {
    for (const std::uint32_t other : neighboursOf(vertex)) {
        if (vertex < other) offer(vertex, other);
    }
}

void Collapsing::offer(std::uint32_t a, std::uint32_t b) {
    if (fixed_[a] || fixed_[b] || node_[a] != node_[b]) return;
    if (facesAt_[a].size() + facesAt_[b].size() > kMostAround) return;
    heap_.push({a, b, costOf(a, b)});
}

double Collapsing::costOf(std::uint32_t a, std::uint32_t b) const {
    const Vector& p = positions_[a];
    const Vector& q = positions_[b];
    const auto [x, y, z] = middleOf(a, b);
    const double square = (p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1]) + (p[2] - q[2]) * (p[2] - q[2]);
    Quadric s{};
    for (std::size_t i = 0; i < s.size(); ++i) s[i] = quadrics_[a][i] + quadrics_[b][i];
    const double error = s[0] * x * x + s[4] * y * y + s[7] * z * z + s[9] +
                         2 * (s[1] * x * y + s[2] * x * z + s[3] * x + s[5] * y * z + s[6] * y + s[8] * z);
    return greater(error, 0) + kLength * square * square;
}

/// Exactly two triangles go, none turns over, and the surface stays one.
bool Collapsing::canCollapse(std::uint32_t a, std::uint32_t b) {
    const std::vector<std::uint32_t> shared = facesOf(a, b);
    if (shared.size() != 2) return false;
    const std::vector<std::uint32_t> ofB = neighboursOf(b);
    // The vertices that are seen after this are those around a.
    static_cast<void>(neighboursOf(a));
    const auto common = std::count_if(ofB.begin(), ofB.end(), [this](std::uint32_t v) { return seen_[v] == search_; });
    if (common != 2) return false;
    if (isBorder(a) && isBorder(b)) return false;
    const Vector middle = middleOf(a, b);
    std::vector<std::array<std::uint32_t, 2>> opposite;
    for (const std::uint32_t face : around(a, b)) {
        if (has(shared, face)) continue;
        std::array<std::uint32_t, 2> others{};
        std::size_t count = 0;
        for (const std::uint32_t v : faces_[face]) {
            if (v != a && v != b && count < others.size()) others[count++] = v;
        }
        if (others[0] > others[1]) std::swap(others[0], others[1]);
        if (std::find(opposite.begin(), opposite.end(), others) != opposite.end()) return false;
        opposite.push_back(others);
        if (turnsOver(face, a, b, middle)) return false;
    }
    return !opposite.empty();
}

bool Collapsing::turnsOver(std::uint32_t face, std::uint32_t a, std::uint32_t b, const Vector& middle) const {
    std::array<Vector, 3> before{};
    std::array<Vector, 3> after{};
    for (std::size_t i = 0; i < 3; ++i) {
        const std::uint32_t v = faces_[face][i];
        before[i] = positions_[v];
        after[i] = v == a || v == b ? middle : positions_[v];
    }
    const Vector was = upright(before[0], before[1], before[2]);
    const Vector is = upright(after[0], after[1], after[2]);
    const double lengthBefore = sizeOf(was);
    const double lengthAfter = sizeOf(is);
    if (lengthBefore == 0) return false;
    const double dot = was[0] * is[0] + was[1] * is[1] + was[2] * is[2];
    return lengthAfter < kFlat * lengthBefore || dot < kMostTurned * lengthBefore * lengthAfter;
}

void Collapsing::collapse(std::uint32_t a, std::uint32_t b) {
    const auto made = static_cast<std::uint32_t>(first_ + pairs_.size() / 2);
    pairs_.insert(pairs_.end(), {a, b});
    positions_[made] = middleOf(a, b);
    for (std::size_t i = 0; i < quadrics_[made].size(); ++i) quadrics_[made][i] = quadrics_[a][i] + quadrics_[b][i];
    node_[made] = node_[a];
    for (const std::uint32_t face : facesOf(a, b)) {
        isGone_[face] = true;
        --left_;
        for (const std::uint32_t v : faces_[face]) {
            auto& list = facesAt_[v];
            list.erase(std::find(list.begin(), list.end(), face));
        }
    }
    std::vector<std::uint32_t> all = around(a, b);
    for (const std::uint32_t face : all) {
        for (std::uint32_t& v : faces_[face]) {
            if (v == a || v == b) v = made;
        }
    }
    facesAt_[made] = std::move(all);
    facesAt_[a] = {};
    facesAt_[b] = {};
    isReplaced_[a] = true;
    isReplaced_[b] = true;
    std::vector<std::uint32_t> neighbours = neighboursOf(made);
    std::sort(neighbours.begin(), neighbours.end());
    for (const std::uint32_t v : neighbours) offer(v, made);
}

/// Each once, in the order of the triangles.
std::vector<std::uint32_t> Collapsing::neighboursOf(std::uint32_t vertex) {
    ++search_;
    std::vector<std::uint32_t> out;
    for (const std::uint32_t face : facesAt_[vertex]) {
        for (const std::uint32_t other : faces_[face]) {
            if (other == vertex || seen_[other] == search_) continue;
            seen_[other] = search_;
            out.push_back(other);
        }
    }
    return out;
}

std::vector<std::uint32_t> Collapsing::facesOf(std::uint32_t a, std::uint32_t b) const {
    const auto& ofA = facesAt_[a];
    const auto& ofB = facesAt_[b];
    const bool isFirst = ofA.size() < ofB.size();
    std::vector<std::uint32_t> out;
    for (const std::uint32_t face : isFirst ? ofA : ofB) {
        if (has(faces_[face], isFirst ? b : a)) out.push_back(face);
    }
    return out;
}

/// The triangles at either vertex, each once.
std::vector<std::uint32_t> Collapsing::around(std::uint32_t a, std::uint32_t b) const {
    std::vector<std::uint32_t> out = facesAt_[a];
    for (const std::uint32_t face : facesAt_[b]) {
        if (!has(faces_[face], a)) out.push_back(face);
    }
    return out;
}

bool Collapsing::isBorder(std::uint32_t vertex) {
    const std::vector<std::uint32_t> neighbours = neighboursOf(vertex);
    return std::any_of(neighbours.begin(), neighbours.end(),
                       [&](std::uint32_t other) { return facesOf(vertex, other).size() == 1; });
}

Collapsing::Vector Collapsing::middleOf(std::uint32_t a, std::uint32_t b) const {
    const Vector& p = positions_[a];
    const Vector& q = positions_[b];
    return {(p[0] + q[0]) / 2, (p[1] + q[1]) / 2, (p[2] + q[2]) / 2};
}

/// The plane of a triangle, its normal of length 1. Returns the triangle's area; 0 of one that has no plane.
double Collapsing::planeOf(const Corners& corners, Plane& out) const {
    const Vector& a = positions_[corners[0]];
    const Vector normal = upright(a, positions_[corners[1]], positions_[corners[2]]);
    const double length = sizeOf(normal);
    if (!(length > 0 && std::isfinite(length))) return 0;
    for (std::size_t i = 0; i < 3; ++i) out[i] = normal[i] / length;
    out[3] = -(out[0] * a[0] + out[1] * a[1] + out[2] * a[2]);
    return length / 2;
}

void Collapsing::addPlane(std::uint32_t vertex, const Plane& plane, double weight) {
    std::size_t at = 0;
    for (std::size_t row = 0; row < plane.size(); ++row) {
        for (std::size_t column = row; column < plane.size(); ++column, ++at)
            quadrics_[vertex][at] += weight * plane[row] * plane[column];
    }
}

}  // namespace importing
