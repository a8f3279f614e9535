#include "conversions.h"

#include <convert/source.h>
#include <lta/codes.h>
#include <lta/validate.h>
#include <ltb/validate.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace converting::testing {
namespace {

using abc::Model;
using abc::Vec3;

/// What is found in a text of any source: what the source has, and Jupiter does not take.
bool isOfSource(const core::Finding& finding) {
    static const std::set<std::string_view> kCodes = {"LTA_PACKED",       "LTA_NODE_COUNT",      "LTA_PIECE_COUNT",
                                                      "LTA_KEY_TIMES",    "LTA_LEVEL_DISTANCES", "LTA_FRAMES_STILL",
                                                      "LTA_FRAMES_APART", "LTA_WEIGHT_SET_COUNT"};
    return kCodes.contains(finding.info->name);
}

Violation broken(const std::string& target, std::string_view what) {
    return "converted to " + target + ": " + std::string(what);
}

/// @param isNew nothing of the old file is in it
Violation checkMade(const std::string& target, const Made& made, bool isNew) {
    if (!made.refusal.empty()) {
        if (!made.bytes.empty()) return broken(target, "refused, but there are bytes");
        if (made.refusal.back() != '.') return broken(target, "the refusal is no sentence: " + made.refusal);
        return {};
    }
    for (const auto* const list : {&made.lost, &made.added}) {
        for (const std::string& sentence : *list) {
            if (sentence.empty() || sentence.back() != '.') return broken(target, "no sentence: " + sentence);
        }
    }
    const Read read(made.bytes);
    const core::Format format = read.document.format;
    const bool isRight = target == "lta"   ? format == core::Format::Lta
                         : target == "ltc" ? format == core::Format::Ltc
                         : target.starts_with("ltb")
                             ? format == core::Format::Ltb
                             : format == core::Format::Abc && std::to_string(read.document.version) == target;
    if (!isRight || !read.document.versionKnown) return broken(target, "it is something else");
    if (!read.document.faults.empty() || read.document.chainEnd != core::ChainEnd::Last)
        return broken(target, "it cannot be read to its end");
    const core::Coverage sums =
        core::coverage(read.document.records, static_cast<std::uint32_t>(read.document.bytes.size()));
    if (isNew && sums.opaque + sums.unparsed + sums.unreferenced > 0)
        return broken(target, "it has bytes that nothing describes");
    return {};
}

/// A text that was written has nothing that is found in it but what came with the source.
Violation checkText(const std::string& target, const Made& made) {
    const core::Findings findings = Read(made.bytes).findings();
    for (const core::Finding& finding : findings.list()) {
        if (!isOfSource(finding)) return broken(target, finding.message);
    }
    return {};
}

double sizeOfModel(const Model& model) {
    Vec3 low{std::numeric_limits<float>::max(), std::numeric_limits<float>::max(), std::numeric_limits<float>::max()};
    Vec3 high{-low.x, -low.y, -low.z};
    for (const Vec3& each : model.locations) {
        low = {std::min(low.x, each.x), std::min(low.y, each.y), std::min(low.z, each.z)};
        high = {std::max(high.x, each.x), std::max(high.y, each.y), std::max(high.z, each.z)};
    }
    if (model.locations.empty()) return 1;
    return std::max(
        {double{high.x} - double{low.x}, double{high.y} - double{low.y}, double{high.z} - double{low.z}, 1e-3});
}

double apart(Vec3 a, Vec3 b) {
    return std::hypot(double{a.x} - double{b.x}, double{a.y} - double{b.y}, double{a.z} - double{b.z});
}

class Comparison {
public:
    Comparison(const Model& before, const Model& after, double share, double units)
        : before_(before), after_(after), most_(share * sizeOfModel(before) + units) {}

    Violation run() {
        nodes();
        pieces();
        animations();
        rest();
        if (!violation_) poses();
        return violation_;
    }

private:
    void expect(bool holds, const std::string& what) {
        if (!holds && !violation_) violation_ = what + " differ";
    }
    template <class List>
    bool expectCount(const List& a, const List& b, const std::string& what) {
        expect(a.size() == b.size(), "numbers of " + what);
        return !violation_;
    }
    void expectText(abc::Text a, abc::Text b, const std::string& what) {
        expect(before_.text(a) == after_.text(b),
               what + " (" + std::string(before_.text(a)) + ", " + std::string(after_.text(b)) + ")");
    }
    void expectVector(Vec3 a, Vec3 b, const std::string& what) { expect(a.x == b.x && a.y == b.y && a.z == b.z, what); }

