// A glTF that goes back into a file: what changed in between may be anything. What comes of it are changes that the
// editor makes, and a file that was whole stays so.
#include "merging.h"
#include "support/surface.h"

namespace abc::testing {
namespace {

using merging::Merge;
using merging::Mesh;

/// What an export has of a file, and what was changed in it.
class Given {
public:
    Given(Choices& choices, Bytes bytes) : choices_(choices), document_(parse(bytes)), model_(buildModel(document_)) {}

    [[nodiscard]] const Model& model() const { return model_; }
    [[nodiscard]] bool isWhole() const { return document_.faults.empty(); }
    /// Versions whose animations are known as they are written (web/from-glb/merge/new-animation.ts).
    [[nodiscard]] bool canAddAnimations() const { return document_.version >= 6 && document_.version <= 12; }

    merging::Rig rig() {
        merging::Rig out;
        const Pose still = pose(model_, {});
        for (std::size_t n = 0; n < model_.nodes.size(); ++n) {
            Affine& bind = out.binds.emplace_back();
            std::copy_n(still.nodes[n].m.begin(), bind.size(), bind.begin());
            out.inverseBinds.push_back(inverse(bind).value_or(kIdentity));
            const auto& [place, turn] = still.locals[n];
            out.rest.push_back({{place.x, place.y, place.z}, unit({turn.x, turn.y, turn.z, turn.w})});
            out.turns.push_back({0, 0, 0, 1});
        }
        out.isMoved.resize(out.nodes());
        out.isRenamed.resize(choices_.fitting(out.nodes()));
        for (auto&& isRenamed : out.isRenamed) isRenamed = choices_(4) == 3;
        out.bindsNow = out.binds;
        out.inverseNow = out.inverseBinds;
        for (std::uint32_t i = out.nodes() > 0 ? choices_(3) : 0; i > 0; --i) {
            const std::size_t node = choices_(static_cast<std::uint32_t>(out.nodes()));
            out.bindsNow[node][choices_(12)] = choices_.number();
            out.inverseNow[node] = inverse(out.bindsNow[node]).value_or(kIdentity);
            out.isMoved[node] = true;
        }
        if (choices_(4) == 3) out.unit = choices_.number();
        if (choices_(4) == 3) out.x = out.z = -1;
        out.swaps = choices_(4) == 3;
        if (choices_(8) == 7) out.undo = out.nodes() > 0 ? out.bindsNow[0] : kIdentity;
        if (choices_.isOdd()) out.turns.resize(choices_(4));
        return out;
    }

    merging::Settings settings() {
        merging::Settings out;
        out.isTemplate = choices_(4) == 3;
        out.fillsNormals = choices_(4) == 3;
        out.conjugates = model_.conjugatesKeys();
        return out;
    }

    /// A level as it is drawn, with changes.
    Mesh mesh(std::uint32_t piece, std::uint32_t lod) {
        Mesh out;
        const Surface surface = drawn(piece, lod);
        each_ = 1 + choices_(3);
        for (std::size_t v = 0; v < surface.positions.size(); ++v) {
            append(out.positions, surface.positions[v]);
            append(out.normals, surface.normals[v]);
            weigh(out, piece, lod, static_cast<std::uint32_t>(v));
        }
        out.uvs.assign(2 * surface.positions.size(), 0.5F);
        for (const Triangle& triangle : topology(model_, piece, lod)) {
            out.corners.insert(out.corners.end(), triangle.corners.begin(), triangle.corners.end());
            out.indices.push_back(static_cast<std::int32_t>(out.indices.size()));
        }
        change(out);
        return out;
    }

    std::vector<merging::Channel> channels() {
        std::vector<merging::Channel> out;
        for (std::uint32_t i = choices_(5); i > 0; --i) {
            merging::Channel& channel = out.emplace_back();
            channel.node = choices_.index(model_.nodes.size());
            channel.isRotation = choices_(2) == 1;
            auto& [times, values, interpolation] = channel.curve;
            interpolation = static_cast<merging::Interpolation>(choices_(3));
            times = this->times();
            const std::size_t each = interpolation == merging::Interpolation::Spline ? 3 : 1;
            values = choices_.numbers(each * times.size() * (channel.isRotation ? 4 : 3));
        }
        return out;
    }

    std::optional<std::vector<double>> known() {
        if (choices_(2) == 0) return std::nullopt;
        const std::vector<float> seconds = times();
        return std::vector<double>(seconds.begin(), seconds.end());
    }

