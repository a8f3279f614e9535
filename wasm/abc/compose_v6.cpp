// v6: a new model → bytes (abc.md §2).
#include <algorithm>
#include <limits>

#include "build.h"
#include "compose.h"

namespace abc {

using schema::Id;

namespace {

constexpr std::string_view kFileToken = "MonolithExport Model File v6";
/// Of packed normals.
constexpr float kOne = 127;
/// Places of vertices that bounds are made of, at most: a fraction of a second.
constexpr std::size_t kMostPlaces = std::size_t{1} << 25U;

/// A box around points.
struct Bounds {
    Vec3 low{std::numeric_limits<float>::max(), std::numeric_limits<float>::max(), std::numeric_limits<float>::max()};
    Vec3 high{std::numeric_limits<float>::lowest(), std::numeric_limits<float>::lowest(),
              std::numeric_limits<float>::lowest()};

    void add(Vec3 v) {
        if (!isFinite(v)) return;
        low = {std::min(low.x, v.x), std::min(low.y, v.y), std::min(low.z, v.z)};
        high = {std::max(high.x, v.x), std::max(high.y, v.y), std::max(high.z, v.z)};
    }
    void add(const Bounds& other) {
        if (other.isEmpty()) return;
        add(other.low);
        add(other.high);
    }
    [[nodiscard]] bool isEmpty() const { return low.x > high.x; }
};

/// Places of the vertices of the full mesh in the poses of keys.
class Posed {
public:
    explicit Posed(const NewModel& model)
        : model_(model),
          level_(model.pieces[0].levels[0]),
          count_(level_.locations.size() / kVectorNumbers - level_.collapses.size() / 2),
          node_(level_.weightNode),
          deformation_(count_, kNone),
          conjugates_(model.transformInfo.value_or(TransformInfo{}).fixAnimKeyframes != 0) {
        for (std::uint32_t n = 0; n < model.nodes.size(); ++n) {
            const auto& deformed = model.nodes[n].deformed;
            for (std::uint32_t i = 0; i < deformed.size(); ++i) {
                node_[deformed[i]] = n;
                deformation_[deformed[i]] = i;
            }
        }
    }

    [[nodiscard]] std::size_t count() const { return count_; }
    /// The node that moves a vertex.
    [[nodiscard]] std::uint32_t nodeOf(std::size_t vertex) const { return node_[vertex]; }

    /// The nodes in the space of the model.
    [[nodiscard]] std::vector<Mat4> nodes(const NewAnimation& animation, std::size_t key) const {
        std::vector<Mat4> out(model_.nodes.size());
        for (std::size_t n = 0; n < out.size(); ++n) {
            const std::size_t at = keyAt(animation, n, key);
            const Quat stored = quatAt(animation.keys, at + kVectorNumbers);
            const Mat4 local = transform(vectorAt(animation.keys, at), conjugates_ ? conjugate(stored) : stored);
            out[n] = n == 0 ? local : out[static_cast<std::size_t>(model_.nodes[n].parent)] * local;
        }
        return out;
    }

    [[nodiscard]] Vec3 place(const std::vector<Mat4>& nodes, const NewAnimation& animation, std::size_t key,
                             std::size_t vertex) const {
        const std::uint32_t node = node_[vertex];
        if (deformation_[vertex] == kNone) return nodes[node].apply(nthVector(level_.locations, vertex));
        const NewDeformation& packed = animation.deformation[node];
        const auto* const at = packed.positions.data() +
                               kVectorNumbers * (key * model_.nodes[node].deformed.size() + deformation_[vertex]);
        return nodes[node].apply({static_cast<float>(at[0]) * packed.scale.x + packed.transform.x,
                                  static_cast<float>(at[1]) * packed.scale.y + packed.transform.y,
                                  static_cast<float>(at[2]) * packed.scale.z + packed.transform.z});
    }

private:
    const NewModel& model_;
    const NewLevel& level_;
    std::size_t count_;
    std::vector<std::uint32_t> node_;
    /// Of each vertex its index among those that its node deforms, kNone without deformation.
    std::vector<std::uint32_t> deformation_;
    bool conjugates_;
};

class ComposerV6 {
public:
    explicit ComposerV6(const NewModel& model)
        : model_(model),
          level_(model.pieces[0].levels[0]),
          posed_(model),
          dialect_(*findVersion(model.version)),
          writer_(dialect_) {}

