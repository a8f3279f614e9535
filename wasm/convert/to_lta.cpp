// Sources as text.
#include "core/words.h"
#include "lta/parse.h"
#include "text_plan.h"

namespace converting {

using core::counted;

namespace {

constexpr std::size_t kMostPieces = 64;
constexpr std::size_t kMostBones = 255;

void report(const TextCounts& counts, Notes& notes) {
    const BindChanges& places = counts.places;
    const auto units = [](double distance) { return core::decimal(distance) + " units"; };
    notes.loseCounted(" finds nodes by their names, which must differ", counts.renamedNodes, "node is renamed",
                      "nodes are renamed");
    notes.loseCounted(" cannot have quotes in texts", counts.quotedTexts, "text gets apostrophes in place of them",
                      "texts get apostrophes in place of them");
    notes.loseCounted(" cannot have control characters in texts", counts.controlTexts,
                      "text gets underscores in place of them", "texts get underscores in place of them");
    notes.loseCounted(" has texts of at most " + core::grouped(lta::kLongestWord) + " bytes", counts.cutTexts,
                      "text is cut", "texts are cut");
    notes.loseCounted(" has names of sockets of at most " + core::grouped(kLongestSocket) + " bytes", counts.cutSockets,
                      "name is cut", "names are cut");
    notes.loseCounted(" has at most " + core::grouped(kMostTextChildren) + " child models", counts.leftChildren,
                      "child model is omitted", "child models are omitted");
    notes.loseCounted(" has no vertices without triangles", counts.leftVertices, "vertex is omitted",
                      "vertices are omitted");
    notes.loseCounted(" has the skin slot of a piece in its first level", counts.leftSlots,
                      "piece, whose first level is empty, gets slot 0",
                      "pieces, whose first levels are empty, get slot 0");
    notes.loseCounted(" can move the vertices of one level per node", counts.leftMoved, "level only follows its nodes",
                      "levels only follow their nodes");
    notes.loseCounted(" has one binding per name of an animation", counts.sharedBindings,
                      "animation gets box, origin and time of the one before it",
                      "animations get box, origin and time of the ones before them");
    notes.loseCounted(" has the first key at 0 ms", counts.shiftedAnimations, "animation begins at once",
                      "animations begin at once");
    notes.loseCounted(" has frame strings of at least three characters", counts.shortStrings,
                      "string gets blanks at its end", "strings get blanks at their ends");
    if (places.shifted > 0) {
        notes.lose(" has one position per vertex, which is where its nodes hold it: " +
                   counted(places.shifted, "stored position was elsewhere", "stored positions were elsewhere") +
                   ", at most " + units(places.farthestShift) + " away.");
    }
    if (places.torn > 0) {
        notes.lose(" has one position per vertex: " +
                   counted(places.torn, "vertex, of which each node holds another place, moves",
                           "vertices, of which each node holds another place, move") +
                   " differently, at most " + units(places.farthestTear) + " off.");
    }
    if (places.rooted > 0) {
        notes.add(" needs a node for each vertex: " +
                  counted(places.rooted, "vertex without one follows", "vertices without one follow") + " the root.");
    }
    if (counts.namedAnimations > 0) {
        notes.add(" needs names of animations: " +
                  counted(counts.namedAnimations, "animation gets one.", "animations get one."));
    }
    if (counts.oblongBoxes > 0) {
        notes.add(" makes ModelEdit ask about each animation whose dims differ in X and Z: " +
                  counted(counts.oblongBoxes, "animation.", "animations."));
    }
}

/// What Jupiter does not take, although it can be written.
void warn(const TextCounts& counts, const abc::NewModel& model, Notes& notes) {
    if (model.pieces.size() > kMostPieces) {
        notes.add(" has more pieces than the game loads: " + core::grouped(model.pieces.size()) + ", at most " +
                  core::grouped(kMostPieces) + ".");
    }
    if (model.nodes.size() > kMostBones) {
        notes.add(" has more nodes than can move a compiled mesh: " + core::grouped(model.nodes.size()) + ", at most " +
                  core::grouped(kMostBones) + ".");
    }
    if (counts.longPieces > 0) {
        notes.add(" has names that the tools cut: " + counted(counts.longPieces, "piece has", "pieces have") +
                  " more than " + core::grouped(kLongestPiece) + " bytes.");
    }
}

/// What this program would not read to its end is not written.
bool isReadable(const std::vector<std::byte>& text) {
    if (text.size() > core::kMaxFileSize) return false;
    const core::Document document = lta::parse(text);
    const core::Coverage sums = core::coverage(document.records, static_cast<std::uint32_t>(text.size()));
    return sums.opaque + sums.unparsed == 0;
}

}  // namespace

std::vector<std::byte> toLta(Source source, Notes& notes) {
    const TextPlan plan = planText(source, notes);
    if (!notes.refusal.empty()) return {};
    std::string unwritten;
    std::vector<std::byte> text = writeText(plan, unwritten);
    report(plan.counts, notes);
    warn(plan.counts, source.model, notes);
    if (!unwritten.empty()) {
        notes.refuse(" cannot store numbers that are not finite: there is one among the " + unwritten + ".");
    } else if (!isReadable(text)) {
        notes.refuse(" would be too long: " + counted(text.size(), "byte", "bytes") +
                     " of text are more than can be opened.");
    }
    return text;
}

}  // namespace converting