    void nodes() {
        if (!expectCount(before_.nodes, after_.nodes, "nodes")) return;
        for (std::size_t n = 0; n < before_.nodes.size(); ++n) {
            expectText(before_.nodes[n].name, after_.nodes[n].name, "names of nodes");
            expect(before_.nodes[n].flags == after_.nodes[n].flags, "flags");
            expect(before_.nodes[n].parent == after_.nodes[n].parent, "parents");
            expect(before_.nodes[n].bind.m == after_.nodes[n].bind.m, "matrices");
        }
        if (!expectCount(before_.weightSets, after_.weightSets, "weight sets")) return;
        for (std::size_t w = 0; w < before_.weightSets.size(); ++w) {
            expectText(before_.weightSets[w].name, after_.weightSets[w].name, "names of weight sets");
            expect(before_.weightSets[w].weights == after_.weightSets[w].weights, "weight sets");
        }
    }

    void pieces() {
        if (!expectCount(before_.pieces, after_.pieces, "pieces")) return;
        for (std::uint32_t p = 0; p < before_.pieces.size() && !violation_; ++p) {
            expectText(before_.pieces[p].name, after_.pieces[p].name, "names of pieces");
            expect(before_.pieces[p].materialIndex == after_.pieces[p].materialIndex, "skin slots");
            expect(before_.pieces[p].lodCount == after_.pieces[p].lodCount, "levels");
            for (std::uint32_t l = 0; l < before_.pieces[p].lodCount && !violation_; ++l) triangles(p, l);
        }
    }

    void triangles(std::uint32_t piece, std::uint32_t level) {
        const abc::PieceTopology one = abc::topology(before_, piece, level);
        const abc::PieceTopology two = abc::topology(after_, piece, level);
        if (!expectCount(one, two, "triangles")) return;
        for (std::size_t t = 0; t < one.size(); ++t) {
            expect(one[t].corners == two[t].corners, "corners");
            for (std::uint32_t c = 0; c < 3; ++c) {
                const abc::TexCoord a = before_.texCoord(*before_.lod(piece, level), one[t].face, c);
                const abc::TexCoord b = after_.texCoord(*after_.lod(piece, level), two[t].face, c);
                expect(a.u == b.u && a.v == b.v, "texture coordinates");
            }
        }
    }

    void animations() {
        if (!expectCount(before_.animations, after_.animations, "animations")) return;
        for (std::size_t a = 0; a < before_.animations.size() && !violation_; ++a) {
            const abc::Animation& one = before_.animations[a];
            const abc::Animation& two = after_.animations[a];
            expectText(one.name, two.name, "names of animations");
            expectVector(one.extents, two.extents, "boxes");
            expect(one.interpolationTime == two.interpolationTime, "transition times");
            expect(one.keyCount == two.keyCount, "keys");
            for (std::uint32_t k = 0; k < one.keyCount && !violation_; ++k) {
                const abc::Keyframe& key = before_.keyframes[one.firstKey + k];
                const abc::Keyframe& other = after_.keyframes[two.firstKey + k];
                expect(key.time == other.time, "times of keys");
                expectText(key.string, other.string, "frame strings");
            }
            expectVector(originOf(before_, one), originOf(after_, two), "origins");
        }
    }
    static Vec3 originOf(const Model& model, const abc::Animation& animation) {
        const abc::Binding* const binding = model.binding(0, model.text(animation.name));
        return binding != nullptr ? binding->origin : Vec3{};
    }

    void rest() {
        if (!expectCount(before_.sockets, after_.sockets, "sockets")) return;
        for (std::size_t s = 0; s < before_.sockets.size(); ++s) {
            const abc::Socket& one = before_.sockets[s];
            const abc::Socket& two = after_.sockets[s];
            expectText(one.name, two.name, "names of sockets");
            expect(one.node == two.node, "nodes of sockets");
            expectVector(one.location, two.location, "places of sockets");
            expect(one.rotation.x == two.rotation.x && one.rotation.y == two.rotation.y &&
                       one.rotation.z == two.rotation.z && one.rotation.w == two.rotation.w,
                   "rotations of sockets");
        }
        if (!expectCount(before_.childModels, after_.childModels, "child models")) return;
        for (std::size_t c = 1; c < before_.childModels.size(); ++c) {
            expect(baseOf(before_, c) == baseOf(after_, c), "child models");
        }
    }
    /// Each format has its own extension.
    static std::string baseOf(const Model& model, std::size_t child) {
        const std::string_view name = model.text(model.childModels[child].name);
        std::string out = withoutExtension(name, ".abc");
        if (out.size() == name.size()) out = withoutExtension(name, ".ltb");
        return out;
    }

