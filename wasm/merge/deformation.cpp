#include "deformation.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "samples.h"

namespace merging {
namespace {

/// Steps of an axis in 8 bits.
constexpr double kSteps = 255;
/// Half a step, and what rounding takes.
constexpr double kHalfStep = 0.51;

/// The step of a place; out of 0 … 255 when the range does not have it. Of an axis on which all places are one, that is
/// the shift.
double stepOf(double value, double scale, double shift) {
    if (scale == 0) return value == shift ? 0 : kSteps + 1;
    return rounded((value - shift) / scale);
}

bool isOut(double step) {
    return step < 0 || step > kSteps;
}

std::uint8_t stepIn8Bits(double step) {
    return std::isnan(step) ? 0 : static_cast<std::uint8_t>(std::clamp(step, 0.0, kSteps));
}

}  // namespace

MorphCurve morphCurve(const Curve& weights, std::vector<double> rest) {
    const std::size_t count = rest.size();
    MorphCurve out{weights.times, {}, weights.interpolation == Interpolation::Step, std::move(rest)};
    out.values.resize(count * out.times.size());
    for (std::size_t i = 0; i < out.values.size(); ++i) {
        const std::size_t key = i / count;
        // Between their slopes.
        const std::size_t at = weights.interpolation == Interpolation::Spline ? i + count * (2 * key + 1) : i;
        if (at < weights.values.size()) out.values[i] = weights.values[at];
    }
    return out;
}

MorphPlayer::MorphPlayer(const MorphCurve& curve, double start) : curve_(curve), start_(start) {
    for (const float time : curve.times) times_.push_back(1000 * double{time} - start);
}

std::vector<double> MorphPlayer::at(double ms) const {
    const std::vector<float>& times = curve_.times;
    if (times.empty()) return curve_.rest;
    const std::size_t last = times.size() - 1;
    const double seconds = (start_ + ms) / 1000;
    const std::size_t after = firstAfter(times, seconds);
    const std::size_t before = after > 0 ? after - 1 : 0;
    const std::size_t next = std::min(last, after);
    const double span = double{times[next]} - double{times[before]};
    double share = span > 0 && after > 0 ? (seconds - times[before]) / span : 0;
    if (share * span < kAtKey || curve_.isStep) {
        share = 0;
    } else if ((1 - share) * span < kAtKey) {
        share = 1;
    }
    const std::size_t count = curve_.rest.size();
    std::vector<double> out(count);
    for (std::size_t i = 0; i < count; ++i) {
        const double a = curve_.values[before * count + i];
        const double b = curve_.values[next * count + i];
        out[i] = a + share * (b - a);
    }
    return out;
}

std::vector<std::vector<double>> MorphPlayer::at(std::span<const double> keys) const {
    std::vector<std::vector<double>> plain;
    for (const double key : keys) plain.push_back(at(key));
    const auto isThere = [this](double key) {
        return std::any_of(times_.begin(), times_.end(),
                           [key](double time) { return std::abs(time - key) <= kSameTime; });
    };
    if (!isEven(times_) || std::all_of(keys.begin(), keys.end(), isThere)) return plain;
    std::vector<std::vector<double>> values;
    for (const double time : times_) values.push_back(at(time));
    return SampledKeys<WayOfNumbers>(keys, times_, values).run(plain);
}

Deformation::Deformation(const Base& base, const Targets& targets, const MergedOldMesh& mesh,
                         std::span<const WideVec3> places)
    : base_(base), off_(targets.off) {
    const Rig& rig = base.rig;
    for (std::size_t i = 0; i < mesh.members.size(); ++i) {
        const auto [vertex, index] = mesh.members[i];
        const std::uint32_t place = base.model.v6.vertexDeformation[vertex];
        const std::uint32_t node = base.model.v6.vertexNode[vertex];
        if (place == abc::kNone || node == abc::kNone) continue;
        Deformed& made = deformed_.emplace_back(Deformed{node, place, places[i], {}});
        for (const std::vector<float>& list : targets.deltas) {
            std::array<float, 3>& to = made.deltas.emplace_back();
            if (list.empty()) continue;
            const float* from = &list[3 * std::size_t{index}];
            const WideVec3 delta = rig.placeOf({from[0], from[1], from[2]});
            for (std::size_t row = 0; row < 3; ++row) {
                double value = delta[row];
                if (rig.undo) {
                    value = 0;
                    for (std::size_t axis = 0; axis < 3; ++axis) value += (*rig.undo)[4 * row + axis] * delta[axis];
                }
                to[row] = abc::single(value);
            }
        }
    }
}

WideVec3 Deformation::localOf(const Deformed& vertex, std::span<const double> weights) const {
    WideVec3 place = vertex.rest;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (std::size_t target = 0; target < vertex.deltas.size(); ++target) {
            if (weights[target] != 0) place[axis] += weights[target] * double{vertex.deltas[target][axis]};
        }
    }
    return abc::applied(base_.rig.inverseNow[vertex.node], place);
}

