// The writer of compiled models follows the schema: what does not is refused (writer.h), and what is long costs in
// line.
#include <compile/writer.h>
#include <ltb/parse.h>

#include "support/compiled_text.h"
#include "support/work.h"

namespace compiling::testing {
namespace {

using ltb::schema::Id;

/// What the writer says of a box that `body` writes, in a list of one.
template <class Body>
std::string refusalOf(Body body, std::uint32_t version = 25) {
    const core::Dialect dialect = ltb::dialectOf(version);
    Writer writer(dialect);
    writer.section(Id::BoxesSection, [&] {
        writer.u32("BoxCount", 1);
        writer.element("Boxes", [&] { body(writer); });
    });
    const std::string refusal = writer.refusal();
    EXPECT_EQ(writer.finish().empty(), !refusal.empty());
    return refusal;
}

constexpr std::array<float, 9> kAxes{1, 0, 0, 0, 1, 0, 0, 0, 1};

void writeBox(Writer& writer, bool hasRadius) {
    writer.vector("Position", {1, 2, 3});
    writer.vector("Size", {1, 1, 1});
    writer.numbers<float>("Axes", kAxes);
    writer.u32("NodeIndex", 0);
    if (hasRadius) writer.f32("Radius", 1);
}

TEST(CompileWriter, RefusesWhatIsNotInTheSchema) {
    EXPECT_EQ(refusalOf([](Writer& writer) { writeBox(writer, true); }), "");
    EXPECT_EQ(refusalOf([](Writer& writer) { writeBox(writer, false); }, 23), "");
    EXPECT_EQ(refusalOf([](Writer& writer) { writeBox(writer, true); }, 23),
              "Boxes > Box > 'Radius' is not the next field");
    EXPECT_EQ(refusalOf([](Writer& writer) { writeBox(writer, false); }), "Boxes > Box > 'Radius' is missing");
    EXPECT_EQ(refusalOf([](Writer& writer) { writer.vector("Size", {}); }),
              "Boxes > Box > 'Size' is not the next field");
    EXPECT_EQ(refusalOf([](Writer& writer) { writer.f32("Position", 1); }),
              "Boxes > Box > 'Position' has a different length");
    EXPECT_EQ(refusalOf([](Writer& writer) { writer.u32("Position", 1); }),
              "Boxes > Box > 'Position' has a different type");
    EXPECT_EQ(refusalOf([](Writer& writer) { writer.string("Position", ""); }),
              "Boxes > Box > 'Position' has a different type");
    EXPECT_EQ(
        refusalOf([](Writer& writer) { writer.numbers<std::int16_t>("Position", std::array<std::int16_t, 3>{}); }),
        "Boxes > Box > 'Position' has a different type");
    EXPECT_EQ(refusalOf([](Writer& writer) {
                  writer.vector("Position", {1, HUGE_VALF, 0});
              }),
              "Boxes > Box > 'Position' is not a finite number");
    EXPECT_EQ(refusalOf([](Writer& writer) {
                  writer.vector("Position", {});
                  writer.vector("Size", {});
                  writer.numbers<float>("Axes", std::array<float, 12>{});
              }),
              "Boxes > Box > 'Axes' has a different length");
    // What comes after the first reason is not looked at.
    EXPECT_EQ(refusalOf([](Writer& writer) {
                  writer.u16("NodeIndex", 1);
                  writer.element("Axes", [] {});
                  writer.string("Name", "");
                  writer.set(writer.later("Radius"), 1);
              }),
              "Boxes > Box > 'NodeIndex' is not the next field");
}

template <class Body>
std::string refusalIn(Id section, Body body) {
    const core::Dialect dialect = ltb::dialectOf(25);
    Writer writer(dialect);
    writer.section(section, [&] { body(writer); });
    return writer.refusal();
}

TEST(CompileWriter, RefusesValuesThatAFieldCannotHave) {
    EXPECT_EQ(refusalIn(Id::FileSection, [](Writer& writer) { writer.u8("FileType", 256); }),
              "File > 'FileType' is too large");
    EXPECT_EQ(refusalIn(Id::FileSection, [](Writer& writer) { writer.element("FileType", [] {}); }),
              "File > 'FileType' is not a struct");
    if constexpr (sizeof(std::size_t) > 4) {
        EXPECT_EQ(
            refusalIn(Id::BoxesSection, [](Writer& writer) { writer.u32("BoxCount", std::size_t{1} << 31U << 1U); }),
            "Boxes > 'BoxCount' is too large");
    }
    EXPECT_EQ(refusalIn(Id::BoxesSection, [](Writer& writer) { writer.u32("BoxCount", 1); }),
              "Boxes > 'Boxes' is missing");
    EXPECT_EQ(refusalIn(Id::AnimationSection,
                        [](Writer& writer) {
                            writer.u32("Count", 1);
                            writer.element("Animations", [&] {
                                writer.vector("Extents", {});
                                writer.string("Name", "a");
                                writer.u32("Compression", 4);
                            });
                        }),
              "Animation > Animation > 'Compression' is not known");
    EXPECT_EQ(refusalIn(Id::AnimationSection,
                        [](Writer& writer) {
                            writer.u32("Count", 1);
                            writer.element("Animations", [&] {
                                writer.vector("Extents", {});
                                writer.string("Name", std::string(65'536, 'x'));
                            });
                        }),
              "Animation > Animation > 'Name' is longer than 65,535 bytes");
    // A node with a child that does not follow, and one more node than there is room for.
    const auto node = [](Writer& writer, std::uint32_t children) {
        writer.element("Nodes", [&] {
            writer.string("Name", "n");
            writer.u16("Index", 0);
            writer.u8("Flags", 0);
            writer.numbers<float>("Matrix", abc::Mat4().m);
            writer.u32("ChildCount", children);
        });
    };
    EXPECT_EQ(refusalIn(Id::NodesSection, [&](Writer& writer) { node(writer, 1); }), "Nodes > 'Nodes' is missing");
    EXPECT_EQ(refusalIn(Id::NodesSection,
                        [&](Writer& writer) {
                            node(writer, 0);
                            node(writer, 0);
                        }),
              "Nodes > 'Nodes' is not the next field");
}

struct Part {
    const char* name;
    std::string (*text)(std::uint32_t count);
};

std::string repeated(std::uint32_t count, std::string_view part) {
    std::string out;
    for (std::uint32_t i = 0; i < count; ++i) out += part;
    return out;
}

const std::string kStart = R"((lt-model-0 (hierarchy (children ((transform "n0" (children ((transform "n1")))))))
    (animset "a" (keyframe (keyframe (times (0)))) (anims ((anim (parent "n0") (frames (posquat (((0 0 0)(0 0 0 1)))))))) )";

const Part kParts[] = {
    {"triangles, each of other bones",
     [](std::uint32_t count) {
         std::string out = "(lt-model-0 (hierarchy (children (";
         for (int n = 0; n < 60; ++n) out += "(transform \"n" + std::to_string(n) + "\")";
         out += "))) (shape \"m\" (geometry (mesh \"m\" (vertex (" + repeated(count, "(0 0 0)") + ")) (tri-fs (";
         for (std::uint32_t i = 0; i < count; ++i) {
             out += std::to_string(i) + ' ' + std::to_string((7 * i + 1) % count) + ' ' +
                    std::to_string(i * i % count) + ' ';
         }
         out += "))))) (on-load-cmds ((add-deformer (skel-deformer (target \"m\") (influences (";
         for (int n = 0; n < 60; ++n) out += "\"n" + std::to_string(n) + "\" ";
         out += ")) (weightsets (";
         for (std::uint32_t i = 0; i < count; ++i) {
             out += "(" + std::to_string(i % 60) + " 0.5 " + std::to_string(i * 31 % 59) + " 0.5)";
         }
         return out + "))))))";
     }},
    {"corners with coordinates of their own",
     [](std::uint32_t count) {
         std::string out = kStart + "(shape \"m\" (geometry (mesh \"m\" (vertex ((0 0 0))) (tri-fs (" +
                           repeated(count, "0 0 0 ") + ")) (uvs (";
         for (std::uint32_t i = 0; i < 3 * count; ++i) out += "(" + std::to_string(i) + " 0)";
         out += ")) (tex-fs (";
         for (std::uint32_t i = 0; i < 3 * count; ++i) out += std::to_string(i) + ' ';
         return out + "))))))";
     }},
    {"weights of one vertex",
     [](std::uint32_t count) {
         return kStart + "(shape \"m\" (geometry (mesh \"m\" (vertex ((0 0 0))) (tri-fs (0 0 0)))))" +
                "(on-load-cmds ((add-deformer (skel-deformer (target \"m\") (influences (\"n0\" \"n1\")) (weightsets "
                "((" +
                repeated(count, "0 0.1 1 0.1 ") + ")))))))";
     }},
    {"levels at the same distance",
     [](std::uint32_t count) {
         return kStart + "(on-load-cmds ((lod-groups ((create-lod-group \"p\" (lod-dists (" + repeated(count, "1 ") +
                ")) (shapes (" + repeated(count, "\"NULL\" ") + "))))))))";
     }},
    {"animations",
     [](std::uint32_t count) {
         std::string out = kStart;
         for (std::uint32_t i = 0; i < count; ++i) {
             const std::string name = "a" + std::to_string(i);
             out += "(animset \"" + name + "\" (keyframe (keyframe (times (0)))) (anims ((anim (parent \"n0\")))))";
             out += "(on-load-cmds (anim-bindings ((anim-binding (name \"" + name + "\")))))";
         }
         return out + ")";
     }},
    {"keys",
     [](std::uint32_t count) {
         std::string out =
             R"((lt-model-0 (hierarchy (children ((transform "n0")))) (animset "a" (keyframe (keyframe (times ()";
         for (std::uint32_t i = 0; i < count; ++i) out += std::to_string(i) + ' ';
         return out + ")))) (anims ((anim (parent \"n0\") (frames (posquat (" + repeated(count, "((1 2 3)(0 0 0 1))") +
                "))))))))";
     }},
    {"boxes, sockets and sets of a node",
     [](std::uint32_t count) {
         return kStart + "(on-load-cmds ((add-node-obb-list (" +
                repeated(count, "(add-node-obb \"n1\" (dimensions (1 1 1)))") + ")) (add-sockets (" +
                repeated(count, "(socket \"s\" (parent \"n1\"))") + ")) (anim-weightsets (" +
                repeated(count, "(anim-weightset (name \"w\") (weights (1 1)))") + ")))))";
     }},
};

TEST(CompileLinear, InEachListOfAText) {
    constexpr std::uint32_t kFew = 400;
    for (const Part& part : kParts) {
        const auto work = [&](std::uint32_t count) {
            const std::vector<std::byte> bytes = bytesOf(part.text(count));
            const core::Document document = lta::parse(bytes);
            const lta::Parts parts = lta::partsOf(document);
            const abc::Model model = lta::buildModel(document, parts);
            return abc::testing::measured([&] { EXPECT_EQ(compile(document, parts, model).refusal, "") << part.name; });
        };
        const abc::testing::Work few = work(kFew);
        abc::testing::expectLinear(part.name, few, work(kFew * abc::testing::kTimes));
    }
}

}  // namespace
}  // namespace compiling::testing
