#include "clockwork.h"

#include <algorithm>

namespace abc::samples::clockwork {

namespace {

constexpr std::uint8_t kRotationOnly = 2;
/// How often the model was saved, as its editor would count.
constexpr std::uint32_t kBuild = 23;

struct Place {
    const char* name;
    std::uint32_t parent;
    Vec3 at;
};

// The left side is at −X; the right side mirrors it.
constexpr Place kPlaces[JointCount] = {
    {"Pelvis", kNoParent, {0, 0, 0}},
    {"Spine", Pelvis, {0, 5, 0}},
    {"Chest", Spine, {0, 14, 0}},
    {"Key", Chest, {0, 17, -11}},
    {"Neck", Chest, {0, 28, 0}},
    {"Head", Neck, {0, 32, 0}},
    {"Lids", Head, {0, 44.5F, 9.5F}},
    {"Antenna", Head, {0, 57, 0}},
    {"L_UpperArm", Chest, {-16, 22, 0}},
    {"L_Forearm", LeftUpperArm, {-24, 10.5F, 0}},
    {"L_Hand", LeftForearm, {-30, -1.5F, 2}},
    {"R_UpperArm", Chest, {16, 22, 0}},
    {"R_Forearm", RightUpperArm, {24, 10.5F, 0}},
    {"R_Hand", RightForearm, {30, -1.5F, 2}},
    {"L_Thigh", Pelvis, {-7.5F, -4, 0}},
    {"L_Shin", LeftThigh, {-7.5F, -20.5F, 1}},
    {"L_Foot", LeftShin, {-7.5F, -37, -1}},
    {"L_Toe", LeftFoot, {-7.5F, -41.5F, 7}},
    {"R_Thigh", Pelvis, {7.5F, -4, 0}},
    {"R_Shin", RightThigh, {7.5F, -20.5F, 1}},
    {"R_Foot", RightShin, {7.5F, -37, -1}},
    {"R_Toe", RightFoot, {7.5F, -41.5F, 7}},
};

/// A weight set that holds these joints and all below them.
WeightSet weightSet(const std::vector<Node>& nodes, std::string name, std::initializer_list<Joint> tops) {
    WeightSet set{std::move(name), std::vector<float>(nodes.size())};
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const bool isTop = std::find(tops.begin(), tops.end(), static_cast<Joint>(i)) != tops.end();
        const bool isBelow = nodes[i].parent != kNoParent && set.nodeWeights[nodes[i].parent] > 0;
        if (isTop || isBelow) set.nodeWeights[i] = 1;
    }
    return set;
}

}  // namespace

Vec3 at(Joint joint) {
    return kPlaces[joint].at;
}

std::uint32_t otherSide(std::uint32_t joint) {
    if (joint >= LeftThigh) return joint < RightThigh ? joint + 4 : joint - 4;
    if (joint >= LeftUpperArm) return joint < RightUpperArm ? joint + 3 : joint - 3;
    return joint;
}

std::vector<Node> skeleton() {
    std::vector<Node> nodes;
    for (const Place& place : kPlaces) {
        Node& node = nodes.emplace_back();
        node.name = place.name;
        node.parent = place.parent;
        // Bones keep their length; only the pelvis, which carries the body, is moved.
        node.flags = place.parent == kNoParent ? 0 : kRotationOnly;
        node.bind.setTranslation(place.at);
    }
    return nodes;
}

std::vector<Binding> bindings(const ModelV12& model, Vec3 origin) {
    std::vector<Binding> list;
    for (const Animation& animation : model.animations) list.push_back({animation.name, animation.extents, origin});
    return list;
}

ModelV12 model() {
    ModelV12 model;
    model.commandString = "ShadowEnable 1;SpecularEnable 1";
    model.internalRadius = 64;
    model.lodDistances = {250, 600};
    model.nodes = skeleton();
    model.pieces = pieces(model.nodes);
    model.weightSets = {weightSet(model.nodes, "Upper", {Spine}),
                        weightSet(model.nodes, "Lower", {LeftThigh, RightThigh}),
                        weightSet(model.nodes, "Blink", {Lids})};
    model.weightSets[1].nodeWeights[Pelvis] = 1;
    model.animations = animations(model.nodes);
    model.sockets = {{"RightHand", RightHand, {}, {1.5F, -6, 1}},
                     {"LeftHand", LeftHand, {}, {-1.5F, -6, 1}},
                     {"Back", Chest, {}, {0, 8, -12}},
                     {"Head", Head, {}, {0, 24, 0}}};
    model.childModels = {{"", kBuild}, {kBaseName, kBaseBuild}};
    model.bindings = {bindings(model, {}), bindings(baseModel(), {0, -kBaseSole, 0})};
    return model;
}

}  // namespace abc::samples::clockwork
