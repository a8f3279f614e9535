// A file as its export has it, node by node, with anything changed in between, goes back into the file part by part.
// A scene that does not fit is refused; of one whose joints are the nodes of the file come changes that the editor
// makes, and a file that was whole stays so.
#include "merge/joints.h"

#include "exported.h"
#include "merging.h"

namespace abc::testing {
namespace {

using merging::Joints;
using merging::Merge;
using merging::NodeCurve;
using merging::Primitive;
using merging::Scene;

/// A merge, part after part, as an import asks for it (web/from-glb/merge, wasm/bindings/merge.cpp).
class Work {
public:
    /// @param given not refused
    Work(Choices& choices, const ByteList& bytes, Exported& given)
        : choices_(choices), bytes_(bytes), given_(given), joints_(given.model(), given.scene()) {}

    void run() {
        if (!joints_.areNodes()) return;
        require(joints_.list().size() == given_.model().nodes.size(), "not one joint a node");
        require(joints_.nodeOf().size() == joints_.count(), "not one answer a node of the glTF");
        static_cast<void>(joints_.whole());
        merging::Settings settings;
        settings.isTemplate = choices_(4) == 3;
        settings.fillsNormals = choices_(4) == 3;
        settings.conjugates = given_.model().conjugatesKeys();
        merge_.emplace(bytes_, joints_.rig(), settings);
        if (!merge_->refusal().empty()) return requireSentence(merge_->refusal());
        const bool isV6 = given_.model().family == Family::V6;
        isV6 ? oldMesh() : levels();
        animations();
        if (!isV6) {
            const auto sockets = static_cast<std::uint32_t>(given_.model().sockets.size());
            for (std::uint32_t socket = 0; socket <= sockets; ++socket)
                static_cast<void>(merge_->socket(socket, joints_.standOf(given_.anyNode())));
            static_cast<void>(merge_->writeBinds());
        }
        const Document before = parse(bytes_);
        if (before.faults.empty()) requireEdited(bytes_, inOrder(*merge_, operations_));
    }

private:
    void levels() {
        const Model& model = given_.model();
        for (std::uint32_t piece = 0; piece <= model.pieces.size(); ++piece) {
            for (std::uint32_t lod = 0; lod < model.lodCount(); ++lod) {
                if (choices_(4) == 3) {
                    merge_->rebound(piece, lod);
                    continue;
                }
                const merging::MergedLevel made = merge_->level(piece, lod, show(given_.primitive(piece, lod)));
                if (made.operation) operations_.push_back(setting(*made.operation));
            }
        }
        if (choices_(2) == 1) static_cast<void>(merge_->newPiece(show(given_.primitive(0, 0))));
    }

    void oldMesh() {
        const Primitive primitive = given_.primitive(0, 0);
        std::vector<merging::Mesh> more;
        for (std::uint32_t i = choices_(2); i > 0; --i) more.push_back(show(given_.primitive(0, 0)));
        const merging::MergedOldMesh& made = merge_->oldMesh(show(primitive), more);
        if (!made.refusal.empty()) return;
        merging::Targets targets = given_.targets(primitive);
        targets_ = targets.deltas.size();
        if (!merge_->setTargets(targets).empty()) targets_ = 0;
        if (made.anew) addAnew(operations_, *made.anew);
    }

    merging::Mesh show(Primitive primitive) {
        if (choices_(2) == 1) {
            if (auto carried = joints_.carried(primitive)) merge_->show(std::move(*carried));
        }
        return joints_.meshOf(std::move(primitive));
    }

    void animations() {
        const auto count = static_cast<std::uint32_t>(given_.model().animations.size());
        for (std::uint32_t animation = 0; animation < count; ++animation) {
            std::vector<NodeCurve> curves = given_.curves(animation);
            for (const NodeCurve& curve : curves) static_cast<void>(joints_.movesWhole(curve));
            std::optional<std::vector<double>> known;
            if (choices_(2) == 0) known = given_.keysOf(animation);
            if (!merge_->play(joints_.channelsOf(std::move(curves)), known).empty()) continue;
            static_cast<void>(merge_->playMorphs(given_.morphs(targets_)));
            const double likeness = merge_->likeness(animation);
            require(likeness >= 0 && likeness <= 1, "animations are more alike than one is to itself");
            static_cast<void>(merge_->isAt(given_.keysOf(animation)));
            merge(animation);
        }
    }

    /// As the animation that it was, or as a new one in its place.
    void merge(std::uint32_t animation) {
        const bool isV6 = given_.model().family == Family::V6;
        const std::string path =
            (isV6 ? "Animation.Anims[" : "Animation.Animations[") + std::to_string(animation) + "]";
        if (choices_(4) == 3 && canAddAnimations() && !merge_->times().empty()) {
            merging::AnimationHead head{choices_.text(), std::nullopt, choices_(500)};
            if (choices_(2) == 1) head.extents = {choices_.number(), choices_.number(), choices_.number()};
            const merging::AddedAnimation made = merge_->addAnimation(head, given_.said(animation));
            if (!made.refusal.empty()) return requireSentence(made.refusal);
            if (parse(bytes_).faults.empty()) requireEdited(bytes_, {setting({path, made.bytes})});
            return;
        }
        const merging::MergedAnimation made = merge_->animation(animation, given_.said(animation));
        if (!made.refusal.empty()) return requireSentence(made.refusal);
        require(made.keys.removed.size() <= given_.model().animations[animation].keyCount,
                "more keys are gone than there were");
        if (made.written) operations_.push_back(setting({path, made.written->bytes}));
    }

    /// Versions whose animations are known as they are written (web/from-glb/merge/animations.ts).
    [[nodiscard]] bool canAddAnimations() const {
        const std::uint32_t version = parse(bytes_).version;
        return version >= 6 && version <= 12;
    }

    Choices& choices_;
    const ByteList& bytes_;
    Exported& given_;
    Joints joints_;
    std::optional<Merge> merge_;
    std::size_t targets_ = 0;
    /// What is written anew.
    std::vector<Operation> operations_;
};

/// Refused, or sound.
bool isSound(const Scene& scene) {
    const std::string refusal = merging::refusalOf(scene);
    if (!refusal.empty()) requireSentence(refusal);
    return refusal.empty();
}

}  // namespace
}  // namespace abc::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace abc::testing;
    Choices choices(data, size);
    const ByteList bytes = anyFile(choices);
    Exported given(choices, bytes);
    if (isSound(given.scene())) Work(choices, bytes, given).run();
    return 0;
}
