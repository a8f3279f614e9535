#include "capabilities.h"

#include "field_name.h"
#include "versions.h"

namespace abc {

using schema::Field;
using schema::Id;
using schema::Refers;
using schema::Role;
using schema::StructId;
using schema::Type;
using schema::Var;

namespace {

/// Every struct that a version can write, from its sections down.
class Survey {
public:
    explicit Survey(const Dialect& dialect) : dialect_(dialect) {
        for (const SectionKind& section : dialect.version().sections) {
            if (dialect.has(section.features)) visit(section.id);
        }
    }

    [[nodiscard]] Capabilities found() const { return found_; }

private:
    void visit(StructId id) {
        bool& isSeen = seen_[id.index()];
        if (isSeen) return;
        isSeen = true;
        const schema::Struct& description = dialect_.describe(id);
        byRole(description.role);
        for (const Field& field : description.fields) {
            if (!dialect_.has(field)) continue;
            byField(description.role, field);
            if (!field.type.isScalar()) visit(field.type.id());
        }
    }

    void byRole(Role role) {
        switch (role) {
            case Role::Piece: found_.add(Capability::Pieces); break;
            case Role::Weight: found_.add(Capability::Weights); break;
            case Role::Socket: found_.add(Capability::Sockets); break;
            case Role::WeightSet: found_.add(Capability::WeightSets); break;
            case Role::ChildModel: found_.add(Capability::ChildModels); break;
            case Role::Deformation: found_.add(Capability::Deformation); break;
            default: break;
        }
    }

    void byField(Role owner, const Field& field) {
        if (field.setsVar == Var::LodDistanceCount) found_.add(Capability::Levels);
        if (field.refers == Refers::ReplacedVertex) found_.add(Capability::Collapses);
        if (field.refers == Refers::NodeNumber) found_.add(Capability::NodeNumbers);
        // The times and texts of keys are numbers and strings: what has a place in space are their bounds.
        if (owner == Role::Keyframe && field.type == Type(Id::Vector)) found_.add(Capability::KeyBounds);
        if (owner == Role::Node && FieldName("Matrix")(field)) found_.add(Capability::BindPose);
    }

    const Dialect& dialect_;
    std::array<bool, schema::kStructCount> seen_{};
    Capabilities found_;
};

}  // namespace

Capabilities capabilitiesOf(const Dialect& dialect) {
    if (findVersion(dialect.version().number) == nullptr) return {};
    Capabilities found = Survey(dialect).found();
    if (dialect.sectionId("TransformInfo")) found.add(Capability::Interpretation);
    // How a skin is drawn is the engine's: no field says so (abc.md §2.11).
    if (familyOf(dialect) != Family::V6) found.add(Capability::TiledSkins);
    return found;
}

}  // namespace abc