    merging::Targets targets(std::size_t vertices) {
        merging::Targets out;
        for (std::uint32_t i = choices_(3); i > 0; --i)
            out.deltas.push_back(choices_.numbers(choices_(4) == 3 ? 0 : kVectorNumbers * vertices));
        targets_ = out.deltas.size();
        out.off = choices_.number();
        return out;
    }

    merging::MorphCurve morphs() {
        merging::MorphCurve out;
        out.times = times();
        out.values = choices_.numbers(targets_ * out.times.size());
        out.isStep = choices_(2) == 1;
        out.rest = choices_.numbers<double>(targets_);
        return out;
    }

private:
    static void append(std::vector<float>& list, const Vec3& v) { list.insert(list.end(), {v.x, v.y, v.z}); }

    [[nodiscard]] Surface drawn(std::uint32_t piece, std::uint32_t lod) const {
        return deformed(model_, pose(model_, {}), piece, lod);
    }

    void weigh(Mesh& out, std::uint32_t piece, std::uint32_t lod, std::uint32_t vertex) {
        std::vector<std::pair<std::uint32_t, float>> shares;
        if (model_.family == Family::V6) {
            shares.emplace_back(model_.v6.vertexNode[vertex], 1.0F);
        } else {
            const std::size_t at = model_.lod(piece, lod)->firstVertex + vertex;
            for (std::uint32_t w = model_.weightStart[at]; w < model_.weightStart[at + 1]; ++w)
                shares.emplace_back(model_.weights[w].node, model_.weights[w].bias);
        }
        shares.resize(each_, {kNone, 0.0F});
        for (const auto& [node, share] : shares) {
            out.nodes.push_back(static_cast<std::int32_t>(node));
            out.shares.push_back(share);
        }
    }

    /// Numbers, and which vertices, triangles and lists there are.
    void change(Mesh& out) {
        const std::size_t vertices = out.positions.size() / kVectorNumbers;
        for (std::uint32_t i = choices_(6); i > 0 && vertices > 0; --i) {
            const std::size_t vertex = choices_(static_cast<std::uint32_t>(vertices));
            switch (choices_(8)) {
                case 0: out.positions[3 * vertex + choices_(3)] = choices_.number(); break;
                case 1: out.normals[3 * vertex + choices_(3)] = choices_.number(); break;
                case 2: out.uvs[2 * vertex + choices_(2)] = choices_.number(); break;
                case 3: out.shares[each_ * vertex] = choices_.number(); break;
                case 4:
                    out.nodes[each_ * vertex] = static_cast<std::int32_t>(choices_.index(model_.nodes.size()));
                    break;
                case 5: addTriangle(out, vertices); break;
                case 6: removeTriangle(out); break;
                default: out.marks.push_back(choices_.numbers(2 * vertices));
            }
        }
        if (choices_(8) == 7) out.normals.clear();
        if (choices_(8) == 7) out.carrier = static_cast<std::int32_t>(choices_.index(model_.nodes.size()));
        if (choices_(8) == 7) {
            out.matrix = kIdentity;
            (*out.matrix)[choices_(12)] = choices_.number();
        }
        if (choices_.isOdd()) out.shares.resize(choices_(9));
    }

    void addTriangle(Mesh& out, std::size_t vertices) {
        for (int corner = 0; corner < 3; ++corner) out.corners.push_back(choices_.index(vertices));
        out.indices.push_back(static_cast<std::int32_t>(out.indices.size()));
    }

    void removeTriangle(Mesh& out) {
        if (out.indices.empty()) return;
        const auto triangle = static_cast<std::ptrdiff_t>(choices_(static_cast<std::uint32_t>(out.indices.size())));
        out.corners.erase(out.corners.begin() + 3 * triangle, out.corners.begin() + 3 * triangle + 3);
        out.indices.erase(out.indices.begin() + triangle);
    }

    /// Seconds; often those of the keys of a file.
    std::vector<float> times() {
        std::vector<float> out;
        const bool isEven = choices_(2) == 1;
        float time = choices_(4) == 3 ? choices_.number() : 0;
        const float step = isEven ? 0.04F : 0.5F;
        for (std::uint32_t i = choices_(isEven ? 40 : 6) + 1; i > 0; --i) {
            out.push_back(time);
            time += choices_.isOdd() ? choices_.number() : step;
        }
        return out;
    }

