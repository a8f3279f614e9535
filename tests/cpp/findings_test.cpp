// What holds for all findings: their places are those of their paths, repeats merge, and the verdict is the worst.
#include <core/verdict.h>
#include <core/words.h>
#include <gtest/gtest.h>

#include <limits>

#include "abc/validate.h"
#include "support/mutate.h"
#include "support/real_files.h"

namespace abc::testing {
namespace {

std::vector<Finding> findingsOf(const Opened& file) {
    return validate(file.document, file.model).list();
}

/// Reading stopped at a place that is not in the structure, or the bytes say more than their path.
bool isAboutItsPath(const Finding& finding) {
    switch (finding.code.as<Code>()) {
        case Code::VersionUnknown:
        case Code::DataTruncated:
        case Code::CountTooLarge:
        case Code::NodeTreeOpen: return false;
        default: return true;
    }
}

std::string described(const Finding& finding, const FindingPlace& place) {
    return std::string(finding.info->name) + " at " + std::to_string(place.offset) + "+" +
           std::to_string(place.length) + " " + place.path;
}

TEST(FindingPlaces, AreThoseOfTheirPathsInAnyBrokenFile) {
    std::size_t places = 0;
    for (const File& sound : {write(smallV12()), write(smallV6())}) {
        Mutator mutator(11);
        for (int i = 0; i < 3'000; ++i) {
            const Opened file(mutator.mutate(sound).file);
            for (const Finding& finding : findingsOf(file)) {
                ASSERT_FALSE(finding.places.empty());
                ASSERT_EQ(finding.places.size(), std::min<std::size_t>(finding.count, Findings::kMostPlaces));
                if (!isAboutItsPath(finding)) continue;
                for (const FindingPlace& place : finding.places) {
                    // The file as a whole, or a section whose name is empty.
                    if (place.path.empty()) continue;
                    const auto found = file.document.walk().resolve(place.path);
                    ASSERT_TRUE(found) << described(finding, place);
                    ASSERT_EQ(found->start, place.offset) << described(finding, place);
                    ASSERT_EQ(found->end - found->start, place.length) << described(finding, place);
                    ++places;
                }
            }
        }
    }
    EXPECT_GT(places, 5'000U);
}

/// Every leaf or struct of a type in the file, as start and path.
std::vector<std::pair<std::uint32_t, std::string>> placesOf(const File& file, schema::Type type) {
    std::vector<std::pair<std::uint32_t, std::string>> found;
    const Document document = parse(file);
    const Walk walk = document.walk();
    for (std::uint32_t at = 0; at < file.size(); ++at) {
        walk.ancestors(at, [&](const Place& place, const std::string& path) {
            if (place.start == at && place.type == type && place.kind != Place::Kind::Array)
                found.emplace_back(at, path);
        });
    }
    return found;
}

void expectFoundAlone(const File& file, Code code, const std::string& path) {
    const Opened opened(file);
    std::string found;
    for (const Finding& finding : findingsOf(opened)) {
        if (finding.code == code) found += finding.place().path + " ";
    }
    EXPECT_EQ(found, path + " ");
}

TEST(Values, ThatAreNoNumbersAreFoundInEveryField) {
    for (const File& sound : {write(smallV12()), write(smallV6())}) {
        const auto floats = placesOf(sound, schema::Scalar::F32);
        EXPECT_GT(floats.size(), 100U);
        for (const float value : {std::numeric_limits<float>::quiet_NaN(), -std::numeric_limits<float>::infinity()}) {
            for (const auto& [at, path] : floats) {
                // Bounds are leftover in real files and not judged.
                if (path.find(".Bounds") != std::string::npos) continue;
                File file = sound;
                std::memcpy(file.data() + at, &value, sizeof value);
                expectFoundAlone(file, Code::NumberNotFinite, path);
            }
        }
    }
}

/// Eleven keys a node: rotations are looked at four at a time.
template <class Spec>
File withManyKeys(Spec spec) {
    AnimationSpec& animation = spec.animations.front();
    const std::size_t before = animation.times.size();
    for (std::uint32_t key = 2; key < 11; ++key) animation.times.push_back(100 * key);
    for (auto& packed : animation.deformation) {
        const std::size_t vertices = packed.size() / before;
        if (vertices > 0) packed.resize(vertices * animation.times.size(), packed.back());
    }
    for (auto& keys : animation.nodes) keys.resize(animation.times.size(), keys.back());
    return write(spec);
}

TEST(Values, ThatAreNoUnitRotationsAreFoundInEveryField) {
    for (const File& sound : {write(smallV12()), write(smallV6()), withManyKeys(smallV12()), withManyKeys(smallV6())}) {
        const auto rotations = placesOf(sound, schema::Id::Quaternion);
        EXPECT_GE(rotations.size(), 4U);
        for (const auto& [at, path] : rotations) {
            File file = sound;
            for (const float w : {0.9979F, 1.0021F, -0.5F, 0.0F}) {
                std::memcpy(file.data() + at + 12, &w, sizeof w);
                expectFoundAlone(file, Code::QuaternionNotUnit, path);
            }
            for (const float w : {0.9981F, 1.0019F, -1.0F}) {
                std::memcpy(file.data() + at + 12, &w, sizeof w);
                EXPECT_TRUE(findingsOf(Opened(file)).empty()) << path << " " << w;
            }
        }
    }
}

TEST(Values, OfStringsAreCheckedInEveryField) {
    for (const File& sound : {write(smallV12()), write(smallV6())}) {
        for (const auto& [at, path] : placesOf(sound, schema::Scalar::String)) {
            // Names of sections have a meaning of their own.
            if (loadText(sound, at).length == 0 || path.ends_with(".Type") || path == "Header.FileToken") continue;
            File file = sound;
            file[at + 2] = std::byte{0x07};
            expectFoundAlone(file, Code::StringNotAscii, path);
        }
    }
}

TEST(FindingRepeats, MergeWithACountAndTheFirstPlaces) {
    SpecV12 spec = smallV12();
    spec.vertices.resize(20, spec.vertices[0]);
    for (std::size_t v = 3; v < 20; ++v) spec.vertices[v].weights.clear();
    const Opened file(spec);
    const auto findings = findingsOf(file);
    ASSERT_EQ(findings.size(), 1U);
    const Finding& finding = findings[0];
    EXPECT_EQ(finding.code, Code::VertexUnweighted);
    EXPECT_EQ(finding.count, 17U);
    ASSERT_EQ(finding.places.size(), 8U);
    EXPECT_EQ(finding.places[0].path, "Pieces.Pieces[0].LODs[0].Vertices[3]");
    EXPECT_EQ(finding.places[7].path, "Pieces.Pieces[0].LODs[0].Vertices[10]");
}

TEST(FindingRepeats, BuildNoMorePlacesThanAreKept) {
    Findings findings(catalogue());
    int built = 0;
    for (std::uint64_t i = 0; i < 1'000'000; ++i) {
        findings.add(Code::WeightSum, i % 2, [&] {
            ++built;
            return Findings::Detail{{}, {"0"}};
        });
    }
    EXPECT_EQ(built, 16);
    ASSERT_EQ(findings.list().size(), 2U);
    EXPECT_EQ(findings.list()[0].count, 500'000U);
    EXPECT_FALSE(findings.truncated());
}

TEST(FindingTexts, TakeTheirValuesButNeverReadThemAsMarks) {
    Findings findings(catalogue());
    findings.add(Code::HeaderCountMismatch, FindingPlace{}, {"{1}", "2", "3"});
    EXPECT_EQ(findings.list()[0].message, "{1} is 2, but the file has 3.");
    EXPECT_EQ(findings.list()[0].remedy, "Set it to 3, or export the model again.");
}

TEST(FindingTexts, CountInTheSingularToo) {
    Findings findings(catalogue());
    findings.add(Code::SectionTrailingBytes, FindingPlace{}, {"1"});
    findings.add(Code::SectionTrailingBytes, FindingPlace{}, {"1,234"});
    findings.add(Code::DataTruncated, FindingPlace{}, {"12", "1"});
    findings.add(Code::WeightSetNodeCount, FindingPlace{}, {"1", "2"});
    std::string texts;
    for (const Finding& finding : findings.list()) texts += finding.message + "\n";
    EXPECT_EQ(texts,
              "1 byte is left over after the section’s data.\n"
              "1,234 bytes are left over after the section’s data.\n"
              "Unexpected end: 12 bytes needed, 1 left.\n"
              "A weight set has 1 number, but the model has 2 nodes.\n");
}

struct VerdictCase {
    const char* name;
    File (*make)();
    Verdict verdict;
    std::string_view reason;
};

class VerdictOf : public ::testing::TestWithParam<VerdictCase> {};

TEST_P(VerdictOf, IsTheWorstThatWasFound) {
    const Opened file(GetParam().make());
    const EngineVerdict verdict = engineVerdict(file.document, validate(file.document, file.model));
    EXPECT_EQ(verdict.verdict, GetParam().verdict);
    EXPECT_EQ(verdict.reason, GetParam().reason);
}

const VerdictCase kVerdicts[] = {
    {"Sound", [] { return write(smallV12()); }, Verdict::Loads, "No problems for the game."},
    {"Hints", [] { return patchedV12("Pieces.Pieces[0].LODs[0].Faces[0].Vertices[0].Texcoord.U", 7.0F); },
     Verdict::Loads, "No problems for the game."},
    {"Warnings", [] { return patchedV12("Nodes.Nodes[1].Index", std::uint16_t{4}); }, Verdict::Flawed,
     "Node 1 has the number 4."},
    {"WorstOfTwo",
     [] {
         File file = patchedV12("Nodes.Nodes[1].Index", std::uint16_t{4});
         patch(file, "Sockets.Sockets[0].NodeIndex", 9U);
         return file;
     },
     Verdict::Refused, "A socket is attached to node 9, which does not exist; the model has 2 nodes."},
    {"NobodyKnows", [] { return changedV12([](SpecV12& spec) { spec.animations.clear(); }); }, Verdict::Unknown,
     "The file has no animations, and no child model that could provide one."},
    {"Version", [] { return patchedV12("Header.Version", 77U); }, Verdict::Unknown,
     "ABC 77 is not documented, so it cannot be checked."},
    {"Empty", [] { return File(); }, Verdict::Unknown, "The file is empty."},
    {"Music", [] { return ByteWriter().raw("X:1\nT:A tune\n").bytes(); }, Verdict::Unknown,
     "This is not a LithTech ABC model: it is music in ABC notation, which shares the extension."},
};
INSTANTIATE_TEST_SUITE_P(, VerdictOf, ::testing::ValuesIn(kVerdicts),
                         [](const auto& param) { return param.param.name; });

TEST(Words, AreForPeople) {
    EXPECT_EQ(decimal(1.5), "1.5");
    EXPECT_EQ(decimal(-0.00004), "0");
    EXPECT_EQ(decimal(-1234.56789), "−1,234.5679");
    EXPECT_EQ(decimal(0.99996), "1");
    EXPECT_EQ(decimal(3e38), "more than 1,000,000,000,000,000");
    EXPECT_EQ(decimal(-std::numeric_limits<double>::infinity()), "−Infinity");
    EXPECT_EQ(decimal(std::numeric_limits<double>::quiet_NaN()), "NaN");
    EXPECT_EQ(hex(0), "0x0");
    EXPECT_EQ(hex(0x1A2B), "0x1A2B");
    EXPECT_EQ(grouped(21'642'608'640), "21,642,608,640");
    EXPECT_EQ(inQuotes("a\x1B[31m\xE9"), "“a.[31m\xC3\xA9”");
    EXPECT_EQ(inQuotes(std::string(65, 'x')), "“" + std::string(64, 'x') + "…”");
}

class CheckedModel : public ::testing::TestWithParam<std::string> {};

TEST_P(CheckedModel, HasNeitherErrorsNorWarnings) {
    const Opened file(readReal(GetParam()));
    const Findings findings = validate(file.document, file.model);
    for (const Finding& finding : findings.list()) {
        EXPECT_GT(finding.info->severity, Severity::Warning) << described(finding, finding.place());
    }
    EXPECT_EQ(engineVerdict(file.document, findings).verdict, Verdict::Loads);
    EXPECT_EQ(editorVerdict(file.document, findings).verdict, Verdict::Loads);
}

/// All but those in a folder `made`, which no game shipped.
std::vector<std::string> realModels() {
    std::vector<std::string> models = realFiles(".abc");
    std::erase_if(models, [](const std::string& path) { return path.find("made/") != std::string::npos; });
    return models;
}

INSTANTIATE_TEST_SUITE_P(Real, CheckedModel, ::testing::ValuesIn(realModels()),
                         [](const auto& param) { return testName(param.param); });

}  // namespace
}  // namespace abc::testing
