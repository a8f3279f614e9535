#include "check.h"

#include <cassert>

namespace abc {

using schema::Id;

Spot Spot::below(const Place& child) const {
    Spot spot(*walk_, child, path_);
    walk_->appendName(child, spot.path_);
    return spot;
}

Spot Spot::at(FieldName field) const {
    if (place_.kind != Place::Kind::Struct) return *this;
    const schema::Struct& type = walk_->dialect().describe(place_.type.id());
    const auto child = field.isIn(type) ? walk_->fieldOf(place_, field.in(type)) : std::nullopt;
    return child ? below(*child) : *this;
}

Spot Spot::at(std::uint32_t index) const {
    const bool isThere = place_.kind == Place::Kind::Array && index < place_.count;
    return isThere ? below(walk_->element(place_, index)) : *this;
}

Check::Check(const Document& parsed, const Model& built, Findings found)
    : document(parsed),
      model(built),
      walk(parsed.walk()),
      extract(parsed),
      findings(std::move(found)),
      faulty_(parsed.sections.size()) {
    for (const SectionFault& fault : parsed.faults) faulty_[fault.section] = true;
}

Spot Check::section(Id id) const {
    const Section* section = document.find(id);
    if (section == nullptr) return {walk, Place{}, {}};
    return this->section(static_cast<std::uint32_t>(section - document.sections.data()));
}

Spot Check::section(std::uint32_t index) const {
    assert(index < document.sections.size());
    const Section& section = document.sections[index];
    return {walk, walk.nodeOf(document.recordOf(section)), sectionPath(document.text(section.type), section.ordinal)};
}

bool Check::isWhole(Id id) const {
    const Section* section = document.find(id);
    return section != nullptr && !isFaulty(static_cast<std::uint32_t>(section - document.sections.data()));
}

bool Check::isWhole() const {
    return document.faults.empty() && document.chainEnd == ChainEnd::Last;
}

FindingPlace Check::placeAt(std::uint32_t offset, schema::Type type) const {
    FindingPlace found;
    walk.ancestors(offset, [&](const Place& place, const std::string& path) {
        if (place.start == offset && place.kind != Place::Kind::Array && place.type == type) {
            found = {place.start, place.end - place.start, path};
        }
    });
    return found;
}

}  // namespace abc