    Written run() {
        measure();
        writer_.section("Header", Id::HeaderSection6, [this] {
            writer_.string("FileToken", kFileToken);
            writer_.string("CommandString", model_.commandString);
        });
        writer_.section("Geometry", Id::GeometrySection6, [this] { geometry(); });
        writer_.section("Nodes", Id::NodesSection6, [this] { nodes(); });
        writer_.section("Animation", Id::AnimationSection6, [this] { animations(); });
        writer_.section("AnimDims", Id::AnimDimsSection6, [this] {
            for (const NewAnimation& animation : model_.animations) writer_.vector("Dimensions", animation.extents);
        });
        if (model_.transformInfo) {
            writer_.section("TransformInfo", Id::TransformInfoSection6, [this] {
                writer_.i32("FlipMat", model_.transformInfo->flipMat);
                writer_.i32("FixAnimKeyframes", model_.transformInfo->fixAnimKeyframes);
            });
        }
        return writer_.finish();
    }

private:
    void number(FieldName name, std::size_t count) { writer_.u32(name, static_cast<std::uint32_t>(count)); }

    void bounds(const Bounds& box) {
        writer_.vector("BoundsMin", box.isEmpty() ? Vec3{} : box.low);
        writer_.vector("BoundsMax", box.isEmpty() ? Vec3{} : box.high);
    }

    /// The boxes around each animation: of its keys, or of some of them where there are very many.
    void measure() {
        std::size_t keys = 0;
        for (const NewAnimation& animation : model_.animations) keys += animation.times.size();
        const std::size_t step = 1 + keys * posed_.count() / kMostPlaces;
        for (const NewAnimation& animation : model_.animations) {
            Bounds& box = bounds_.emplace_back();
            for (std::size_t k = 0; k < animation.times.size(); k += step) {
                const std::vector<Mat4> nodes = posed_.nodes(animation, k);
                for (std::size_t v = 0; v < posed_.count(); ++v) box.add(posed_.place(nodes, animation, k, v));
            }
        }
    }

    /// @param normal at length 1 or 0
    void packed(FieldName name, Vec3 normal) {
        const auto byte = [](float value) {
            return std::isfinite(value) ? static_cast<int>(std::lround(std::clamp(value, -1.0F, 1.0F) * kOne)) : 0;
        };
        writer_.element(name, [&] {
            writer_.i8("X", byte(normal.x));
            writer_.i8("Y", byte(normal.y));
            writer_.i8("Z", byte(normal.z));
        });
    }

    [[nodiscard]] const NewAnimation& rest() const {
        const auto named = std::find_if(model_.animations.begin(), model_.animations.end(), [](const auto& animation) {
            return equalIgnoringCase(animation.name, kRestName);
        });
        return named == model_.animations.end() ? model_.animations.front() : *named;
    }

    void geometry() {
        Bounds all;
        for (const Bounds& box : bounds_) all.add(box);
        bounds(all);
        collapses();
        faces();
        const std::size_t vertices = level_.locations.size() / kVectorNumbers;
        number("NumVerts", vertices);
        number("NormalVerts", posed_.count());
        for (std::size_t v = 0; v < vertices; ++v) {
            writer_.element("VertexInfo", [&] {
                writer_.vector("Position", nthVector(level_.locations, v));
                packed("VertexNormal", normalized(nthVector(level_.normals, v)));
                writer_.u8("TransformationIndex", level_.weightNode[v]);
                for (std::size_t i = 0; i < 2; ++i) {
                    const std::size_t collapse = v - std::min(v, posed_.count());
                    writer_.u16("Replacements", v < posed_.count() ? 0 : level_.collapses[2 * collapse + i]);
                }
            });
        }
    }

    /// Before each collapse, how many vertices of the full mesh the ones before it take.
    void collapses() {
        const std::size_t count = level_.collapses.size() / 2;
        number("NumLODs", count);
        std::vector<bool> isTaken(posed_.count());
        std::uint32_t taken = 0;
        for (std::size_t j = 0; j <= count; ++j) {
            writer_.u16("VertexStartNum", taken);
            for (std::size_t i = 2 * j; i < std::min(2 * j + 2, level_.collapses.size()); ++i) {
                const std::uint32_t vertex = level_.collapses[i];
                if (vertex >= posed_.count() || isTaken[vertex]) continue;
                isTaken[vertex] = true;
                ++taken;
            }
        }
    }

