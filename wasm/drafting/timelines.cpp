#include "timelines.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "catalogue.h"
#include "core/words.h"

namespace drafting {
namespace {

/// Of the model's size: what is off by more is said.
constexpr double kTolerance = 1e-4;
/// Transforms of all animations together: more are 200 MB.
constexpr std::size_t kMostTransforms = 8'000'000;
/// Keys of one animation, an hour at 30 frames a second: a spline can ask for one a millisecond.
constexpr std::size_t kMostKeys = 110'000;
/// Milliseconds that a key can name.
constexpr double kLatestKey = std::numeric_limits<std::uint32_t>::max();
/// Of the version before there was one, and of ModelEdit.
constexpr double kInterpolationTime = 200;

/// As JavaScript rounds: halves upwards.
double rounded(double value) {
    return std::floor(value + 0.5);
}

}  // namespace

Timelines::Timelines(const Gltf& gltf, Drafting& drafting, const Carried& carried,
                     const std::optional<std::vector<std::uint32_t>>& wanted)
    : gltf_(gltf), drafting_(drafting), carried_(carried) {
    std::vector<bool> isWanted(gltf.animations.size(), !wanted);
    for (const std::uint32_t index : wanted.value_or(std::vector<std::uint32_t>{})) {
        if (index < isWanted.size()) isWanted[index] = true;
    }
    for (std::uint32_t index = 0; index < isWanted.size(); ++index) {
        if (isWanted[index] && !carried.isLent(gltf.animations[index].name)) wanted_.push_back(index);
    }
}

double Timelines::done() const {
    const double part = making_ ? making_->done() : 0;
    return wanted_.empty() ? 1 : (static_cast<double>(next_) + part) / static_cast<double>(wanted_.size());
}

bool Timelines::step() {
    if (next_ >= wanted_.size()) return false;
    if (!making_) {
        if (!begin()) ++next_;
    } else if (!making_->step()) {
        finish();
        making_.reset();
        ++next_;
    }
    return next_ < wanted_.size() && isFinite_;
}

std::string Timelines::labelOf(std::uint32_t index) const {
    const std::string& name = gltf_.animations[index].name;
    return name.empty() ? "Animation " + std::to_string(index + 1) : name;
}

bool Timelines::begin() {
    const std::uint32_t index = wanted_[next_];
    const gltf::Animation& animation = gltf_.animations[index];
    const std::vector<Channel>& channels = drafting_.animations()[index];
    const Span span = spanOf(channels);
    const std::string label = labelOf(index);
    if (channels.size() < animation.channels) lost_.push_back(label);
    if (span.length > kLatestKey) {
        long_.push_back(label);
        return false;
    }
    const KnownAnimation known = carried_.animation(animation.name);
    strings_ = stringsOf(animation, span, !channels.empty(), label);
    auto extents = known.extents;
    const auto dims = gltf::vectorIn(animation.extras, "lta_dims");
    if (!extents && dims) extents = carried_.scaled(*dims);
    const double interpolation = gltf::numberIn(animation.extras, "lta_interp_time")
                                     .value_or(known.interpolationTime.value_or(kInterpolationTime));
    current_ = {};
    // The name in the file, where it is known; else it is found when the keys are there.
    current_.name = known.described == nullptr ? label : known.described->name;
    current_.source = index;
    current_.start = 1000 * span.start;
    current_.extents = extents.value_or(Vector{});
    current_.origin = known.origin.value_or(Vector{});
    current_.interpolationTime = static_cast<std::uint32_t>(rounded(std::clamp(interpolation, 0.0, kLatestKey)));
    hasExtents_ = extents.has_value();
    Wanted wanted;
    wanted.source.channels = channels;
    for (const Placed& string : strings_) wanted.source.also.push_back(string.ms);
    const std::size_t moving = std::max<std::size_t>(1, drafting_.skeleton().moving.size());
    const std::size_t left = kMostTransforms - std::min(kMostTransforms, transforms_);
    wanted.source.most = static_cast<std::uint32_t>(std::min(kMostKeys, left / moving));
    wanted.origin = current_.origin;
    wanted.hasBox = !hasExtents_;
    making_.emplace(drafting_, wanted);
    return true;
}

std::vector<Timelines::Placed> Timelines::stringsOf(const gltf::Animation& animation, const Span& span,
                                                    bool hasChannels, const std::string& label) {
    const KnownAnimation known = carried_.animation(animation.name);
    // Only what has no channels is as long as its frame strings say.
    const double end = hasChannels ? span.length : kLatestKey;
    std::vector<Placed> out;
    for (gltf::Cue& cue : gltf::cuesOf(animation.extras, known.described, *known.json)) {
        const double ms = std::max(0.0, rounded(1000 * (cue.seconds - span.start)));
        if (ms > end) late_.push_back(cue.text + " in " + label);
        // The last key may be between two milliseconds.
        out.push_back({static_cast<std::uint32_t>(std::min(ms, end)), std::move(cue.text)});
    }
    return out;
}

void Timelines::finish() {
    if (making_->hasTooMany()) {
        many_.push_back(labelOf(current_.source));
        return;
    }
    Sampler& sampler = making_->sampler();
    for (std::size_t key = 0; key < sampler.count(); ++key) {
        // A corner may be behind the latest time: it wraps round as in JavaScript.
        current_.times.push_back(static_cast<std::uint32_t>(static_cast<std::uint64_t>(sampler.times()[key])));
        if (sampler.isMorphed()) current_.morphWeights.push_back(sampler.morphs(key));
    }
    current_.poses = sampler.poses();
    isFinite_ =
        std::all_of(current_.poses.begin(), current_.poses.end(), [](float number) { return std::isfinite(number); });
    const std::size_t moving = std::max<std::size_t>(1, drafting_.skeleton().moving.size());
    transforms_ += current_.times.size() * moving;
    added_ += sampler.added();
    addOff(sampler.off());
    current_.name = names_.unique(current_.name);
    if (!hasExtents_) current_.extents = making_->extents();
    std::map<std::uint32_t, std::string> byTime;
    for (const Placed& string : strings_) {
        // The commands of a frame string are separated so.
        std::string& text = byTime[string.ms];
        text += (text.empty() ? "" : ";") + string.text;
    }
    for (const std::uint32_t time : current_.times) {
        const auto text = byTime.find(time);
        current_.strings.push_back(text == byTime.end() ? "" : text->second);
    }
    made_.push_back(std::move(current_));
}

void Timelines::addOff(const std::vector<double>& off) {
    for (std::size_t node = 0; node < off.size(); ++node) {
        if (!(off[node] > 0)) continue;
        const std::int32_t source = drafting_.skeleton().sources[node];
        const std::string own = source < 0 ? "" : gltf_.nodes[static_cast<std::size_t>(source)].name;
        const auto [place, isNew] = offAt_.try_emplace(own.empty() ? "an unnamed node" : own, off_.size());
        if (isNew) off_.emplace_back(place->first, 0);
        double& most = off_[place->second].second;
        most = std::max(most, off[node]);
    }
}

void Timelines::note(std::vector<gltf::Note>& notes) const {
    std::vector<std::pair<std::string, double>> off = off_;
    std::erase_if(off, [&](const auto& each) { return !(each.second > kTolerance * drafting_.size()); });
    std::stable_sort(off.begin(), off.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    if (!off.empty()) {
        std::vector<std::string> names;
        names.reserve(off.size());
        for (const auto& [name, distance] : off) names.push_back(name);
        notes.push_back(noteOf(off.size() > 1 ? kScaleAnimatedBySeveral : kScaleAnimated,
                               {gltf::named(names), gltf::twoDigits(off[0].second)}));
    }
    if (!lost_.empty()) notes.push_back(noteOf(kChannelsLeftOut, {gltf::named(lost_)}));
    if (!long_.empty()) notes.push_back(noteOf(kTooLong, {gltf::named(long_)}));
    if (!many_.empty()) notes.push_back(noteOf(kTooManyKeys, {gltf::named(many_)}));
    if (!late_.empty()) notes.push_back(noteOf(kStringsMoved, {core::grouped(late_.size()), gltf::named(late_)}));
    if (added_ > 0) notes.push_back(noteOf(kKeysAdded, {core::grouped(added_)}));
    names_.note(notes, "animation", "animations");
}

}  // namespace drafting