    void poses() {
        expectPose(nullptr, 0, 0);
        for (std::uint32_t a = 0; a < before_.animations.size() && !violation_; ++a) {
            if (!before_.animations[a].complete) continue;
            const double length = before_.lengthOf(before_.animations[a]);
            for (const double part : {0.0, 0.37, 1.0}) expectPose(&before_.animations[a], a, part * length);
        }
    }

    static abc::Pose posed(const Model& model, const abc::Animation* animation, std::uint32_t index, double time) {
        abc::Layer layer;
        if (animation != nullptr) {
            layer.source = &model;
            layer.animation = index;
            layer.timeMs = time;
            layer.rootOrigin = originOf(model, model.animations[index]);
        }
        return abc::pose(model, {&layer, 1});
    }

    void expectPose(const abc::Animation* animation, std::uint32_t index, double time) {
        const abc::Pose one = posed(before_, animation, index, time);
        const abc::Pose two = posed(after_, animation, index, time);
        const std::string what = animation == nullptr ? "the bind pose" : "the pose at " + std::to_string(time);
        for (std::size_t n = 0; n < one.nodes.size(); ++n) {
            const double off = apart(one.nodes[n].translation(), two.nodes[n].translation());
            if (!(off <= most_)) return expect(false, "nodes in " + what + " (by " + std::to_string(off) + ")");
        }
        for (std::uint32_t p = 0; p < before_.pieces.size(); ++p) {
            for (std::uint32_t l = 0; l < before_.pieces[p].lodCount; ++l) expectSurface(one, two, p, l, what);
        }
    }
    void expectSurface(const abc::Pose& one, const abc::Pose& two, std::uint32_t piece, std::uint32_t level,
                       const std::string& what) {
        const std::uint32_t count = before_.vertexCount(piece, level);
        // A level without triangles shows nothing, and may have lost its vertices.
        if (before_.lod(piece, level)->faceCount == 0) return;
        if (count != after_.vertexCount(piece, level)) return expect(false, "numbers of vertices");
        std::vector<Vec3> a(count), b(count), normals(count), others(count);
        abc::deform(before_, one, piece, level, a, normals);
        abc::deform(after_, two, piece, level, b, others);
        constexpr double kNormal = 1e-4;
        for (std::uint32_t v = 0; v < count; ++v) {
            const double off = apart(a[v], b[v]);
            if (!(off <= most_)) return expect(false, "vertices in " + what + " (by " + std::to_string(off) + ")");
            if (!(apart(normals[v], others[v]) <= kNormal)) return expect(false, "normals in " + what);
        }
    }

    const Model& before_;
    const Model& after_;
    double most_;
    Violation violation_;
};

}  // namespace

core::Findings Read::findings() const {
    switch (document.format) {
        case core::Format::Ltb: return ltb::validate(document, model);
        case core::Format::Lta:
        case core::Format::Ltc: return lta::validate(document, lta::partsOf(document), model);
        default: return abc::validate(document, model);
    }
}

Violation checkConversions(core::Bytes bytes) {
    const core::Document document = exporting::parseAny(bytes);
    const bool isText = document.format == core::Format::Lta || document.format == core::Format::Ltc;
    for (const std::string& target : targetsOf(document)) {
        const Made made = convert(document, target);
        const bool isOther = target == "lta" || target == "ltc" || target.starts_with("ltb");
        const bool isNew = document.format != core::Format::Abc || isOther;
        if (auto violation = checkMade(target, made, isNew)) {
            // A text stays as it is, whatever is in it.
            const bool isCopied = isText && (target == "lta" || target == "ltc") && made.refusal.empty();
            if (!isCopied) return violation;
        }
        if (target.starts_with("ltb") && made.refusal.empty() && !Read(made.bytes).findings().list().empty()) {
            return broken(target, Read(made.bytes).findings().list()[0].message);
        }
        if (!made.refusal.empty() || isText || (target != "lta" && target != "ltc")) continue;
        if (auto violation = checkText(target, made)) return violation;
    }
    return {};
}

Violation checkSameModel(const abc::Model& before, const abc::Model& after, double share, double units) {
    return Comparison(before, after, share, units).run();
}

}  // namespace converting::testing
