#include "cues.h"

#include <algorithm>
#include <limits>

namespace gltf {
namespace {

constexpr double kSecond = 1000;

/// Keys of extras under which exporters and people write markers, and of the text in them.
constexpr std::string_view kMarkers[] = {"lt_events", "events", "markers", "pose_markers", "timeline_markers"};
constexpr std::string_view kTexts[] = {"text", "name", "string", "value"};

std::vector<Cue> sorted(std::vector<Cue> cues) {
    // Times are finite, or NaN where there is none.
    std::erase_if(cues, [](const Cue& cue) { return cue.text.empty() || !(cue.seconds >= 0); });
    std::stable_sort(cues.begin(), cues.end(), [](const Cue& a, const Cue& b) { return a.seconds < b.seconds; });
    return cues;
}

const std::string* textOfMarker(const Json& marker) {
    for (const std::string_view name : kTexts) {
        if (const std::string* text = textIn(marker, name)) return text;
    }
    return nullptr;
}

std::vector<Cue> fromMarkers(std::span<const Json> markers) {
    std::vector<Cue> out;
    for (const Json& marker : markers) {
        const double ms = numberIn(marker, "ms").value_or(std::numeric_limits<double>::quiet_NaN());
        if (const std::string* text = textOfMarker(marker))
            out.push_back({numberIn(marker, "time").value_or(ms / kSecond), *text});
    }
    return out;
}

}  // namespace

std::optional<std::vector<Cue>> cuesIn(const Json& extras, bool withKeys) {
    for (const std::string_view key : kMarkers) {
        const Json* markers = valueIn(extras, key);
        if (markers != nullptr && std::holds_alternative<Json::List>(markers->value))
            return sorted(fromMarkers(listOf(markers)));
    }
    const std::vector<double> times = numbersIn(extras, "lta_keyframe_times");
    const std::span<const Json> strings = listIn(extras, "lta_keyframe_strings");
    if (!withKeys || strings.empty()) return std::nullopt;
    std::vector<Cue> out;
    for (std::size_t i = 0; i < std::min(strings.size(), times.size()); ++i) {
        if (const std::string* text = textOf(&strings[i])) out.push_back({times[i] / kSecond, *text});
    }
    return sorted(std::move(out));
}

std::vector<Cue> cuesOf(const Json& extras, const ExportedAnimation* known, const Json& json) {
    if (auto own = cuesIn(extras)) return std::move(*own);
    std::vector<Cue> out;
    for (const Json& cue : listIn(json, "strings")) {
        const std::string* text = textIn(cue, "text");
        const double key = numberIn(cue, "key").value_or(-1);
        const bool isThere = known != nullptr && key >= 0 && key < static_cast<double>(known->times.size());
        if (!isThere || text == nullptr || key != static_cast<double>(static_cast<std::size_t>(key))) continue;
        out.push_back({known->times[static_cast<std::size_t>(key)] / kSecond, *text});
    }
    return sorted(std::move(out));
}

}  // namespace gltf
