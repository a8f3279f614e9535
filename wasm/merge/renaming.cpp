#include "renaming.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "abc/build.h"

namespace merging {
namespace {

constexpr double kMostByte = 255;
constexpr double kMostCount = std::numeric_limits<std::uint32_t>::max();

bool isOther(double given, double stored) {
    return static_cast<float>(given) != static_cast<float>(stored);
}

/// A list of objects; without elements for anything else.
std::span<const gltf::Json> objectsIn(const gltf::Json& extras, std::string_view name) {
    const std::span<const gltf::Json> list = gltf::listIn(extras, name);
    const auto isObject = [](const gltf::Json& each) {
        return std::holds_alternative<gltf::Json::Record>(each.value) ||
               std::holds_alternative<gltf::Json::List>(each.value);
    };
    return std::all_of(list.begin(), list.end(), isObject) ? list : std::span<const gltf::Json>();
}

class Names {
public:
    explicit Names(Told& told) : told_(told), model_(told.model()) {}

    Renamed run(const FoundPieces& found) {
        nodes();
        // v6 has one piece without a name, and one slot.
        for (const auto& [piece, at] : found) {
            if (!told_.isV6()) this->piece(piece, at);
        }
        model();
        return std::move(out_);
    }

private:
    void say(const std::string& path, std::string_view message, const std::vector<std::string>& values) {
        out_.changes.push_back({path, core::filled(message, values)});
    }
    void set(const std::string& path, core::EditValue value, std::string_view message,
             const std::vector<std::string>& values) {
        out_.operations.push_back(setting(path, std::move(value), true));
        say(path, message, values);
    }
    /// Says the name that the file gets. @param before in UTF-8
    void rename(const std::string& path, const char* what, const std::string& before, const std::string& given) {
        const std::string name = told_.texts.text(given);
        const std::string shown = core::utf8FromLatin1(name);
        if (shown != before) set(path, textValue(name), "{0} “{1}” renamed to “{2}”.", {what, before, shown});
    }
    void remove(const std::string& path, std::string_view message, const std::string& name) {
        out_.operations.push_back(removing(path, true));
        say(path, message, {name});
    }

    void nodes() {
        const auto& description = told_.glb.description;
        const auto stored = objectsIn(description.json, "nodes");
        for (std::uint32_t node = 0; node < model_.nodes.size(); ++node) {
            const gltf::Node& joint = told_.glb.nodes[told_.joints.list()[node]];
            const std::string name = told_.nodeName(node);
            const std::string path = at("Nodes.Nodes", node);
            const std::string* exported = node < description.joints.size() ? &description.joints[node] : nullptr;
            if (const auto other = gltf::renamed(joint.name, exported))
                rename(path + (told_.isV6() ? ".NodeName" : ".Name"), "Node", name, *other);
            const auto given = gltf::wholeOf(gltf::valueIn(joint.extras, "lta_node_flags"), kMostByte);
            const auto was = gltf::numberIn(gltf::elementOf(stored, node), "flags");
            const double flags = model_.nodes[node].flags;
            if (given && given != was && *given != flags)
                set(path + ".Flags", numberValue(*given), "Flags of the node “{0}”: {1} → {2}.",
                    {name, gltf::digits(flags), gltf::digits(*given)});
        }
        if (told_.isV6()) return;
        for (const std::uint32_t node : told_.merge.writeBinds())
            say(at("Nodes.Nodes", node) + ".Matrix", "Node “{0}” moved in the bind pose.", {told_.nodeName(node)});
    }

