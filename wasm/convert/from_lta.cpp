// Models as text.
#include "lta/build.h"
#include "lta/lists.h"
#include "source.h"

namespace converting {

using TextId = lta::Id;
using lta::Lists;

namespace {

/// Why the text is no whole model; empty when it is.
std::string faultOf(const core::Document& document) {
    if (!document.versionKnown) return "The text is not a model, so it cannot be converted.";
    const core::Coverage sums = core::coverage(document.records, static_cast<std::uint32_t>(document.bytes.size()));
    const bool isCut = document.unpacked && !document.unpacked->isWhole;
    if (isCut || sums.opaque + sums.unparsed > 0) {
        return "The file cannot be read to its end, so it cannot be converted completely.";
    }
    return {};
}

/// Lists that the text ends in.
std::size_t openLists(core::Bytes text) {
    lta::Lexer lexer(text, 0, static_cast<std::uint32_t>(text.size()));
    std::size_t open = 0;
    for (lta::Token token = lexer.next(); token.kind != lta::Token::Kind::End; token = lexer.next()) {
        if (token.kind == lta::Token::Kind::Open) ++open;
        if (token.kind == lta::Token::Kind::Close && open > 0) --open;
    }
    return open;
}

std::size_t countOf(const Lists& lists, std::uint32_t in, TextId id) {
    std::size_t count = 0;
    lists.each(in, id, [&count](std::uint32_t) { ++count; });
    return count;
}

std::uint32_t wholeIn(const Lists& lists, std::uint32_t list) {
    return lta::wholeOf(lists.number(list, 0));
}

/// How a shape is drawn: in the dialect of older tools only its skin slot says so.
void readLook(const Lists& lists, std::uint32_t shape, PieceLook& look) {
    if (lists.child(shape, TextId::Appearance) != core::kNone) return;
    std::vector<std::uint32_t> textures;
    lists.eachAtom(lists.find(shape, TextId::TextureIndices), [&](const lta::Token& token) {
        constexpr std::size_t kMost = 4;
        if (textures.size() < kMost) textures.push_back(lta::wholeOf(lists.number(token)));
    });
    if (!textures.empty()) look.textures = std::move(textures);
    look.renderStyle = wholeIn(lists, lists.find(shape, TextId::RenderStyleIndex));
    look.renderPriority = wholeIn(lists, lists.find(shape, TextId::RenderPriority));
}

}  // namespace

Source fromLta(const core::Document& document, Notes& notes) {
    notes.refusal = faultOf(document);
    if (!notes.refusal.empty()) return {};
    const Lists lists(document);
    const lta::Parts parts = lta::partsOf(document);
    abc::Model model = lta::buildModel(document, parts);
    // A version of ABC moves no vertices; below is said how many it loses.
    for (abc::Lod& lod : model.lods) lod.moved = core::kNone;
    const lta::Settings settings = lta::settingsOf(document, parts);
    Source out = fromModel(model, false, notes);
    if (!notes.refusal.empty()) return out;
    out.model.commandString = lists.view(settings.commandString);
    out.model.internalRadius = lta::floatOf(settings.radius);
    out.compression = settings.compression;
    out.isWithoutGeometry = settings.isWithoutGeometry;
    for (std::size_t p = 0; p < parts.pieces.size(); ++p) {
        const lta::Parts::Piece& piece = parts.pieces[p];
        PieceLook& look = out.looks[p];
        if (parts.lodGroups != core::kNone) {
            lists.eachAtom(lists.find(piece.list, TextId::LodDists),
                           [&](const lta::Token& token) { look.starts.push_back(lta::floatOf(lists.number(token))); });
        }
        look.starts.resize(piece.levelCount, look.starts.empty() ? 0 : look.starts.back());
        const std::uint32_t first = piece.levelCount > 0 ? parts.levels[piece.firstLevel] : core::kNone;
        if (first != core::kNone) readLook(lists, first, look);
        out.model.pieces[p].lodWeight = 1;
    }
    const std::uint32_t commands = parts.commands;
    const std::uint32_t tools = lists.find(Lists::kAll, TextId::ToolsInfo);
    const std::size_t boxes = countOf(lists, commands, TextId::AddNodeObb);
    std::size_t moved = 0;
    for (const std::uint32_t set : parts.animations) {
        lists.each(set, TextId::Frames, [&](std::uint32_t frames) {
            moved += lists.child(frames, TextId::Vertex) != core::kNone ? 1U : 0U;
        });
    }
    std::size_t used = 0;
    for (const std::uint32_t level : parts.levels) used += level != core::kNone ? 1U : 0U;
    notes.loseCounted(" is written without what is missing", openLists(document.bytes),
                      "list is not closed at the end of the text", "lists are not closed at the end of the text");
    notes.loseCounted(" has no hit boxes", boxes, "box is omitted", "boxes are omitted");
    notes.loseCounted(" cannot move vertices one by one", moved, "movement of a shape is omitted",
                      "movements of shapes are omitted");
    notes.loseCounted(" has no textures for ModelEdit’s view",
                      lists.find(tools, TextId::TextureBindings) == core::kNone ? 0U : 1U, "list is omitted",
                      "lists are omitted");
    notes.loseCounted(" has no node relations of child models", countOf(lists, commands, TextId::NodeRelations),
                      "list is omitted", "lists are omitted");
    notes.loseCounted(" has no levels that tools make while loading",
                      countOf(lists, commands, TextId::SetReplLodOriginal), "command is omitted",
                      "commands are omitted");
    notes.loseCounted(" is written without shapes that no piece uses", parts.shapes.size() - used, "shape is omitted",
                      "shapes are omitted");
    return out;
}

}  // namespace converting
