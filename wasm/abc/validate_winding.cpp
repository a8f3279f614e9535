// Which way the triangles face, against what the file says of its axes (abc.md §2, §5).
#include "check.h"
#include "deform.h"

namespace abc {

using schema::Id;

void checkWinding(Check& check, const WindingVote& vote) {
    // Without TransformInfo nobody knows for sure how a v6 file is meant.
    const auto& info = check.model.v6.transformInfo;
    if (!check.isWhole() || (check.isV6() && !info)) return;
    const bool shouldBeOutward = check.model.mirrorZ();
    const std::uint32_t against = shouldBeOutward ? vote.inward : vote.outward;
    const std::uint32_t all = vote.inward + vote.outward;
    // Some triangles face inward in every model, and cloth has two sides: only a clear vote counts.
    if (std::uint64_t{against} * 4 <= std::uint64_t{all} * 3) return;
    const Spot place = check.isV6() ? check.section(Id::TransformInfoSection6).at("FlipMat")
                                    : check.section(Id::PiecesSection).at("Pieces");
    check.findings.add(
        Code::WindingInward, place.found(),
        {grouped(against), grouped(all), check.isV6() ? "FlipMat = " + std::to_string(info->flipMat) : "the version"});
}

}  // namespace abc
