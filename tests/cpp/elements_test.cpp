// Elements of the model and nodes of the structure: each leads to the other.
#include <abc/elements.h>
#include <gtest/gtest.h>

#include <functional>

#include "support/all_fixtures.h"

namespace abc::testing {
namespace {

Element made(void (*set)(Element&)) {
    Element element;
    set(element);
    return element;
}

struct Named {
    Element element;
    std::string path;
};

/// Paths as interfaces.md has them.
void expectPaths(const Document& document, const std::vector<Named>& list) {
    for (const auto& [element, path] : list) {
        EXPECT_EQ(pathOf(document, element), path);
        if (!path.empty()) {
            EXPECT_TRUE(document.walk().resolve(path)) << path;
        }
    }
}

TEST(PathOf, NamesTheElementsOfV12) {
    const Opened file(smallV12());
    expectPaths(
        file.document,
        {
            {made([](Element& e) { e.piece = 0; }), "Pieces.Pieces[0]"},
            {made([](Element& e) { e.piece = e.lod = 0; }), "Pieces.Pieces[0].LODs[0]"},
            {made([](Element& e) { e.piece = e.lod = e.face = 0, e.corner = 2; }),
             "Pieces.Pieces[0].LODs[0].Faces[0].Vertices[2]"},
            {made([](Element& e) { e.piece = 0, e.vertex = 1; }), "Pieces.Pieces[0].LODs[0].Vertices[1]"},
            {made([](Element& e) { e.piece = e.lod = e.vertex = e.weight = 0; }),
             "Pieces.Pieces[0].LODs[0].Vertices[0].Weights[0]"},
            {made([](Element& e) { e.node = 1; }), "Nodes.Nodes[1]"},
            {made([](Element& e) { e.weightSet = 0; }), "Nodes.WeightSets[0]"},
            {made([](Element& e) { e.childModel = 0; }), "ChildModels.ChildModels[0]"},
            {made([](Element& e) { e.animation = 0; }), "Animation.Animations[0]"},
            {made([](Element& e) { e.animation = 0, e.keyframe = 1; }), "Animation.Animations[0].Keyframes[1]"},
            {made([](Element& e) { e.animation = 0, e.node = 1; }), "Animation.Animations[0].NodeTransforms[1]"},
            {made([](Element& e) { e.animation = e.keyframe = 0, e.node = 1; }),
             "Animation.Animations[0].NodeTransforms[1].Transforms[0]"},
            {made([](Element& e) { e.socket = 0; }), "Sockets.Sockets[0]"},
            {made([](Element& e) { e.bindingList = 0; }), "AnimBindings.Lists[0]"},
            {made([](Element& e) { e.bindingList = e.binding = 0; }), "AnimBindings.Lists[0].AnimBindings[0]"},
        });
}

TEST(PathOf, NamesTheElementsOfV6) {
    const Opened file(smallV6());
    expectPaths(file.document,
                {
                    {made([](Element& e) { e.piece = 0; }), "Geometry"},
                    {made([](Element& e) { e.piece = e.lod = 0; }), "Geometry"},
                    {made([](Element& e) { e.piece = 0, e.vertex = 3; }), "Geometry.VertexInfo[3]"},
                    {made([](Element& e) { e.face = 1, e.corner = 2; }), "Geometry.FaceInfo[1]"},
                    {made([](Element& e) { e.node = 1; }), "Nodes.Nodes[1]"},
                    {made([](Element& e) { e.animation = 0, e.keyframe = 1; }), "Animation.Anims[0].KeyframeData[1]"},
                    {made([](Element& e) { e.animation = 0, e.keyframe = e.node = 1; }),
                     "Animation.Anims[0].NodeAnims[1].Keys[1]"},
                    {made([](Element& e) { e.piece = 1; }), ""},
                    {made([](Element& e) { e.socket = 0; }), ""},
                });
}

TEST(PathOf, IsEmptyForWhatTheFileDoesNotHave) {
    const Opened file(smallV12());
    expectPaths(file.document, {
                                   {{}, ""},
                                   {made([](Element& e) { e.piece = 1; }), ""},
                                   {made([](Element& e) { e.piece = e.lod = 0, e.vertex = kNone; }), ""},
                                   {made([](Element& e) { e.piece = 0, e.lod = 1; }), ""},
                                   {made([](Element& e) { e.lod = 0; }), ""},
                                   {made([](Element& e) { e.node = 2; }), ""},
                                   {made([](Element& e) { e.animation = 0, e.keyframe = 2; }), ""},
                                   {made([](Element& e) { e.binding = 0; }), ""},
                               });
    EXPECT_EQ(pathOf(parse({}), made([](Element& e) { e.piece = 0; })), "");
}

TEST(ListPath, IsThatOfTheSchemaAlsoWithoutElements) {
    const Dialect v6 = Opened(smallV6()).document.dialect;
    const Dialect v12 = Opened(smallV12()).document.dialect;
    EXPECT_EQ(listPath(v12, schema::Role::Animation), "Animation.Animations");
    EXPECT_EQ(listPath(v12, schema::Role::WeightSet), "Nodes.WeightSets");
    EXPECT_EQ(listPath(v6, schema::Role::Animation), "Animation.Anims");
    EXPECT_EQ(listPath(v6, schema::Role::WeightSet), "");
    EXPECT_EQ(listPath(v12, schema::Role::Weight), "") << "no list of a section";
}

TEST(LabelPath, IsThatOfTheNameOfAnElement) {
    const Opened v6(smallV6());
    const Opened v12(smallV12());
    EXPECT_EQ(labelPath(v12.document, "Nodes.Nodes[0]"), "Nodes.Nodes[0].Name");
    EXPECT_EQ(labelPath(v6.document, "Nodes.Nodes[0]"), "Nodes.Nodes[0].NodeName");
    EXPECT_EQ(labelPath(v6.document, "Animation.Anims[0].KeyframeData[0]"),
              "Animation.Anims[0].KeyframeData[0].FrameString");
    for (const char* path : {"", "Header", "Nodes.Nodes", "Nodes.Nodes[0].NodeName", "Nodes.Nodes[999]"}) {
        EXPECT_EQ(labelPath(v6.document, path), "") << path;
    }
}

TEST(ElementOf, IsThatOfTheNodeAndNotOfWhatBeginsWithIt) {
    const Opened file(smallV12());
    const auto at = [&](const char* path) {
        const auto node = file.document.walk().resolve(path);
        return node ? elementOf(file.document, *node, path) : Element();
    };
    EXPECT_EQ(at("Pieces.Pieces[0].LODs"), made([](Element& e) { e.piece = 0; }));
    EXPECT_EQ(at("Pieces.Pieces[0].LODs[0].FaceCount"), made([](Element& e) { e.piece = e.lod = 0; }));
    EXPECT_EQ(at("Pieces.Pieces[0].LODs[0].Vertices[1].Normal.Y"),
              made([](Element& e) { e.piece = e.lod = 0, e.vertex = 1; }));
    EXPECT_EQ(at("Nodes.Nodes[1].Name"), made([](Element& e) { e.node = 1; }));
    EXPECT_EQ(at("Header.Version"), Element());
    EXPECT_EQ(at("ChildModels.ChildModels[0].Transforms[1]"), made([](Element& e) { e.childModel = 0; }));
    EXPECT_EQ(at(""), Element());
    EXPECT_EQ(at("Nodes.Nodes[7]"), Element());
}

/// Goes from every node that is an element to the element and back. Returns how many there are.
std::size_t expectRoundTrips(const Document& document) {
    const Walk walk = document.walk();
    std::size_t elements = 0;
    const std::function<void(const Place&, const std::string&)> visit = [&](const Place& node,
                                                                            const std::string& path) {
        const auto role = walk.dialect().roleOf(node.type);
        const bool isElement = node.kind == Place::Kind::Struct && node.index != kNone && role != schema::Role::None &&
                               role != schema::Role::Deformation;
        if (isElement) {
            ++elements;
            const Element element = elementOf(document, node, path);
            EXPECT_EQ(pathOf(document, element), path);
            // From a byte of it to the element again, by what is around the byte.
            Element around;
            walk.ancestors(node.end - 1, [&](const Place& outer, const std::string& at) {
                if (at == path) around = elementOf(document, outer, at);
            });
            EXPECT_EQ(around, element) << path;
        }
        walk.children(node, path, 0, kNone, visit);
    };
    visit(walk.file(), "");
    return elements;
}

class ElementsOf : public ::testing::TestWithParam<std::size_t> {};

TEST_P(ElementsOf, LeadToTheirNodesAndBack) {
    const Document document = parse(allFixtures()[GetParam()].file);
    EXPECT_GT(expectRoundTrips(document), 0U);
}

TEST_P(ElementsOf, LeadToTheirNodesAndBackInDamagedFiles) {
    const File& whole = allFixtures()[GetParam()].file;
    for (std::size_t cut = 1; cut < whole.size(); cut += 1 + whole.size() / 40) {
        expectRoundTrips(parse(Bytes(whole).first(cut)));
    }
}

INSTANTIATE_TEST_SUITE_P(, ElementsOf, ::testing::ValuesIn(fixtureIndices()),
                         [](const auto& param) { return fixtureName(param.param); });

}  // namespace
}  // namespace abc::testing
