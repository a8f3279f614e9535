// Why a change is refused, in the words that users read. Where nothing is said of a change, edit_test.cpp makes it.
#include <abc/edit.h>
#include <dtx/edit.h>
#include <dtx/texture.h>
#include <gtest/gtest.h>
#include <spr/edit.h>
#include <spr/sprite.h>

#include "support/dtx_fixtures.h"
#include "support/edit_steps.h"
#include "support/spr_fixtures.h"

namespace abc::testing {
namespace {

using Kind = Operation::Kind;

const EditValue kOne{1.0};

EditValue listOf(std::size_t count) {
    return {EditValue::List(count, kOne)};
}

EditValue fields(EditValue::Fields values) {
    return {std::move(values)};
}

Operation bytes(std::uint32_t start, std::uint32_t end) {
    Operation out;
    out.kind = Kind::ReplaceBytes;
    out.start = start;
    out.end = end;
    return out;
}

Operation conversion(std::uint32_t version) {
    Operation out;
    out.kind = Kind::Convert;
    out.version = version;
    return out;
}

std::string reasonOf(const Edited& edited) {
    return edited.refusal ? edited.refusal->reason : "";
}

struct Refused {
    const char* name;
    Operation operation;
    const char* reason;
};

void PrintTo(const Refused& refused, std::ostream* out) {
    *out << refused.name;
}

class RefusedChange : public ::testing::TestWithParam<Refused> {};

TEST_P(RefusedChange, SaysWhy) {
    const File& file = fixture("v12_full");
    const Document document = parse(file);
    const std::string reason = reasonOf(edit(document, {&GetParam().operation, 1}));
    EXPECT_EQ(reason.substr(0, std::string_view(GetParam().reason).size()), GetParam().reason);
}

INSTANTIATE_TEST_SUITE_P(
    , RefusedChange,
    ::testing::Values(Refused{"PathOfNoElement", list(Kind::Remove, "Sockets.Sockets"),
                              "“Sockets.Sockets” does not refer to an element of a list."},
                      Refused{"IndexOfNoNumber", list(Kind::Remove, "Sockets.Sockets[x]"),
                              "“Sockets.Sockets[x]” does not refer to an element of a list."},
                      Refused{"ListOfFixedLength", list(Kind::Remove, "Pieces.Pieces[0].LODs[0].Faces[0].Vertices[0]"),
                              "Pieces.Pieces[0].LODs[0].Faces[0].Vertices always has 3 elements."},
                      Refused{"TooFewNumbersOfAVector", set("Pieces.Pieces[0].LODs[0].Vertices[0].Location", listOf(2)),
                              "Pieces.Pieces[0].LODs[0].Vertices[0].Location has 3 fields, not 2."},
                      Refused{"TooFewNumbersOfANewVector",
                              insert("Pieces.Pieces[0].LODs[0].Vertices[0]", fields({{"Normal", listOf(2)}})),
                              "Pieces.Pieces[0].LODs[0].Vertices[0].Normal has 3 fields, not 2."},
                      Refused{"CounterAgainstItsList",
                              insert("Pieces.Pieces[0].LODs[0].Vertices[0]",
                                     fields({{"WeightCount", kOne}, {"Weights", {EditValue::List{}}}})),
                              "Pieces.Pieces[0].LODs[0].Vertices[0].WeightCount counts Weights, so it must be 0."},
                      Refused{"TooFewCorners",
                              insert("Pieces.Pieces[0].LODs[0].Faces[0]", fields({{"Vertices", listOf(2)}})),
                              "Pieces.Pieces[0].LODs[0].Faces[0].Vertices has 3 elements here, not 2."},
                      Refused{"NoSuchBytes", bytes(8, 0x7FFFFFFF),
                              "The bytes 0x8..0x7FFFFFFF are not all within the file, which has "}),
    [](const auto& param) { return param.param.name; });

TEST(RefusedOf, ATextureAndASprite) {
    const auto texture = dtx::testing::write({});
    const dtx::File picture = dtx::parse(texture);
    const auto ofTexture = [&](const Operation& operation) {
        return reasonOf(dtx::edit(picture.document, {&operation, 1}));
    };
    EXPECT_EQ(ofTexture(conversion(12)), "A file of this kind cannot be converted to another version.");
    const std::string zero("a\0b", 3);
    EXPECT_EQ(ofTexture(set("Header.CommandString", {zero})),
              "Header.CommandString ends at the first zero, so it cannot contain one.");
    EXPECT_EQ(ofTexture(set("Header.CommandString", {std::string(128, 'a')})),
              "Header.CommandString can hold 127 characters, not 128.");
    EXPECT_EQ(ofTexture(set("Header.CommandString", {std::string(127, 'a')})), "");
    // After the text stays what may be left over there.
    const Operation shorter = set("Header.CommandString", {std::string("b")});
    const Edited edited = dtx::edit(picture.document, {&shorter, 1});
    ASSERT_FALSE(edited.refusal);
    EXPECT_EQ(edited.bytes.size(), texture.size());
    const auto sprite = spr::testing::write({});
    const spr::File frames = spr::parse(sprite);
    const Operation other = conversion(2);
    EXPECT_EQ(reasonOf(spr::edit(frames.document, {&other, 1})),
              "A file of this kind cannot be converted to another version.");
}

}  // namespace
}  // namespace abc::testing