    void piece(std::uint32_t piece, const MeshAt& place) {
        const gltf::Mesh& mesh = *told_.glb.meshOf(place.node);
        const abc::Piece& info = model_.pieces[piece];
        const std::string name = told_.text(info.name);
        const std::string path = at("Pieces.Pieces", piece);
        const auto lod = gltf::numberIn(mesh.extras, "lt_lod");
        const auto& meshes = told_.glb.description.meshes;
        const auto exported = std::find_if(meshes.begin(), meshes.end(), [&](const gltf::ExportedMesh& each) {
            return each.piece == piece && lod == each.lod;
        });
        if (lod == 0.0 && exported != meshes.end()) {
            if (const auto other = gltf::renamed(told_.glb.nodes[place.node].name, &exported->name))
                rename(path + ".Name", "Piece", name, *other);
        }
        slot(mesh, mesh.primitives[place.primitive], info, name, path);
        number(mesh, "lta_specular_power", "SpecularPower", info.specularPower, name, path);
        number(mesh, "lta_specular_scale", "SpecularScale", info.specularScale, name, path);
        if (told_.version() >= 10) number(mesh, "lta_lod_weight", "LODWeight", info.lodWeight, name, path);
    }

    void slot(const gltf::Mesh& mesh, const gltf::Primitive& primitive, const abc::Piece& info, const std::string& name,
              const std::string& path) {
        const gltf::Json* typed = gltf::valueIn(mesh.extras, "lta_texture_index");
        const gltf::Json* before = gltf::valueIn(mesh.extras, "lt_material");
        // A number that somebody typed is meant, else the material.
        const bool isTyped =
            gltf::numberOf(typed) != gltf::numberOf(before) || (typed == nullptr) != (before == nullptr);
        const gltf::Json* wanted = isTyped ? typed : told_.glb.ofMaterial(primitive, "lt_material");
        const auto slot = gltf::wholeOf(wanted, std::numeric_limits<std::uint16_t>::max());
        const double stored = info.materialIndex;
        if (slot && *slot != stored)
            set(path + ".MaterialIndex", numberValue(*slot), "Skin slot of piece “{0}”: {1} → {2}.",
                {name, gltf::digits(stored), gltf::digits(*slot)});
    }

    void number(const gltf::Mesh& mesh, const char* key, const char* field, double stored, const std::string& name,
                const std::string& path) {
        const auto given = singleIn(mesh.extras, key);
        if (!given || !isOther(*given, stored) || !std::isfinite(stored)) return;
        set(path + "." + field, numberValue(*given), "{0} of “{1}”: {2} → {3}.",
            {field, name, gltf::digits(stored), gltf::digits(*given)});
    }

    void model() {
        const gltf::Json& extras = told_.glb.nodes[told_.glb.scene.top()].extras;
        commands(extras);
        if (told_.isV6()) return;
        radius(extras);
        weightSets(objectsIn(extras, "lta_weightsets"));
        childModels(objectsIn(extras, "lta_childmodels"));
    }

    void commands(const gltf::Json& extras) {
        constexpr const char* path = "Header.CommandString";
        const std::string* given = gltf::textIn(extras, "lta_command_string");
        if (given == nullptr) return;
        const std::string* exported = gltf::textIn(told_.glb.description.json, "commandString");
        const core::Document& document = told_.merge.document();
        const auto place = document.walk().resolve(path);
        const std::string stored = place ? told_.text(core::loadText(document.bytes, place->start)) : std::string{};
        if ((exported == nullptr || *given != *exported) && *given != stored)
            set(path, textValue(told_.texts.text(*given)), "The command string changed.", {});
    }

    void radius(const gltf::Json& extras) {
        constexpr const char* path = "Header.InternalRadius";
        const auto given = singleIn(extras, "lta_global_radius");
        const core::Document& document = told_.merge.document();
        const auto place = document.walk().resolve(path);
        if (!given || !place) return;
        const double stored = core::load<float>(document.bytes, place->start);
        if (std::isfinite(stored) && isOther(*given, stored))
            set(path, numberValue(*given), "Radius: {0} → {1}.", {gltf::digits(stored), gltf::digits(*given)});
    }

