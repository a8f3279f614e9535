#include "versions.h"

#include <algorithm>

namespace abc {

using schema::Feature;
using schema::Id;

namespace {

constexpr schema::Features kCommon = Feature::WordVertexCounts | Feature::WeightSetsLast;
constexpr schema::Features kKeys13 = Feature::TrackUnknown | Feature::KeyUnknowns;

constexpr std::string_view kAnimationSubject = "the bytes between the name and the keyframe count of an animation";
constexpr Variant kNeither{0, "neither Unknown nor InterpolationTime"};
constexpr Variant kUnknownOnly{Feature::AnimationUnknown, "Unknown only"};
constexpr Variant kBoth{Feature::AnimationUnknown | Feature::InterpolationTime, "Unknown and InterpolationTime"};
constexpr Variant kAnimation9[] = {kNeither, kUnknownOnly, kBoth};
constexpr Variant kAnimation10[] = {kUnknownOnly, kBoth, kNeither};
constexpr Variant kAnimation11[] = {kBoth, kUnknownOnly, kNeither};

constexpr std::string_view kChildSubject = "the size of a child model's transforms";
constexpr Variant kChildTransforms[] = {
    {0, "28 bytes"},
    {Feature::ChildTransformUnknowns, "36 bytes"},
};

/// All are of one size: StringCount and StringLengthTotal are the two words that match the strings of the file.
constexpr Variant kHeaderWords[] = {
    {Feature::HeaderUnknownFirst, "before StringCount"},
    {Feature::HeaderUnknownMiddle, "between StringCount and StringLengthTotal"},
    {Feature::HeaderUnknownLast, "behind StringLengthTotal"},
};

/// No data at all: what stands there is kept as it is.
constexpr Variant kHitGroupVariants[] = {
    {Feature::HitGroups, "groups of entries, four floats and four shorts"},
    {0, "none that is known"},
};

/// One real file of v9 is known, which has neither (abc.md §3).
constexpr Ambiguity kAmbiguities9[] = {{Id::AnimationSection, Ambiguity::By::Width, kAnimationSubject, kAnimation9}};
constexpr Ambiguity kAmbiguities10[] = {{Id::AnimationSection, Ambiguity::By::Width, kAnimationSubject, kAnimation10}};
constexpr Ambiguity kAmbiguities11[] = {{Id::AnimationSection, Ambiguity::By::Width, kAnimationSubject, kAnimation11}};
constexpr Ambiguity kAmbiguities13[] = {
    {Id::HeaderSection, Ambiguity::By::Strings, "the place of the header's unknown word", kHeaderWords},
    {Id::ChildModelsSection, Ambiguity::By::Width, kChildSubject, kChildTransforms},
};
constexpr Ambiguity kAmbiguities108[] = {
    {Id::ChildModelsSection, Ambiguity::By::Width, kChildSubject, kChildTransforms},
    {Id::HitGroupsSection, Ambiguity::By::Width, "the content of HitGroups", kHitGroupVariants},
};

constexpr SectionKind kSections6[] = {
    {"Header", Id::HeaderSection6},
    {"Geometry", Id::GeometrySection6},
    {"Nodes", Id::NodesSection6},
    {"Animation", Id::AnimationSection6},
    {"AnimDims", Id::AnimDimsSection6, true},
    {"TransformInfo", Id::TransformInfoSection6, true},
    {"TriStrips", Id::TriStripsSection6, true},
};

constexpr SectionKind kSections9[] = {
    {"Header", Id::HeaderSection},
    {"Pieces", Id::PiecesSection},
    {"Nodes", Id::NodesSection},
    {"ChildModels", Id::ChildModelsSection},
    {"Animation", Id::AnimationSection},
    {"Sockets", Id::SocketsSection},
    {"AnimBindings", Id::AnimBindingsSection},
    {"HitGroups", Id::HitGroupsSection, true, Feature::Extras108},
};

constexpr Version kVersions[] = {
    {6, schema::kStructs, kSections6, 0},
    {9, schema::kStructs, kSections9, kCommon, kAmbiguities9},
    {10, schema::kStructs, kSections9, kCommon | Feature::LodWeight, kAmbiguities10},
    {11, schema::kStructs, kSections9, kCommon | Feature::LodWeight, kAmbiguities11},
    {12, schema::kStructs, kSections9, kCommon | Feature::LodWeight | kBoth.features},
    {13, schema::kStructs, kSections9, kCommon | Feature::LodWeight | kBoth.features | kKeys13, kAmbiguities13},
    {108, schema::kStructs, kSections9,
     Feature::LodWeight | Feature::ByteVertexCounts | Feature::WeightSetsFirst | Feature::Extras108 | kBoth.features |
         kKeys13,
     kAmbiguities108},
};

constexpr Version kChainOnly{0, schema::kStructs, kSections9, 0};

}  // namespace

const Version* findVersion(std::uint32_t number) {
    const auto* row = std::find_if(std::begin(kVersions), std::end(kVersions),
                                   [number](const Version& version) { return version.number == number; });
    return row == std::end(kVersions) ? nullptr : row;
}

const Version& chainOnly() {
    return kChainOnly;
}

}  // namespace abc
