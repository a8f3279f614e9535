// Counters of the header that were right stay right; wrong ones stay as they are.
#include <algorithm>

#include "editor.h"

namespace abc {

using schema::Id;

namespace {

/// Pieces.WeightCount, which repeats the header's.
constexpr std::string_view kWeightsOfPieces = "Pieces.WeightCount";

/// The counters of the header that count the elements of a list of this type, alone or among others.
std::vector<std::string_view> countersOf(schema::Type type) {
    if (type == schema::Type(Id::Face)) return {"FaceCount"};
    if (type == schema::Type(Id::Weight)) return {"WeightCount", kWeightsOfPieces};
    if (type == schema::Type(Id::Socket)) return {"SocketCount"};
    if (type == schema::Type(Id::WeightSet)) return {"WeightSetCount"};
    if (type == schema::Type(Id::Piece)) {
        return {"PieceCount", "FaceCount", "VertexCount", "WeightCount", kWeightsOfPieces};
    }
    return {};
}

}  // namespace

void ModelEditor::noteCounters(const Document& before) {
    right_.clear();
    wrong_.clear();
    notedOf_ = generation();
    const FieldReader fields(before);
    const auto header = fields.section(Id::HeaderSection);
    if (!before.faults.empty() || !header) return;
    const auto note = [&](std::string_view name, std::uint64_t stored, std::uint64_t actual) {
        if (stored == actual) {
            right_.push_back(name);
        } else {
            wrong_.push_back({name, stored, actual});
        }
    };
    const std::vector<HeaderCounter> counters = headerCounters(before);
    for (const HeaderCounter& counter : counters) {
        note(counter.name, fields.number<std::uint32_t>(*header, counter.name), counter.actual);
    }
    if (const auto pieces = fields.section(Id::PiecesSection)) {
        note(kWeightsOfPieces, fields.number<std::uint32_t>(*pieces, "WeightCount"), weightsIn(counters));
    }
}

bool ModelEditor::isCountable(const ListAt& list) {
    // What an element of another list holds is not counted.
    if (list.array.type != schema::Type(Id::Piece)) return true;
    if (notedOf_ != generation()) noteCounters(state());
    const auto names = countersOf(list.array.type);
    return std::none_of(wrong_.begin(), wrong_.end(), [&](const WrongCounter& one) {
        return std::find(names.begin(), names.end(), one.name) != names.end();
    });
}

void ModelEditor::collected(const ListAt& list, const Shift& shift) {
    const std::uint32_t size = list.array.count;
    for (const std::string_view name : countersOf(list.array.type)) {
        const auto wrong =
            std::find_if(wrong_.begin(), wrong_.end(), [name](const WrongCounter& one) { return one.name == name; });
        if (wrong == wrong_.end()) continue;
        wrong->actual += std::uint64_t{shift.sizeAfter(size)} - size;
        if (wrong->actual != wrong->stored) continue;
        right_.push_back(name);
        wrong_.erase(wrong);
    }
}

void ModelEditor::recount() {
    if (right_.empty()) return;
    const Document& now = state();
    const auto header = now.place(Id::HeaderSection);
    if (!now.faults.empty() || !header) return;
    const std::vector<HeaderCounter> counters = headerCounters(now);
    const auto set = [&](const std::optional<Place>& section, std::string_view name, std::uint64_t value) {
        const auto field = section ? now.walk().fieldOf(*section, name) : std::nullopt;
        if (field) overwrite(field->start, static_cast<std::uint32_t>(value));
    };
    const auto isRight = [&](std::string_view name) {
        return std::find(right_.begin(), right_.end(), name) != right_.end();
    };
    for (const HeaderCounter& counter : counters) {
        if (isRight(counter.name)) set(header, counter.name, counter.actual);
    }
    if (isRight(kWeightsOfPieces)) set(now.place(Id::PiecesSection), "WeightCount", weightsIn(counters));
}

}  // namespace abc