Deformation::Range Deformation::rangeOf(std::span<const Wanted> places) {
    if (places.empty()) return {};
    Range out;
    for (std::size_t i = 0; i < 3; ++i) {
        double least = std::numeric_limits<double>::infinity();
        double most = -least;
        for (const Wanted& each : places) {
            least = -greater(-least, -each.local[i]);
            most = greater(most, each.local[i]);
        }
        out.shift[i] = abc::single(least);
        // A little more, so that the last step is in range in 32 bits.
        out.scale[i] = abc::single(((most - out.shift[i]) / kSteps) * (1 + 1e-6));
    }
    return out;
}

std::size_t Deformation::patch(const Track& track, const MorphPlayer& player) const {
    const std::vector<std::uint32_t> exported = track.exported();
    std::vector<double> times;
    times.reserve(exported.size());
    for (const std::uint32_t key : exported) times.push_back(track.times()[key]);
    const std::vector<std::vector<double>> weights = player.at(times);
    std::map<std::uint32_t, std::vector<Wanted>> wanted;
    for (std::size_t i = 0; i < exported.size(); ++i) {
        for (const Deformed& vertex : deformed_)
            wanted[vertex.node].push_back({exported[i], vertex.place, localOf(vertex, weights[i])});
    }
    const std::size_t keys = track.times().size();
    std::vector<bool> isChanged(keys);
    for (const auto& [node, list] : wanted) {
        const auto first = track.key(node, keys);
        if (!first) continue;
        const std::size_t count = base_.model.nodes[node].deformationCount;
        const Frames frames{*first, count, *first + 3 * count * keys};
        // What a damaged file has not is not patched.
        if (frames.range + 2 * sizeof(abc::Vec3) > track.end(node)) continue;
        patchNode(track.list(), node, frames, list, isChanged);
    }
    return static_cast<std::size_t>(std::count(isChanged.begin(), isChanged.end(), true));
}

void Deformation::patchNode(const std::string& list, std::uint32_t node, const Frames& frames,
                            std::span<const Wanted> wanted, std::vector<bool>& isChanged) const {
    Patches& patches = base_.patches;
    const Range range{patches.vector(frames.range), patches.vector(frames.range + sizeof(abc::Vec3))};
    if (!isFinite(range.scale) || !isFinite(range.shift)) return;
    const auto placeOf = [&](const Wanted& one) { return frames.start + 3 * (frames.count * one.key + one.place); };
    const auto put = [&](const Wanted& one, const Range& in) {
        bool fits = true;
        for (std::size_t i = 0; i < 3; ++i) {
            const double step = stepOf(one.local[i], in.scale[i], in.shift[i]);
            if (isOut(step)) fits = false;
            patches.put(placeOf(one) + i, stepIn8Bits(step));
        }
        return fits;
    };
    bool fits = true;
    for (const Wanted& one : wanted) {
        bool isNear = true;
        bool isHole = base_.isTemplate;
        const double near = nearPlace(core::hypot(one.local));
        for (std::size_t i = 0; i < 3; ++i) {
            const double stored = patches.at<std::uint8_t>(placeOf(one) + i);
            const double off = std::abs(one.local[i] - (stored * range.scale[i] + range.shift[i]));
            if (!(off <= kHalfStep * std::abs(range.scale[i]) + near + off_)) isNear = false;
            if (stored != 0) isHole = false;
        }
        if (isNear) continue;
        if (!isHole) isChanged[one.key] = true;
        if (!put(one, range)) fits = false;
        patches.touch(list, node);
    }
    if (fits) return;
    // Other steps, where places do not fit the range that there is.
    const Range other = rangeOf(wanted);
    for (const Wanted& one : wanted) put(one, other);
    patches.write(list, node, frames.range, other.scale);
    patches.write(list, node, frames.range + sizeof(abc::Vec3), other.shift);
}

std::vector<ByteList> Deformation::frames(std::span<const double> times, const MorphPlayer& player) const {
    const std::vector<std::vector<double>> weights = player.at(times);
    std::vector<std::vector<Wanted>> wanted(base_.rig.nodes());
    for (std::size_t key = 0; key < times.size(); ++key) {
        for (const Deformed& vertex : deformed_)
            wanted[vertex.node].push_back({key, vertex.place, localOf(vertex, weights[key])});
    }
    std::vector<ByteList> out;
    for (std::size_t node = 0; node < wanted.size(); ++node) {
        const std::size_t count = base_.model.nodes[node].deformationCount;
        const Range range = rangeOf(wanted[node]);
        ByteList& bytes = out.emplace_back(3 * count * times.size() + 2 * sizeof(abc::Vec3));
        for (const Wanted& one : wanted[node]) {
            for (std::size_t i = 0; i < 3; ++i) {
                bytes[3 * (count * one.key + one.place) + i] =
                    std::byte{stepIn8Bits(stepOf(one.local[i], range.scale[i], range.shift[i]))};
            }
        }
        for (std::size_t i = 0; i < 3; ++i) {
            const float scale = abc::single(range.scale[i]);
            const float shift = abc::single(range.shift[i]);
            std::byte* at = &bytes[3 * count * times.size() + sizeof(float) * i];
            std::memcpy(at, &scale, sizeof scale);
            std::memcpy(at + sizeof(abc::Vec3), &shift, sizeof shift);
        }
    }
    return out;
}

}  // namespace merging
