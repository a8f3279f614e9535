#include "validate.h"

#include <algorithm>

#include "check.h"

namespace abc {
namespace {

/// What a compiled file is that is no model for the PC, and what to do with it (ltb.md §1).
Values wordsOf(Compiled kind) {
    constexpr const char* kForPc = "Look for the .ltb of the PC game.";
    switch (kind) {
        case Compiled::PlayStation: return {"it is an LTB for the PlayStation 2", kForPc};
        case Compiled::Xbox: return {"it is an LTB for the Xbox", kForPc};
        case Compiled::RenderStyle:
            return {"it is a render style: how a surface is drawn", "Open the model that uses it."};
        case Compiled::PlayStationRenderStyle:
            return {"it is a render style for the PlayStation 2", "Open the model that uses it."};
        case Compiled::RenderObject:
            return {"it is a single mesh of an LTB, without a skeleton", "Open the model that it was taken from."};
        case Compiled::World:
            return {"it looks like a world, a level of a game", "Worlds are not shown: open a model."};
        case Compiled::Packed:
            return {"it looks like an LZMA stream, in which some games keep their LTB",
                    "Unpack it, for instance with 7-Zip, and open the file inside."};
        case Compiled::OtherVersion:
            return {"it looks like an LTB, but its file version is not 9", "Check that this is the right file."};
        default:
            return {"it looks like an LTB, the compiled model of later LithTech games",
                    "Look for the .abc it was made from."};
    }
}

/// What a file that is no ABC model is, and what to do with it (abc.md §1).
Values nameOf(const Document& document) {
    constexpr std::uint32_t kOtherPieces = 1;
    if (ltbFileType(document.bytes) == kOtherPieces) {
        return {"it is an LTB of FileType 1, whose Pieces have a different layout",
                "Only FileType 4 is an ABC in a wrapper. Look for the .abc it was made from."};
    }
    switch (document.format) {
        case Format::Alembic:
            return {"it is an Alembic archive, which shares the extension", "Open it in Blender, Maya or Houdini."};
        case Format::Music:
            return {"it is music in ABC notation, which shares the extension", "Open it in a music notation editor."};
        case Format::Compiled: return wordsOf(compiledKind(document.bytes));
        case Format::Lta:
            return {"it looks like an LTA, LithTech’s text model", "Look for the .abc that belongs to it."};
        case Format::Ltc:
            return {"it looks like an LTC, LithTech’s text model, packed",
                    "Look for the .abc or .ltb that belongs to it."};
        case Format::Dtx: return {"it is a DTX, a LithTech texture", "Open the .abc model that uses it."};
        case Format::Spr:
            return {"it is an SPR, a LithTech sprite",
                    "Open it on the page or with the command line: both read sprites."};
        case Format::Rez:
            return {"it is a REZ, a LithTech archive", "Unpack it and open a model from its models folder."};
        default: return {"it does not start with a Header section", "Check that this is the right file."};
    }
}

Findings checkFormat(const Document& document) {
    constexpr std::uint32_t kSignature = 16;
    Findings findings(catalogue());
    const std::size_t size = document.bytes.size();
    if (document.format == Format::Empty) {
        findings.add(Code::EmptyFile, FindingPlace{});
    } else if (size > kMaxFileSize) {
        findings.add(Code::FileTooLarge, FindingPlace{}, {grouped(size), grouped(kMaxFileSize)});
    } else {
        const auto shown = static_cast<std::uint32_t>(std::min<std::size_t>(size, kSignature));
        findings.add(Code::NotAbc, FindingPlace{0, shown, {}}, nameOf(document));
    }
    return findings;
}

/// The version in words: its number, or the text that names it without the name of the exporter.
std::string versionWords(const Document& document) {
    constexpr std::string_view kExporter = "MonolithExport ";
    if (document.token.length == 0) return "ABC " + std::to_string(document.version);
    std::string_view text = document.text(document.token);
    if (text.starts_with(kExporter)) text.remove_prefix(kExporter.size());
    return "“" + utf8FromLatin1(text) + "”";
}

void checkVersion(Check& check) {
    const Document& document = check.document;
    const auto size = static_cast<std::uint32_t>(document.bytes.size());
    const std::uint32_t at = versionOffset(document.bytes);
    if (document.versionKnown) return;
    const bool isThere = size >= at + sizeof(std::uint32_t);
    const bool endsInText =
        isThere && document.version == 0 && document.token.length == 0 && load<std::uint32_t>(document.bytes, at) != 0;
    if (!isThere || endsInText) {
        check.findings.add(Code::VersionUnreadable, FindingPlace{0, size, {}});
    } else {
        const std::uint32_t length = document.token.length;
        check.findings.add(Code::VersionUnknown,
                           FindingPlace{at, length > 0 ? length + 2 : static_cast<std::uint32_t>(sizeof at), "Header"},
                           {versionWords(document)});
    }
}

/// A file may have no mesh, but then it is worth saying; in a half-read one it is no news.
void checkMeshIsThere(Check& check) {
    if (!check.isWhole() || !check.model.faces.empty()) return;
    const Spot section = check.section(check.isV6() ? schema::Id::GeometrySection6 : schema::Id::PiecesSection);
    check.findings.add(Code::MeshMissing, section.found());
}

}  // namespace

Findings validate(const Document& document, const Model& model) {
    return validate(document, model, windingVote(model));
}

Findings validate(const Document& document, const Model& model, const WindingVote& vote, Findings findings) {
    if (document.format != Format::Abc) return checkFormat(document);
    Check check(document, model, std::move(findings));
    checkVersion(check);
    checkFraming(check);
    if (!document.versionKnown) return std::move(check.findings);
    checkCounts(check);
    checkValues(check);
    checkSkeleton(check);
    checkMeshIsThere(check);
    if (check.isV6()) {
        checkMeshV6(check);
    } else {
        checkMesh(check);
        checkBindPositions(check);
        checkChildModels(check);
    }
    checkWinding(check, vote);
    checkAnimations(check);
    return std::move(check.findings);
}

}  // namespace abc
