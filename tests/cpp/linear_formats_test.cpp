// Work and heap linear in what is read, decoded or written, for new models and for the formats beside ABC.
#include <convert/convert.h>
#include <dtx/edit.h>
#include <dtx/validate.h>
#include <export/any_model.h>
#include <rez/validate.h>
#include <spr/edit.h>
#include <spr/validate.h>

#include "support/dtx_fixtures.h"
#include "support/lta_fixtures.h"
#include "support/ltb_fixtures.h"
#include "support/new_models.h"
#include "support/rez_fixtures.h"
#include "support/rez_invariants.h"
#include "support/spr_fixtures.h"
#include "support/work.h"

namespace abc::testing {
namespace {

constexpr std::uint32_t kFew = 500;

/// `work(count)` for a count and for kTimes as many.
template <class Job>
void expectLinearIn(const std::string& what, std::uint32_t few, Job work) {
    const Work less = work(few);
    expectLinear(what, less, work(few * kTimes));
}

NewNode newNode(std::int32_t parent) {
    NewNode out;
    out.parent = parent;
    out.bind.assign(kMatrixNumbers, 0);
    for (std::size_t i = 0; i < kMatrixNumbers; i += 5) out.bind[i] = 1;
    return out;
}

NewAnimation newAnimation(std::size_t keys, std::size_t nodes) {
    NewAnimation out;
    out.name = "a";
    for (std::size_t k = 0; k < keys; ++k) out.times.push_back(static_cast<std::uint32_t>(k));
    out.strings.resize(keys);
    out.keys.assign(kKeyNumbers * keys * nodes, 0);
    return out;
}

/// As many vertices, each with a weight, and triangles of them.
NewLevel newLevel(std::uint32_t count) {
    NewLevel out;
    for (std::uint32_t v = 0; v < count; ++v) {
        out.corners.insert(out.corners.end(), {v, v, v});
        out.weightStart.push_back(v);
        out.weightNode.push_back(0);
        out.bias.push_back(1);
    }
    out.weightStart.push_back(count);
    out.uvs.assign(std::size_t{6} * count, 0);
    out.locations.assign(std::size_t{3} * count, 1);
    out.normals.assign(std::size_t{3} * count, 0);
    out.weightLocation.assign(std::size_t{3} * count, 1);
    return out;
}

/// A part of a model, so many times.
struct Part {
    const char* name;
    void (*add)(NewModel& model, std::uint32_t count);
};
using Parts = std::vector<Part>;

/// Parts that every way of writing a model knows, and others.
Parts partsWith(const Parts& others) {
    Parts out{
        {"pieces",
         [](NewModel& model, std::uint32_t count) {
             model.pieces.assign(count, {"p", 0, 0, 0, 0, {newLevel(1)}});
         }},
        {"vertices",
         [](NewModel& model, std::uint32_t count) {
             model.pieces = {{"p", 0, 0, 0, 0, {newLevel(count)}}};
         }},
        {"nodes beside each other",
         [](NewModel& model, std::uint32_t count) { model.nodes.insert(model.nodes.end(), count, newNode(0)); }},
        {"animations",
         [](NewModel& model, std::uint32_t count) { model.animations.assign(count, newAnimation(1, 1)); }},
        {"keys", [](NewModel& model, std::uint32_t count) { model.animations = {newAnimation(count, 1)}; }},
        {"weight sets",
         [](NewModel& model, std::uint32_t count) {
             model.weightSets.assign(count, {"w", {1}});
         }},
    };
    out.insert(out.end(), others.begin(), others.end());
    return out;
}

TEST(LinearCompose, InEachListOfAModel) {
    const Parts parts = partsWith({
        {"levels",
         [](NewModel& model, std::uint32_t count) {
             for (std::uint32_t i = 1; i < count; ++i) model.lodDistances.push_back(static_cast<float>(i));
             model.pieces = {{"p", 0, 0, 0, 0, std::vector<NewLevel>(count, newLevel(1))}};
         }},
        {"nodes in a chain",
         [](NewModel& model, std::uint32_t count) {
             for (std::uint32_t i = 1; i < count; ++i) model.nodes.push_back(newNode(static_cast<std::int32_t>(i) - 1));
         }},
        {"sockets",
         [](NewModel& model, std::uint32_t count) {
             model.sockets.assign(count, {"s", 0, {}, {}});
         }},
        {"child models",
         [](NewModel& model, std::uint32_t count) {
             model.childModels.assign(count, {"c", 0});
             model.bindings.resize(count);
         }},
    });
    for (const auto& [name, add] : parts) {
        expectLinearIn(name, kFew, [name = name, add = add](std::uint32_t count) {
            NewModel model;
            model.nodes = {newNode(-1)};
            add(model, count);
            Written written;
            const Work work = measured([&] { written = compose(model); });
            EXPECT_EQ(written.refusal, "") << name;
            return work;
        });
    }
}

TEST(LinearComposeV6, InVerticesThatDeform) {
    expectLinearIn("deformed", kFew, [](std::uint32_t count) {
        NewModel model;
        model.version = 6;
        model.nodes = {newNode(-1)};
        model.nodes[0].bind.clear();
        NewLevel level = newLevel(count);
        level.weightStart.clear();
        level.weightLocation.clear();
        level.bias.clear();
        model.pieces = {{"", 0, 0, 0, 0, {level}}};
        model.animations = {newAnimation(1, 1)};
        for (std::uint32_t v = 0; v < count; ++v) model.nodes[0].deformed.push_back(v);
        NewDeformation& deformation = model.animations[0].deformation.emplace_back();
        deformation.positions.assign(std::size_t{3} * count, 1);
        Written written;
        const Work work = measured([&] { written = compose(model); });
        EXPECT_EQ(written.refusal, "");
        return work;
    });
}

/// Models as text, and back: names that are all alike too, and levels that no two pieces have in common.
TEST(LinearConversion, InEachListOfAModel) {
    const Parts parts = partsWith({
        {"nodes, each of which moves a piece",
         [](NewModel& model, std::uint32_t count) {
             model.nodes.insert(model.nodes.end(), count, newNode(0));
             model.pieces.assign(count, {"p", 0, 0, 0, 0, {newLevel(1)}});
             for (std::uint32_t i = 0; i < count; ++i) model.pieces[i].levels[0].weightNode[0] = i;
         }},
        {"sockets",
         [](NewModel& model, std::uint32_t count) {
             model.sockets.assign(count, {"a socket with a long name", 0, {}, {}});
         }},
    });
    for (const auto& [name, add] : parts) {
        for (const char* target : {"lta", "ltc", "12"}) {
            expectLinearIn(name + std::string(" to ") + target, kFew, [target, add = add](std::uint32_t count) {
                NewModel model;
                model.nodes = {newNode(-1)};
                add(model, count);
                const File file = compose(model).bytes;
                const File text = converting::convert(exporting::parseAny(file), "lta").bytes;
                const File& from = std::string_view(target) == "12" ? text : file;
                converting::Made made;
                const Work work = measured([&] { made = converting::convert(exporting::parseAny(from), target); });
                EXPECT_EQ(made.refusal, "");
                return work;
            });
        }
    }
}

/// A file of a few bytes never becomes one of many: it is refused.
TEST(BoundedConversion, OfKeysThatAreStoredOnce) {
    ltb::testing::ModelSpec spec = ltb::testing::twoNodes(1);
    spec.nodes.resize(1);
    spec.nodes[0].children = 60'000;
    spec.nodes.resize(60'001);
    ltb::testing::AnimationSpec& animation = spec.animations[0];
    animation.times.assign(60, 0);
    animation.strings.assign(60, "");
    animation.tracks.assign(spec.nodes.size(), {{0, 0, 0}, {0, 0, 0, 1}, {}});
    spec.weightSets.clear();
    spec.pieces.clear();
    const File file = ltb::testing::write(spec);
    for (const char* target : {"lta", "12"}) {
        const HeapMeter heap;
        const converting::Made made = converting::convert(exporting::parseAny(file), target);
        EXPECT_NE(made.refusal.find(" would have too many keys: at most 2,097,152 can be converted."),
                  std::string::npos)
            << made.refusal;
        EXPECT_LT(heap.peak(), 16 * file.size() + (1U << 20U));
    }
}

TEST(BoundedConversion, OfLevelsThatNoTwoPiecesHave) {
    const std::string mesh = "(geometry (mesh \"\" (vertex ((0 0 0)(1 0 0)(0 1 0))) (tri-fs (0 1 2))))";
    const auto textOf = [&mesh](int pieces, int levels) {
        std::string groups;
        std::string shapes;
        for (int p = 0; p < pieces; ++p) {
            std::string names;
            std::string starts;
            for (int l = 0; l < levels; ++l) {
                const std::string name = "\"s" + std::to_string(p * levels + l) + "\"";
                names += name + " ";
                starts += std::to_string(l * pieces + p) + " ";
                shapes += "(shape " + name + mesh + ")";
            }
            groups += "(create-lod-group \"p\" (lod-dists (" + starts + ")) (shapes (" + names + ")))";
        }
        return "(hierarchy (children ((transform \"n\"))))(on-load-cmds ((lod-groups (" + groups + "))))" + shapes;
    };
    const auto refusalOf = [](const std::string& text) {
        return converting::convert(exporting::parseAny(lta::testing::bytesOf(text)), "12").refusal;
    };
    EXPECT_EQ(refusalOf(textOf(20, 3)), "");
    EXPECT_EQ(refusalOf(textOf(200, 3)),
              "Version 12 has one list of levels for all pieces, and there are 401 distances.");
    // As many as are taken, in pieces whose first level is repeated in all of them.
    std::string large = textOf(1, 200);
    std::string rows;
    std::string corners;
    for (int i = 0; i < 8000; ++i) rows += "(0 0 0)", corners += "0 1 2 ";
    large += "(shape \"large\" (geometry (mesh \"\" (vertex (" + rows + ")) (tri-fs (" + corners + ")))))";
    const std::string group = "(lod-groups (";
    large.insert(large.find(group) + group.size(), "(create-lod-group \"q\" (lod-dists (0)) (shapes (\"large\")))");
    EXPECT_EQ(refusalOf(large),
              "Version 12 has one list of levels for all pieces: too many levels would have to be repeated.");
}

/// A texture of version −5 with pixels of every format that is decoded, as wide as it is asked for.
dtx::testing::Bytes texture(std::uint8_t bpp, std::uint32_t width) {
    dtx::testing::TextureSpec spec;
    spec.bpp = bpp;
    spec.width = static_cast<std::uint16_t>(width);
    spec.height = 32;
    spec.mips = 1;
    return dtx::testing::write(spec);
}

TEST(LinearDtx, InTexels) {
    for (const auto bpp : {std::uint8_t{3}, std::uint8_t{4}, std::uint8_t{5}, std::uint8_t{6}}) {
        expectLinearIn("decode, BPP " + std::to_string(bpp), 64, [bpp](std::uint32_t width) {
            const auto bytes = texture(bpp, width);
            const dtx::File file = dtx::parse(bytes);
            std::size_t size = 0;
            const Work work = measured([&] { size = dtx::decode(bytes, *file.texture, 0, 0).size(); });
            EXPECT_EQ(size, std::size_t{4} * width * 32);
            // So that the test shows something where the decoder is not instrumented.
            EXPECT_GT(work.blocks, width);
            return work;
        });
        expectLinearIn("alpha, BPP " + std::to_string(bpp), 64, [bpp](std::uint32_t width) {
            const auto bytes = texture(bpp, width);
            const dtx::File file = dtx::parse(bytes);
            return measured([&] { (void)dtx::alphaOf(bytes, *file.texture); });
        });
    }
}

TEST(LinearDtx, InSections) {
    for (const char* type : {"", "CUBEMAPDATA", "PALETTE32"}) {
        expectLinearIn(std::string("sections ") + type, kFew, [type](std::uint32_t count) {
            dtx::testing::TextureSpec spec;
            spec.sections.resize(count, {type, "", "x"});
            const auto bytes = dtx::testing::write(spec);
            return measured([&] { (void)dtx::validate(dtx::parse(bytes)); });
        });
    }
    expectLinearIn("edit", kFew, [](std::uint32_t count) {
        dtx::testing::TextureSpec spec;
        spec.sections.resize(count, {"", "", "x"});
        const auto bytes = dtx::testing::write(spec);
        const dtx::File file = dtx::parse(bytes);
        Operation operation;
        operation.path = "Header.UserFlags";
        operation.value.value = 5.0;
        Edited edited;
        const Work work = measured([&] { edited = dtx::edit(file.document, {&operation, 1}); });
        EXPECT_FALSE(edited.refusal) << edited.refusal->reason;
        return work;
    });
}

TEST(LinearSpr, InFrames) {
    const auto bytesOf = [](std::uint32_t count) {
        spr::testing::SpriteSpec spec;
        spec.frames.clear();
        // No two neighbours have a length in common.
        for (std::uint32_t i = 0; i < count; ++i) spec.frames.emplace_back(i % 2 == 0 ? "" : "\x01x");
        return spr::testing::write(spec);
    };
    expectLinearIn("parse and validate", kFew, [&](std::uint32_t count) {
        const auto bytes = bytesOf(count);
        return measured([&] { (void)spr::validate(spr::parse(bytes)); });
    });
    for (const bool isLast : {false, true}) {
        expectLinearIn("edit", kFew, [&](std::uint32_t count) {
            const auto bytes = bytesOf(count);
            const spr::File file = spr::parse(bytes);
            Operation operation;
            operation.kind = Operation::Kind::Remove;
            operation.path = "Sprite.Frames[" + std::to_string(isLast ? count - 1 : 0) + "]";
            Edited edited;
            const Work work = measured([&] { edited = spr::edit(file.document, {&operation, 1}); });
            EXPECT_FALSE(edited.refusal) << edited.refusal->reason;
            return work;
        });
    }
}

/// An archive of so many folders beside each other, each with a file.
rez::testing::Bytes manyFolders(std::uint32_t count) {
    rez::testing::ArchiveSpec spec;
    for (std::uint32_t i = 0; i < count; ++i) {
        rez::testing::FolderSpec& folder = spec.root.folders.emplace_back();
        folder.name = "F" + std::to_string(i);
        folder.resources.resize(1);
    }
    return rez::testing::write(spec);
}

TEST(LinearRez, InEntriesAndFolders) {
    for (auto* make : {&rez::testing::writeFlat, &manyFolders}) {
        expectLinearIn(make == &manyFolders ? "folders" : "entries", kFew, [make](std::uint32_t count) {
            const auto bytes = make(count);
            return measured([&] {
                Violation violation;
                const auto file = rez::testing::readSliced(bytes, violation);
                EXPECT_EQ(violation, Violation{});
                EXPECT_EQ(file->archive->resources.size(), count);
                (void)rez::validate(*file, "x.rez");
                for (std::uint32_t i = 0; i < count; ++i) (void)file->contents().resourceAt(i * 4);
                (void)rez::testing::pathsOf(*file);
            });
        });
    }
}

}  // namespace
}  // namespace abc::testing
