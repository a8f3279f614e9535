#include "limits.h"

#include "schema_common.h"

namespace abc {

using schema::Id;

namespace {

constexpr StringLimit kPieceName{31, "the name of a piece"};
constexpr StringLimit kSocketName{15, "the name of a socket"};
constexpr StringLimit kWeightSetName{15, "the name of a weight set"};
constexpr StringLimit kSectionName{255, "the name of a section"};
constexpr StringLimit kAnyString{4095, "any string"};

}  // namespace

const StringLimit& limitOf(schema::StructId id, const schema::Field& field) {
    if (field.name == schema::kSectionTypeName) return kSectionName;
    if (id == Id::Piece) return kPieceName;
    if (id == Id::Socket) return kSocketName;
    return id == Id::WeightSet ? kWeightSetName : kAnyString;
}

}  // namespace abc
