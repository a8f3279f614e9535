// Animations of a model for another one, paired and transferred in any way: what comes of it are finite numbers, and
// changes that the editor makes; a file that was whole stays so.
#include "merging.h"
#include "retarget/bake.h"

namespace abc::testing {
namespace {

using retargeting::By;
using retargeting::kNone;
using retargeting::Motion;
using retargeting::Options;
using retargeting::Pairing;
using retargeting::Retargeter;

Options anyOptions(Choices& choices, const Model& target, const Model& source) {
    Options out;
    out.pairing.similar = choices(4) != 3;
    for (std::uint32_t i = choices(5); i > 0; --i)
        out.pairing.choices.emplace_back(choices.index(target.nodes.size()), choices.index(source.nodes.size()));
    if (choices.isOdd()) out.pairing.choices.emplace_back(choices(2) == 1 ? kNone : 0U, kNone);
    if (choices(2) == 1) out.translations = retargeting::Translations::All;
    if (choices(4) == 3) out.scale = choices.number();
    return out;
}

void requireFits(const Pairing& pairing, const Model& target, const Model& source) {
    require(pairing.source.size() == target.nodes.size() && pairing.by.size() == target.nodes.size(),
            "not every node of the target is told of");
    std::vector<bool> isUsed(source.nodes.size());
    std::size_t count = 0;
    for (std::size_t node = 0; node < pairing.source.size(); ++node) {
        const std::uint32_t from = pairing.source[node];
        require((from == kNone) == (pairing.by[node] == By::Nothing), "a pair came of nothing, or nothing of a pair");
        if (from == kNone) continue;
        require(from < source.nodes.size(), "a node follows one that is not there");
        isUsed[from] = true;
        ++count;
    }
    require(count == pairing.count(), "the pairs are not as many as they are said to be");
    std::vector<std::uint32_t> left;
    for (std::uint32_t node = 0; node < isUsed.size(); ++node)
        if (!isUsed[node]) left.push_back(node);
    require(left == pairing.unused, "the nodes that are not used are others");
}

void requireWhole(const Motion& motion, const Model& target) {
    require(motion.times.size() == motion.strings.size(), "a key has no time or no string");
    require(motion.keys.size() == motion.times.size() * target.nodes.size(), "a node has not all keys");
    for (const Local& key : motion.keys)
        require(isFinite(key.translation) && isFinite(key.rotation), "a key has a number that is none");
    require(isFinite(motion.extents) && isFinite(motion.origin), "a box has a number that is none");
}

}  // namespace
}  // namespace abc::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace abc::testing;
    Choices choices(data, size);
    const ByteList mine = anyFile(choices);
    const ByteList other = anyFile(choices);
    const abc::Document document = abc::parse(mine);
    const abc::Document donor = abc::parse(other);
    const abc::Model target = abc::buildModel(document);
    const abc::Model source = abc::buildModel(donor);
    const Retargeter retargeter(target, source, anyOptions(choices, target, source));
    requireFits(retargeter.pairing(), target, source);
    require(retargeter.scale() > 0 && std::isfinite(retargeter.scale()), "the scale is no factor");
    std::vector<abc::Operation> operations;
    std::uint32_t before = 0;
    for (std::uint32_t animation = 0; animation <= source.animations.size(); ++animation) {
        const std::string refusal = retargeter.refusal(animation);
        if (!refusal.empty()) {
            requireSentence(refusal);
            continue;
        }
        const Motion motion = retargeter.animation(animation);
        requireWhole(motion, target);
        if (!retargeting::whyNotBaked(document).empty()) continue;
        for (abc::Operation& operation : retargeting::baked(document, target, motion, before++))
            operations.push_back(std::move(operation));
    }
    if (!operations.empty() && document.faults.empty()) requireEdited(mine, operations);
    return 0;
}