    Choices& choices_;
    Document document_;
    Model model_;
    /// Shares of a vertex.
    std::size_t each_ = 1;
    std::size_t targets_ = 0;
};

/// A merge, part after part, as an import asks for it (web/from-glb/merge).
class Work {
public:
    Work(Choices& choices, const ByteList& bytes)
        : choices_(choices), bytes_(bytes), given_(choices, bytes_), merge_(bytes_, given_.rig(), given_.settings()) {}

    void run() {
        if (!merge_.refusal().empty()) return requireSentence(merge_.refusal());
        if (given_.model().family == Family::V6) {
            oldMesh();
        } else {
            levels();
        }
        const auto animations = static_cast<std::uint32_t>(given_.model().animations.size());
        for (std::uint32_t animation = 0; animation < animations; ++animation) play(animation);
        finish();
    }

private:
    void oldMesh() {
        const Mesh mesh = given_.mesh(0, 0);
        std::vector<Mesh> more;
        for (std::uint32_t i = choices_(2); i > 0; --i) more.push_back(given_.mesh(0, 0));
        const merging::MergedOldMesh& made = merge_.oldMesh(mesh, more);
        if (!made.refusal.empty()) return;
        static_cast<void>(merge_.setTargets(given_.targets(mesh.positions.size() / kVectorNumbers)));
        if (made.anew) addAnew(operations_, *made.anew);
    }

    void levels() {
        const Model& model = given_.model();
        for (std::uint32_t piece = 0; piece < model.pieces.size(); ++piece) {
            for (std::uint32_t lod = 0; lod < model.lodCount(); ++lod) {
                if (choices_(4) == 3) {
                    merge_.rebound(piece, lod);
                    continue;
                }
                const merging::MergedLevel made = merge_.level(piece, lod, given_.mesh(piece, lod));
                if (made.operation) operations_.push_back(setting(*made.operation));
            }
        }
        if (choices_(2) == 0) return;
        const merging::NewPiece made = merge_.newPiece(given_.mesh(0, 0));
        for (const merging::NewLevel& level : made.levels)
            require(level.bytes.size() > level.triangles.size(), "a level has not all of its triangles");
    }

    void play(std::uint32_t animation) {
        if (!merge_.play(given_.channels(), given_.known()).empty()) return;
        static_cast<void>(merge_.playMorphs(given_.morphs()));
        const double likeness = merge_.likeness(animation);
        require(likeness >= 0 && likeness <= 1, "animations are more alike than one is to itself");
        const merging::MergedKeys& keys = merge_.keys(animation);
        require(keys.removed.size() <= given_.model().animations[animation].keyCount,
                "more keys are gone than there were");
        static_cast<void>(merge_.deform());
        if (given_.canAddAnimations() && choices_(2) == 1) addAnimation(animation);
        if (choices_(2) == 0) return;
        merging::Strings strings;
        if (choices_(2) == 1) strings.changed[choices_(8)] = choices_.text();
        if (choices_(2) == 1) strings.added[choices_(600)] = choices_.text();
        if (auto made = merge_.rewrite(strings)) operations_.push_back(setting({pathOf(animation), made->bytes}));
    }

    [[nodiscard]] std::string pathOf(std::uint32_t animation) const {
        const bool isV6 = given_.model().family == Family::V6;
        return (isV6 ? "Animation.Anims[" : "Animation.Animations[") + std::to_string(animation) + "]";
    }

    /// Instead of one that is there.
    void addAnimation(std::uint32_t animation) {
        merging::NewAnimation made{"new", {1, 2, 3}, 200, {0}, {0}, {""}};
        for (std::uint32_t i = choices_(3); i > 0; --i) {
            made.times.push_back(made.times.back() + 1 + choices_(300));
            made.at.push_back(choices_.number());
            made.strings.push_back(choices_.text());
        }
        require(merging::fits(made), "an animation with a string and a time for each key does not fit");
        requireEditedIfWhole({setting({pathOf(animation), merge_.newAnimation(made)})});
    }

    void finish() const { requireEditedIfWhole(inOrder(merge_, operations_)); }

    void requireEditedIfWhole(const std::vector<Operation>& operations) const {
        if (given_.isWhole()) requireEdited(bytes_, operations);
    }

    Choices& choices_;
    const ByteList& bytes_;
    Given given_;
    Merge merge_;
    /// What is written anew.
    std::vector<Operation> operations_;
};

}  // namespace
}  // namespace abc::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace abc::testing;
    Choices choices(data, size);
    const ByteList bytes = anyFile(choices);
    Work(choices, bytes).run();
    return 0;
}
