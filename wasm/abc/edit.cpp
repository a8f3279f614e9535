#include "edit.h"

#include <algorithm>

#include "convert.h"
#include "core/words.h"
#include "edit_clips.h"
#include "edit_levels.h"
#include "edit_transform.h"
#include "editor.h"
#include "limits.h"
#include "schema_common.h"

namespace abc {
namespace {

bool hasBytes(const EditValue& value) {
    if (const auto* list = std::get_if<EditValue::List>(&value.value)) {
        return std::any_of(list->begin(), list->end(), hasBytes);
    }
    if (const auto* fields = std::get_if<EditValue::Fields>(&value.value)) {
        return std::any_of(fields->begin(), fields->end(), [](const EditField& each) { return hasBytes(each.value); });
    }
    return std::holds_alternative<EditValue::Bytes>(value.value);
}

}  // namespace

using schema::Id;
using schema::Meaning;
using schema::Repeat;
using schema::Var;

/// NextSectionOffset goes with what it pointed to: a section, bytes that are none, or the end of the file. One that is
/// set stays as it is, and so does one that points to nothing, unless there would be something then.
void ModelEditor::follow(const Document& state, Splices& splices) const {
    const std::size_t size = state.bytes.size();
    const std::int64_t after = static_cast<std::int64_t>(size) + splices.growth();
    struct Link {
        std::uint32_t field, target;
    };
    std::vector<Link> links;
    Splices::Mapper mapped(splices);
    for (const Section& section : state.sections) {
        if (section.id == Id::LtbHeader || section.next == kLastSection || section.next < section.data()) continue;
        if (section.next > size && section.next > after) continue;
        const std::uint32_t target = mapped(section.next);
        if (target != section.next) links.push_back({section.data() - 4, target});
    }
    for (const Link& link : links) {
        if (!splices.overlaps(link.field, link.field + 4)) splices.number(link.field, link.target);
    }
}

bool ModelEditor::decidesShape(const Place& leaf) const {
    return FieldName(Meaning::Version)(*leaf.field);
}

std::string ModelEditor::textWarning(const schema::Field& field, std::string_view text) const {
    const StringLimit limit = isV6() ? StringLimit{kLongestString6, "any string"} : limitOf(holderOf(field).id, field);
    if (text.size() <= limit.bytes) return {};
    return " would have " + grouped(text.size()) + " characters; ModelEdit reads up to " + grouped(limit.bytes) +
           " for " + std::string(limit.place) + ".";
}

bool ModelEditor::isAllRead() {
    if (state().faults.empty()) return true;
    return refuse("The section " + inQuotes(state().name(state().sections[state().faults[0].section])) +
                  " could not be read, and this change may involve it.");
}

const Context& ModelEditor::context() const {
    if (countedIn_ == generation()) return counts_;
    countedIn_ = generation();
    const FieldReader fields(state());
    Context out;
    if (const auto header = fields.section(Id::HeaderSection)) {
        out.set(Var::LodCount, fields.number<std::uint32_t>(*header, "LODCount"));
        out.set(Var::LodDistanceCount, fields.number<std::uint16_t>(*header, "LODDistanceCount"));
    }
    std::vector<std::uint32_t> deformed;
    std::uint32_t count = 0;
    eachOf(Meaning::Nodes, [&](const Place& node) {
        ++count;
        if (isV6()) deformed.push_back(fields.number<std::uint32_t>(node, "NumMDVerts"));
    });
    out.set(Var::NodeCount, count);
    if (isV6()) {
        out.eachVar = Var::DeformationVertexCount;
        out.ofEach = std::make_shared<const std::vector<std::uint32_t>>(std::move(deformed));
    }
    counts_ = std::move(out);
    return counts_;
}

std::vector<std::uint32_t> ModelEditor::countsForOthers() {
    const Context& counts = context();
    const FieldReader fields(state());
    std::vector<std::uint32_t> out = {counts.get(Var::NodeCount), counts.get(Var::LodCount),
                                      counts.get(Var::LodDistanceCount)};
    if (counts.ofEach) out.insert(out.end(), counts.ofEach->begin(), counts.ofEach->end());
    const auto add = [&](const std::optional<Place>& section, FieldName list) {
        const auto array = section ? fields.field(*section, list) : std::nullopt;
        out.push_back(array ? array->count : 0);
    };
    add(fields.section(Meaning::Animations), Meaning::Animations);
    add(fields.section(Id::ChildModelsSection), "ChildModels");
    if (const auto geometry = fields.section(Id::GeometrySection6)) {
        out.push_back(fields.number<std::uint32_t>(*geometry, "NormalVerts"));
    }
    return out;
}

std::optional<core::IndexLimit> ModelEditor::limitOfIndex(const schema::Field& field, const std::string& path,
                                                          const std::string& within) {
    const bool isNode = field.refers == schema::Refers::Node;
    const bool isNext = field.refers == schema::Refers::NextLevelVertex;
    if (!isNode && !isNext && field.refers != schema::Refers::Vertex) return std::nullopt;
    std::string list = "Nodes.Nodes";
    if (!isNode && isV6()) {
        list = "Geometry.VertexInfo";
    } else if (!isNode) {
        const std::size_t end = path.find(']', path.find(".LODs["));
        const std::size_t bracket = path.rfind('[', end);
        if (end == std::string::npos) return std::nullopt;
        const auto level = static_cast<std::uint32_t>(std::stoul(path.substr(bracket + 1)));
        list = path.substr(0, bracket + 1) + std::to_string(level + (isNext ? 1 : 0)) + "].Vertices";
    }
    // A new piece brings its vertices along.
    if (!within.empty() && list.starts_with(within + '.')) return std::nullopt;
    if (limitedIn_ != generation()) limits_.clear();
    limitedIn_ = generation();
    const auto [known, isNew] = limits_.try_emplace(list);
    std::optional<core::IndexLimit>& limit = known->second;
    if (!isNew) return limit;
    const std::size_t dot = list.rfind('.');
    const auto parent = state().walk().resolve(list.substr(0, dot));
    const auto array = parent ? state().walk().arrayOf(*parent, list.substr(dot + 1)) : std::nullopt;
    // What a level without vertices could be named by is stale.
    if (array && state().faults.empty() && (array->count > 0 || !isNext)) {
        limit = isNode ? core::IndexLimit{array->count, "node", "nodes"}
                       : core::IndexLimit{array->count, "vertex", "vertices"};
    }
    return limit;
}

void ModelEditor::eachOf(const std::optional<Place>& parent, FieldName name,
                         FunctionRef<void(const Place&)> visit) const {
    FieldReader(state()).each(parent, name, visit);
}

void ModelEditor::eachOf(Meaning list, FunctionRef<void(const Place&)> visit) const {
    FieldReader(state()).each(list, visit);
}

std::optional<ListAt> ModelEditor::listIn(const std::optional<Place>& section, FieldName name) const {
    const auto array = section ? FieldReader(state()).list(*section, name) : std::nullopt;
    if (!array) return std::nullopt;
    return listOf(*section, *array);
}

ModelEditor::Plan ModelEditor::plainPlan(const ListAt& list, const Shift& shift, Values values) {
    auto made = newElements(list, shift, values, context());
    if (!made) return std::nullopt;
    return ListPlan{{{list, shift, std::move(*made)}}};
}

std::vector<EditValue> ModelEditor::namedElements(const ListAt& list, const Shift& shift, Values values) const {
    EditValue::Fields defaults;
    if (list.array.type == schema::Type(Id::Piece)) {
        defaults = {{"Name", {std::string("piece")}}};
    } else if (list.array.type == schema::Type(Id::Socket)) {
        defaults = {{"Name", {std::string("socket")}}};
    } else if (list.array.type == schema::Type(Id::WeightSet)) {
        const EditValue::List zeros(context().get(Var::NodeCount), EditValue{0.0});
        defaults = {{"Name", {std::string("set")}}, {"NodeWeights", {zeros}}};
    } else {
        return {values.begin(), values.end()};
    }
    std::vector<EditValue> named;
    for (std::uint32_t i = 0; shift.kind == ListChange::Kind::Insert && i < shift.count && shift.copied == kNone; ++i) {
        named.push_back(withDefaults(i < values.size() ? &values[i] : nullptr, defaults));
    }
    return named;
}

ModelEditor::Plan ModelEditor::refusePer(const ListAt& list) {
    std::string why;
    switch (list.array.field->var.as<Var>()) {
        case Var::LodDistanceCount:
        case Var::LodCount:
            why =
                " has one level per LOD distance, plus one: adding or removing a distance in the header "
                "(Header.LODDistances) adds or removes a level in every piece";
            break;
        case Var::NodeCount: why = " has one element per node: it changes with the nodes"; break;
        case Var::KeyframeCount:
            why = " has one element per keyframe: it changes with the keyframes of the animation";
            break;
        case Var::ChildModelCount: why = " has one element per child model: it changes with the child models"; break;
        case Var::AnimationCount: why = " has one element per animation: it changes with the animations"; break;
        case Var::NormalVertexCount: why = " has one element per vertex: it changes with the vertices"; break;
        default: why = " changes only together with what it belongs to"; break;
    }
    return refused(list.path + why + ".");
}

ModelEditor::Plan ModelEditor::planOf(const ListAt& list, const Shift& shift, const Operation& operation) {
    // The vectors that follow from a list are those of the first section of a name, which is what programs read.
    if (list.path.find('#') < list.path.find('.')) {
        return refused("An earlier section has the same name, so the lists of " +
                       inQuotes(list.path.substr(0, list.path.find('.'))) + " cannot be changed.");
    }
    if (list.array.field->repeat == Repeat::Per) return refusePer(list);
    Plan plan = list.array.type.isScalar() ? planOfScalars(list, shift, operation.values)
                                           : planOfStructs(list, shift, operation.values);
    // Bytes may be anything, which shows only when they are read.
    const bool isOfBytes = std::any_of(operation.values.begin(), operation.values.end(), hasBytes);
    if (plan && (isOfBytes || !isCountable(list))) plan->isAlone = true;
    return plan;
}

ModelEditor::Plan ModelEditor::planOfScalars(const ListAt& list, const Shift& shift, Values values) {
    const schema::Field& field = *list.array.field;
    if (FieldName("LODDistances")(field)) return planOfLevels(list, shift, values);
    if (FieldName("MDVertList")(field)) return planOfDeformed(list, shift, values);
    if (FieldName("VertexStartNum")(field)) return refused(list.path + " has one number per collapse, plus one.");
    const bool isParallel = field.follows != core::schema::Var() && list.size == context().get(field.follows);
    if (isParallel && shift.kind != ListChange::Kind::Move)
        return refused(list.path + " has one number per node: it changes with the nodes.");
    return plainPlan(list, shift, values);
}

ModelEditor::Plan ModelEditor::planOfStructs(const ListAt& list, const Shift& shift, Values values) {
    switch (static_cast<Id>(list.array.type.id().index())) {
        case Id::Node:
        case Id::Node6: return planOfNodes(list, shift, values);
        case Id::Animation:
        case Id::Animation6: return planOfAnimations(list, shift, values);
        case Id::Keyframe:
        case Id::Keyframe6: return planOfKeys(list, shift, values);
        case Id::ChildModel: return planOfChildModels(list, shift, values);
        case Id::Vertex: return planOfVertices(list, shift, values);
        case Id::Vertex6: return planOfVertices6(list, shift, values);
        case Id::Face:
        case Id::Triangle6:
            if (shift.kind == ListChange::Kind::Insert && !FieldReader(state()).field(list.parent, Meaning::Vertices))
                return refused("There are no vertices for a triangle.");
            return plainPlan(list, shift, values);
        default: return plainPlan(list, shift, namedElements(list, shift, values));
    }
}

void ModelEditor::beforeMade() {
    leads_.clear();
    lengths_.clear();
    eachChanged([this](const ListAt& list, const ChangedList& changes) {
        if (list.array.type == schema::Type(Id::Keyframe6) && changes.size() > 0 && hasRightLength(list))
            lengths_.push_back(list.path.substr(0, list.path.rfind('.')));
        if (list.array.type == schema::Type(Id::Lod)) noteLeads(list, changes);
        if (FieldName(Meaning::Nodes)(*list.array.field)) countChildren(list, changes);
        if (list.array.type != schema::Type(Id::Vertex6)) return;
        const auto normal = FieldReader(state()).field(list.parent, "NormalVerts");
        const std::uint32_t more = changes.size() - list.array.count;
        if (more != 0) splices_.number(normal->start, load<std::uint32_t>(state().bytes, normal->start) + more);
    });
}

void ModelEditor::afterMade() {
    setLeads();
    setLengths();
    eachChanged([this](const ListAt& list, const ChangedList& changes) {
        const schema::Field& field = *list.array.field;
        if (FieldName(Meaning::Nodes)(field)) numberNodes();
        if (FieldName(Meaning::Nodes)(field) || FieldName(Meaning::Vertices)(field))
            mapReferences(list, changes.newIndices());
    });
    tree_.reset();
}

bool ModelEditor::convert(const Operation& operation) {
    Converted converted = abc::convert(settled(), operation.version);
    if (!converted.refusal.empty()) return refuse(std::move(converted.refusal));
    for (Splice& splice : converted.splices) splices_.add(splice.start, splice.end, std::move(splice.bytes));
    isStale_ = true;
    return true;
}

Meant ModelEditor::meantBy(const Document& state, const Operation& operation) const {
    switch (operation.kind) {
        case Operation::Kind::ReplaceLevel:
        case Operation::Kind::AdoptLevel: return meantByLevel(state, operation);
        case Operation::Kind::Transform: return meantByTransform(state, operation);
        default: return meantByClip(state, operation);
    }
}

EditValue withDefaults(const EditValue* value, EditValue::Fields defaults) {
    if (value == nullptr) return {std::move(defaults)};
    EditValue out = *value;
    if (auto* fields = std::get_if<EditValue::Fields>(&out.value)) {
        for (auto& each : defaults) {
            if (fieldOf(value, each.name) == nullptr) fields->push_back(std::move(each));
        }
    }
    return out;
}

std::optional<Range> fieldIn(const Dialect& dialect, Bytes element, schema::Type type, FieldName name) {
    std::optional<Range> found;
    const auto size = static_cast<std::uint32_t>(element.size());
    forEachField(dialect, type.id(), element, 0, size, {}, [&](const FieldAt& at) {
        if (!name(at.field)) return at.offset < size;
        if (at.offset + at.size <= size)
            found = {static_cast<std::uint32_t>(at.offset), static_cast<std::uint32_t>(at.offset + at.size)};
        return false;
    });
    return found;
}

std::string_view textIn(const Dialect& dialect, Bytes element, schema::Type type, FieldName name) {
    const auto field = fieldIn(dialect, element, type, name);
    return field ? view(element, loadText(element, field->start)) : std::string_view();
}

Edited edit(const Document& document, std::span<const Operation> operations) {
    return ModelEditor(document).run(operations);
}

}  // namespace abc