    void faces() {
        const NewAnimation& still = rest();
        const std::vector<Mat4> nodes = posed_.nodes(still, 0);
        // A mirrored file has its corners the other way round, and its normals point outward too.
        const float outward = model_.transformInfo.value_or(TransformInfo{}).flipMat != 0 ? -1.0F : 1.0F;
        number("NumTris", level_.corners.size() / 3);
        for (std::size_t first = 0; first < level_.corners.size(); first += 3) {
            writer_.element("FaceInfo", [&] {
                for (std::size_t corner = first; corner < first + 3; ++corner) {
                    writer_.floats("TexCoords", std::span(level_.uvs).subspan(2 * corner, 2));
                }
                std::array<Vec3, 3> at;
                for (std::size_t c = 0; c < 3; ++c) {
                    writer_.u16("VertexIndex", level_.corners[first + c]);
                    at[c] = posed_.place(nodes, still, 0, level_.corners[first + c]);
                }
                // As the normals of its vertices: in the space of the node, which has no scale.
                const Mat4& node = nodes[posed_.nodeOf(level_.corners[first])];
                const Vec3 normal = normalized(cross(normalized(at[1] - at[0]), normalized(at[2] - at[0]))) * outward;
                packed("FaceNormal", inverse(node).rotate(normal));
            });
        }
    }

    void nodes() {
        const std::vector<std::uint32_t> children = childCounts(model_.nodes);
        for (std::size_t n = 0; n < model_.nodes.size(); ++n) {
            const NewNode& node = model_.nodes[n];
            writer_.element("Nodes", [&] {
                bounds({});
                writer_.string("NodeName", node.name);
                writer_.u16("TransformationIndex", static_cast<std::uint32_t>(n));
                writer_.u8("Flags", node.flags);
                number("NumMDVerts", node.deformed.size());
                for (const std::uint32_t vertex : node.deformed) writer_.u16("MDVertList", vertex);
                writer_.u32("NumChildren", children[n]);
            });
        }
    }

    void animations() {
        number("NumAnims", model_.animations.size());
        for (std::size_t a = 0; a < model_.animations.size(); ++a) {
            const NewAnimation& animation = model_.animations[a];
            writer_.element("Anims", [&] {
                writer_.string("AnimName", animation.name);
                writer_.u32("Length", animation.times.back());
                bounds(bounds_[a]);
                number("NumKeyframes", animation.times.size());
                for (std::size_t k = 0; k < animation.times.size(); ++k) {
                    writer_.element("KeyframeData", [&] {
                        writer_.u32("TimeIndex", animation.times[k]);
                        bounds({});
                        writer_.string("FrameString", animation.strings[k]);
                    });
                }
                for (std::size_t n = 0; n < model_.nodes.size(); ++n) {
                    writer_.element("NodeAnims", [&] { keys(animation, n); });
                }
            });
        }
    }

    void keys(const NewAnimation& animation, std::size_t node) {
        const std::size_t deformed = model_.nodes[node].deformed.size();
        writer_.floats("Keys", keysOf(animation, node));
        const NewDeformation none;
        const NewDeformation& packed = animation.deformation.empty() ? none : animation.deformation[node];
        for (std::size_t k = 0; deformed > 0 && k < animation.times.size(); ++k) {
            writer_.element("Deformation", [&] {
                for (std::size_t v = 0; v < deformed; ++v) {
                    const auto* const at = packed.positions.data() + kVectorNumbers * (k * deformed + v);
                    writer_.element("", [&] {
                        writer_.u8("X", at[0]);
                        writer_.u8("Y", at[1]);
                        writer_.u8("Z", at[2]);
                    });
                }
            });
        }
        writer_.vector("Scale", packed.scale);
        writer_.vector("Transform", packed.transform);
    }

    const NewModel& model_;
    const NewLevel& level_;
    Posed posed_;
    /// Of each animation.
    std::vector<Bounds> bounds_;
    Dialect dialect_;
    Writer writer_;
};

}  // namespace

Written composeV6(const NewModel& model) {
    return ComposerV6(model).run();
}

}  // namespace abc
