// The same bytes for the same operations as before the changing half of the core followed the schema (issue 27): what
// 2,000 calls made then is in tests/expected/edits.txt, a line each. LITHOSCOPE_RECORD_EDITS=1 writes it again, which
// is right only for a change of behaviour that is meant; the lines that differ then say what it changed.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <random>

#include "support/edit_steps.h"
#include "support/real_files.h"

namespace abc::testing {
namespace {

constexpr std::size_t kCalls = 2000;

const std::filesystem::path kRoot = LITHOSCOPE_SOURCE_DIR;
const std::filesystem::path kRecording = kRoot / "tests/expected/edits.txt";

/// FNV-1a of 64 bits.
std::string hashOf(Bytes bytes) {
    std::uint64_t hash = 0xCBF29CE484222325;
    for (const std::byte byte : bytes) hash = (hash ^ std::to_integer<std::uint64_t>(byte)) * 0x100000001B3;
    char text[17];
    (void)std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
    return text;
}

/// What a call makes: the hash of the bytes, or why it is refused.
std::string resultOf(const Edited& edited) {
    if (!edited.refusal) return std::to_string(edited.bytes.size()) + " bytes " + hashOf(Bytes(edited.bytes));
    return std::string(edited.refusal->canForce ? "refused, can be forced: " : "refused: ") + edited.refusal->reason;
}

/// New elements with some of their fields, as the page gives them.
void giveFields(Operation& operation, std::uint32_t number) {
    using Fields = EditValue::Fields;
    const auto at = [&](std::string_view list) { return operation.path.find(list) != std::string::npos; };
    const EditValue vector{EditValue::List{{1.5}, {-2.0}, {0.25}}};
    if (at(".Keyframes[") || at(".KeyframeData[")) {
        operation.values = {
            {Fields{{at(".KeyframeData[") ? "TimeIndex" : "Time", {static_cast<double>(number % 900)}}}}};
    } else if (at(".Vertices[")) {
        operation.values = {{Fields{{"Location", vector}}}, {Fields{{"Normal", vector}}}};
    } else if (at(".Animations[")) {
        operation.values = {{Fields{{"Name", {std::string("Added")}}, {"Extents", vector}}}};
    } else if (at(".LODDistances[")) {
        operation.values = {{static_cast<double>(number % 700)}};
    }
}

/// The calls of one file: each changes what the one before left, unless it was refused.
void record(const std::string& title, File file, std::uint32_t seed, std::size_t calls, std::vector<std::string>& out) {
    std::mt19937 random(seed);
    const auto roll = [&](std::uint32_t limit) {
        return limit == 0 ? 0 : static_cast<std::uint32_t>(random() % limit);
    };
    const File original = file;
    for (std::size_t call = 0; call < calls; ++call) {
        std::vector<Operation> operations;
        std::string what;
        // One call in eight makes several operations, each for the file as the one before leaves it.
        File next = file;
        const std::uint32_t count = call % 8 == 7 ? 2 + roll(5) : 1;
        for (std::uint32_t i = 0; i < count; ++i) {
            const Document document = parse(next);
            Operation operation = anyOperation(document, listsOf(document), roll);
            if (operation.kind == Operation::Kind::Insert && roll(3) == 0) giveFields(operation, roll(1000));
            if (roll(64) == 0) {
                operation = {};
                operation.kind = Operation::Kind::Convert;
                operation.version = 9 + roll(4);
            }
            what += (what.empty() ? "" : "; ") + kindAndPath(operation);
            operations.push_back(operation);
            if (i + 1 == count) break;
            Edited step = edit(document, {&operation, 1});
            if (!step.refusal) next = std::move(step.bytes);
        }
        const Document document = parse(file);
        Edited edited = edit(document, operations);
        out.push_back(title + ": " + what + " -> " + resultOf(edited));
        // What leaves little to change begins anew.
        const bool isKept = !edited.refusal && parse(edited.bytes).faults.size() <= document.faults.size();
        if (isKept) file = std::move(edited.bytes);
        if (call % 24 == 23) file = original;
    }
}

TEST(EditRecording, MakesTheSameBytesAsBefore) {
    std::vector<NamedFile> files = allFixtures();
    for (const char* sample : {"clockwork.abc", "jellyfish.abc"}) {
        NamedFile one;
        one.name = sample;
        one.file = readFile(kRoot / "public/samples" / sample);
        files.push_back(std::move(one));
    }
    std::vector<std::string> made;
    const std::size_t each = (kCalls + files.size() - 1) / files.size();
    std::uint32_t seed = 27;
    for (const NamedFile& one : files) record(one.name, one.file, seed++, each, made);
    made.resize(kCalls);
    if (std::getenv("LITHOSCOPE_RECORD_EDITS") != nullptr) {
        std::ofstream out(kRecording);
        for (const std::string& line : made) out << line << '\n';
        return;
    }
    std::ifstream in(kRecording);
    std::string line;
    for (std::size_t i = 0; i < made.size(); ++i) {
        ASSERT_TRUE(std::getline(in, line)) << "line " << i + 1;
        EXPECT_EQ(made[i], line) << "line " << i + 1;
        // What comes after it in the same file differs as well.
        if (::testing::Test::HasFailure()) return;
    }
}

}  // namespace
}  // namespace abc::testing