    void weightSets(std::span<const gltf::Json> sets) {
        const auto isSet = [](const gltf::Json& set) {
            const gltf::Json* weights = gltf::valueIn(set, "weights");
            return gltf::textIn(set, "name") != nullptr && weights != nullptr &&
                   std::holds_alternative<gltf::Json::List>(weights->value);
        };
        if (sets.empty() || !std::all_of(sets.begin(), sets.end(), isSet)) return;
        for (std::size_t i = 0; i < sets.size(); ++i) {
            std::vector<double> weights;
            for (const gltf::Json& value : gltf::listIn(sets[i], "weights")) {
                const double weight = gltf::numberOf(&value).value_or(0);
                weights.push_back(std::isfinite(static_cast<float>(weight)) ? weight : 0);
            }
            weightSet(i, *gltf::textIn(sets[i], "name"), std::move(weights));
        }
        for (std::size_t i = model_.weightSets.size(); i-- > sets.size();)
            remove(at("Nodes.WeightSets", i), "Weight set “{0}” removed.", told_.text(model_.weightSets[i].name));
    }

    void weightSet(std::size_t i, const std::string& name, std::vector<double> weights) {
        const std::string path = at("Nodes.WeightSets", i);
        if (i >= model_.weightSets.size()) {
            const std::string text = told_.texts.text(name);
            weights.resize(model_.nodes.size());
            core::EditValue::Fields fields{{"Name", textValue(text)},
                                           {"NodeCount", numberValue(static_cast<double>(weights.size()))},
                                           {"NodeWeights", numbersValue(weights)}};
            out_.operations.push_back(inserting(path, {std::move(fields)}, true));
            return say(path, "Weight set “{0}” added.", {core::utf8FromLatin1(text)});
        }
        const abc::WeightSet& known = model_.weightSets[i];
        const std::string before = told_.text(known.name);
        if (name != before) rename(path + ".Name", "Weight set", before, name);
        for (std::size_t node = 0; node < std::min(known.weights.size(), weights.size()); ++node) {
            const double stored = known.weights[node];
            if (!std::isfinite(stored) || !isOther(weights[node], stored)) continue;
            set(at(path + ".NodeWeights", node), numberValue(weights[node]),
                "Weight set “{0}”: share of node {1} is now {2}.",
                {before, std::to_string(node), gltf::digits(weights[node])});
        }
    }

    void childModels(std::span<const gltf::Json> models) {
        const auto hasName = [](const gltf::Json& model) { return gltf::textIn(model, "name") != nullptr; };
        if (models.empty() || !std::all_of(models.begin(), models.end(), hasName)) return;
        for (std::size_t i = 0; i < models.size(); ++i)
            childModel(i, *gltf::textIn(models[i], "name"),
                       gltf::wholeOf(gltf::valueIn(models[i], "build_number"), kMostCount));
        for (std::size_t i = model_.childModels.size(); i-- > std::max<std::size_t>(1, models.size());)
            remove(at("ChildModels.ChildModels", i), "Child model “{0}” removed.",
                   told_.text(model_.childModels[i].name));
    }

    void childModel(std::size_t i, const std::string& name, const std::optional<double>& build) {
        const std::string path = at("ChildModels.ChildModels", i);
        if (i >= model_.childModels.size()) {
            const std::string text = told_.texts.text(name);
            core::EditValue::Fields fields{{"Name", textValue(text)}};
            if (build) fields.push_back({"BuildNumber", numberValue(*build)});
            out_.operations.push_back(inserting(path, {std::move(fields)}, true));
            return say(path, "Child model “{0}” added.", {core::utf8FromLatin1(text)});
        }
        const abc::ChildModel& known = model_.childModels[i];
        const std::string before = told_.text(known.name);
        if (name != before) rename(path + ".Name", "Child model", before, name);
        if (build && *build != known.buildNumber)
            set(path + ".BuildNumber", numberValue(*build), "Build number of the child model “{0}”: {1} → {2}.",
                {before, std::to_string(known.buildNumber), gltf::digits(*build)});
    }

    Told& told_;
    const abc::Model& model_;
    Renamed out_;
};

}  // namespace

Renamed mergeNames(Told& told, const FoundPieces& found) {
    return Names(told).run(found);
}

}  // namespace merging
