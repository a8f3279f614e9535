#include "versions.h"

#include <algorithm>

#include "structs.h"

namespace abc {

using schema::Feature;
using schema::Id;

namespace {

constexpr schema::Features kKeys13 = Feature::TrackUnknown | Feature::KeyTimes;

constexpr Variant kLevels[] = {
    {Feature::LodsByDistances, "LODDistanceCount + 1"},
    {Feature::LodsByHeader, "Header.LODCount"},
};
constexpr Ambiguity kLevelCount{Id::PiecesSection, Ambiguity::Sources::Agree, "the number of levels of a piece",
                                kLevels};

constexpr Variant kNeither{0, "neither Unknown nor InterpolationTime"};
constexpr Variant kUnknownOnly{Feature::AnimationUnknown, "Unknown only"};
constexpr Variant kBoth{Feature::AnimationUnknown | Feature::InterpolationTime, "Unknown and InterpolationTime"};
constexpr Variant kHeads9[] = {kNeither, kUnknownOnly, kBoth};
constexpr Variant kHeads11[] = {kUnknownOnly, kBoth, kNeither};
constexpr Variant kHeads12[] = {kBoth, kUnknownOnly, kNeither};

constexpr Ambiguity animationHeads(std::span<const Variant> variants) {
    return {Id::AnimationSection, Ambiguity::Sources::Agree,
            "the bytes between the name and the keyframe count of an animation", variants};
}

constexpr Variant kChildTransforms[] = {
    {0, "28 bytes"},
    {Feature::ChildTransformTimes, "36 bytes"},
};

/// No data at all: what stands there is kept as it is.
constexpr Variant kOpaque{0, "unknown"};
constexpr Variant kHitGroupVariants[] = {
    {Feature::HitGroups, "groups of entries, four floats and four shorts"},
    kOpaque,
};
constexpr Variant kTriStripVariants[] = {
    {Feature::TriStrips, "three lists of numbers, and texture coordinates"},
    kOpaque,
};

constexpr Ambiguity kAmbiguities6[] = {
    {Id::TriStripsSection6, Ambiguity::Sources::Agree, "the content of TriStrips", kTriStripVariants}};
constexpr Ambiguity kAmbiguities9[] = {kLevelCount, animationHeads(kHeads9)};
constexpr Ambiguity kAmbiguities11[] = {kLevelCount, animationHeads(kHeads11)};
constexpr Ambiguity kAmbiguities12[] = {kLevelCount, animationHeads(kHeads12)};
constexpr Ambiguity kAmbiguities108[] = {
    kLevelCount,
    animationHeads(kHeads12),
    {Id::ChildModelsSection, Ambiguity::Sources::Disagree, "the size of a child model’s transforms", kChildTransforms},
    {Id::HitGroupsSection, Ambiguity::Sources::Disagree, "the content of HitGroups", kHitGroupVariants},
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

/// Without what their ambiguities settle.
constexpr Version kVersions[] = {
    {6, schema::kTables, kSections6, 0, kAmbiguities6},
    {9, schema::kTables, kSections9, 0, kAmbiguities9},
    {10, schema::kTables, kSections9, Feature::LodWeight, kAmbiguities9},
    {11, schema::kTables, kSections9, Feature::LodWeight, kAmbiguities11},
    {12, schema::kTables, kSections9, Feature::LodWeight, kAmbiguities12},
    {13, schema::kTables, kSections9, Feature::LodWeight | Feature::VertAnimDataSize | kKeys13, kAmbiguities12},
    {108, schema::kTables, kSections9,
     Feature::LodWeight | Feature::ByteVertexCounts | Feature::WeightSetsFirst | Feature::Extras108 | kKeys13,
     kAmbiguities108},
};

constexpr Version kChainOnly{0, schema::kTables, kSections9, 0};

/// Whether two versions have the same lists of the same elements, wherever these stand in theirs, but for numbers that
/// only one of them has or that are wider in one.
bool differInNumbers(const Version& a, const Version& b) {
    if (a.sections.data() != b.sections.data()) return false;
    const Dialect one(a);
    const Dialect other(b);
    return std::all_of(a.tables.structs.begin(), a.tables.structs.end(), [&](const schema::Struct& holder) {
        return std::all_of(holder.fields.begin(), holder.fields.end(), [&](const schema::Field& field) {
            if (one.has(field) == other.has(field) || schema::isNumber(field)) return true;
            const schema::Field* const twin = (one.has(field) ? other : one).fieldNamed(holder, field.name);
            return twin != nullptr && twin->type == field.type && twin->repeat == field.repeat &&
                   twin->var == field.var && twin->count == field.count;
        });
    });
}

}  // namespace

const Version* findVersion(std::uint32_t number) {
    const auto* row = std::find_if(std::begin(kVersions), std::end(kVersions),
                                   [number](const Version& version) { return version.number == number; });
    return row == std::end(kVersions) ? nullptr : row;
}

bool isComposed(std::uint32_t version) {
    return version == 6 || (version >= 9 && version <= 12);
}

std::vector<std::uint32_t> conversionsOf(std::uint32_t version) {
    std::vector<std::uint32_t> out;
    const Version* const from = findVersion(version);
    for (const Version& to : kVersions) {
        if (from == nullptr || &to == from) continue;
        // Between the families.
        const bool isWrittenAnew = (version == 6) != (to.number == 6) && isComposed(version) && isComposed(to.number);
        if (isWrittenAnew || differInNumbers(*from, to)) out.push_back(to.number);
    }
    return out;
}

const Version& chainOnly() {
    return kChainOnly;
}

}  // namespace abc
