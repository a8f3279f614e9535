#include "deformation.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "numbers.h"
#include "poses.h"

namespace importing {
namespace {

/// An interval between two keys is halved at most so many times.
constexpr int kDeepest = 3;
/// Where between two keys the movement is measured.
constexpr std::array<double, 3> kProbes{0.25, 0.5, 0.75};
/// Steps of a byte.
constexpr double kSteps = 255;

double squared(double value) {
    return value * value;
}

/// How far the line between two places is from a third at most.
double furthest(const std::vector<double>& a, const std::vector<double>& b, double fraction,
                const std::vector<double>& places) {
    double most = 0;
    for (std::size_t i = 0; i < places.size(); i += 3) {
        double square = 0;
        for (std::size_t axis = i; axis < i + 3; ++axis)
            square += squared(a[axis] + (b[axis] - a[axis]) * fraction - places[axis]);
        most = greater(most, square);
    }
    return std::sqrt(most);
}

/// The step of 0 to 255 that is nearest; 0 of what is no number.
std::uint8_t nearestStep(double steps) {
    if (!(steps > 0)) return 0;
    return steps >= kSteps ? static_cast<std::uint8_t>(kSteps) : static_cast<std::uint8_t>(rounded(steps));
}

/// Places in 8 bits an axis: byte × scale + transform, as the engine unpacks them in single precision.
/// @param off is made the greatest of itself and how far places are off
abc::NewDeformation pack(const std::vector<float>& places, double& off) {
    abc::NewDeformation out;
    out.positions.resize(places.size());
    std::vector<double> squares(places.size() / 3);
    std::array<float, 3> scale{1, 1, 1};
    std::array<float, 3> transform{};
    for (std::size_t axis = 0; !places.empty() && axis < 3; ++axis) {
        double least = std::numeric_limits<double>::infinity();
        double most = -least;
        for (std::size_t i = axis; i < places.size(); i += 3) {
            const double value = places[i];
            // Of the two zeros the one with the sign is the lesser, and stored.
            if (value < least || (value == least && std::signbit(value))) least = value;
            most = std::max(most, value);
        }
        scale[axis] = static_cast<float>((most - least) / kSteps);
        transform[axis] = static_cast<float>(least);
        const double step = scale[axis];
        for (std::size_t i = axis; i < places.size(); i += 3) {
            const double value = places[i];
            out.positions[i] = step > 0 ? nearestStep((value - least) / step) : std::uint8_t{0};
            squares[i / 3] += squared(out.positions[i] * step + least - value);
        }
    }
    out.scale = {scale[0], scale[1], scale[2]};
    out.transform = {transform[0], transform[1], transform[2]};
    for (const double square : squares) off = greater(off, std::sqrt(square));
    return out;
}

}  // namespace

Planner::Planner(const Skinned& skinned, const std::vector<Clip>& clips, const Shape& rest)
    : skinned_(skinned),
      clips_(clips),
      globals_(globalsOf(skinned.parents, rest.pose)),
      places_(3 * skinned.mesh.count()),
      moved_(skinned.mesh.count()) {
    const OneMesh& mesh = skinned.mesh;
    std::vector<std::uint32_t> all(mesh.count());
    std::iota(all.begin(), all.end(), 0U);
    mesh.placeOnNodes(all, globals_, rest.weights, skinned.nodeOf, std::span(places_));
    for (const std::uint32_t v : all) {
        if (!mesh.isRigid(v, skinned.nodeOf[v])) {
            candidates_.push_back(v);
        } else {
            // Exactly as it is stored, where one node alone moves it.
            const std::span<const float> local = mesh.local(v);
            std::copy(local.begin(), local.end(), std::span(places_).subspan(3 * std::size_t{v}, 3).begin());
        }
    }
    posed_.resize(3 * candidates_.size());
    for (const Clip& clip : clips) keys_ += clip.shapes.size();
}

bool Planner::step() {
    if (measured_ == keys_) return false;
    while (key_ == clips_[clip_].shapes.size()) {
        ++clip_;
        key_ = 0;
    }
    const auto& [pose, weights] = clips_[clip_].shapes[key_++];
    globalsOf(skinned_.parents, pose, globals_);
    skinned_.mesh.placeOnNodes(candidates_, globals_, weights, skinned_.nodeOf, std::span(posed_));
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
        const std::size_t v = candidates_[i];
        double square = 0;
        for (std::size_t axis = 0; axis < 3; ++axis)
            square += squared(double{places_[3 * v + axis]} - posed_[3 * i + axis]);
        moved_[v] = greater(moved_[v], std::sqrt(square));
    }
    ++measured_;
    return true;
}

double Planner::done() const {
    return keys_ == 0 ? 1 : static_cast<double>(measured_) / static_cast<double>(keys_);
}

Plan Planner::plan(double tolerance, std::size_t bytes) const {
    std::vector<std::uint32_t> deformed;
    std::copy_if(candidates_.begin(), candidates_.end(), std::back_inserter(deformed),
                 [&](std::uint32_t v) { return moved_[v] > tolerance; });
    const std::size_t most = bytes / (3 * std::max<std::size_t>(keys_, 1));
    Plan out;
    // Those that are off the most first, where not all can be.
    if (deformed.size() > most) {
        std::stable_sort(deformed.begin(), deformed.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return moved_[a] > moved_[b]; });
        out.left = deformed.size() - most;
        out.leftDeviation = moved_[deformed[most]];
        deformed.resize(most);
        std::sort(deformed.begin(), deformed.end());
    }
    out.byNode.resize(skinned_.parents.size());
    for (const std::uint32_t v : deformed) out.byNode[skinned_.nodeOf[v]].push_back(v);
    out.count = deformed.size();
    const std::size_t keys = bytes / (3 * std::max<std::size_t>(out.count, 1));
    out.keys = keys > keys_ ? keys - keys_ : 0;
    out.rest = places_;
    return out;
}

KeyAdder::KeyAdder(const Skinned& skinned, const Plan& plan, Clip& clip, double tolerance, std::size_t& room)
    : skinned_(skinned), clip_(clip), tolerance_(tolerance), room_(room), globals_(skinned.parents.size()) {
    for (const std::vector<std::uint32_t>& list : plan.byNode)
        vertices_.insert(vertices_.end(), list.begin(), list.end());
    if (vertices_.empty() || clip.times.size() < 2) {
        next_ = clip.times.size();
        return;
    }
    before_ = keyAt(0);
    put(before_, clip.strings[0]);
}

bool KeyAdder::step() {
    if (next_ >= clip_.times.size()) return false;
    Key after = keyAt(next_);
    halve(before_, after, 0);
    put(after, clip_.strings[next_]);
    before_ = std::move(after);
    if (++next_ == clip_.times.size()) {
        clip_.times = std::move(made_.times);
        clip_.shapes = std::move(made_.shapes);
        clip_.strings = std::move(made_.strings);
        next_ = clip_.times.size();
    }
    return true;
}

std::vector<double> KeyAdder::placesOf(const Shape& shape) {
    std::vector<double> out(3 * vertices_.size());
    globalsOf(skinned_.parents, shape.pose, globals_);
    skinned_.mesh.placeOnNodes(vertices_, globals_, shape.weights, skinned_.nodeOf, std::span(out));
    return out;
}

KeyAdder::Key KeyAdder::keyAt(std::size_t index) {
    const Shape& shape = clip_.shapes[index];
    return {clip_.times[index], shape, placesOf(shape)};
}

Shape KeyAdder::shapeBetween(const Key& a, const Key& b, double time) {
    const double fraction = (time - a.time) / (static_cast<double>(b.time) - a.time);
    Shape out{poseBetween(a.shape.pose, b.shape.pose, fraction), a.shape.weights};
    for (std::size_t i = 0; i < out.weights.size(); ++i)
        out.weights[i] += (b.shape.weights[i] - out.weights[i]) * fraction;
    return out;
}

void KeyAdder::halve(const Key& a, const Key& b, int depth) {
    double off = 0;
    for (const double fraction : kProbes) {
        const double time = a.time + (static_cast<double>(b.time) - a.time) * fraction;
        off = greater(off, furthest(a.places, b.places, fraction, placesOf(shapeBetween(a, b, time))));
    }
    const auto middle = static_cast<std::uint32_t>((std::uint64_t{a.time} + b.time + 1) / 2);
    const bool canHalve = depth < kDeepest && room_ > 0 && middle > a.time && middle < b.time;
    if (off <= tolerance_ || !canHalve) {
        off_ = greater(off_, off);
        return;
    }
    --room_;
    Key key{middle, shapeBetween(a, b, middle), {}};
    key.places = placesOf(key.shape);
    halve(a, key, depth + 1);
    put(key, "");
    halve(key, b, depth + 1);
}

void KeyAdder::put(const Key& key, std::string text) {
    made_.times.push_back(key.time);
    made_.shapes.push_back(key.shape);
    made_.strings.push_back(std::move(text));
}

Packed packed(const Skinned& skinned, const Plan& plan, const Clip& clip) {
    std::vector<std::vector<float>> places;
    for (const std::vector<std::uint32_t>& list : plan.byNode)
        places.emplace_back(3 * clip.shapes.size() * list.size());
    std::vector<Matrix> globals(skinned.parents.size());
    for (std::size_t k = 0; plan.count > 0 && k < clip.shapes.size(); ++k) {
        globalsOf(skinned.parents, clip.shapes[k].pose, globals);
        for (std::size_t node = 0; node < places.size(); ++node) {
            const std::vector<std::uint32_t>& list = plan.byNode[node];
            const auto own = std::span(places[node]).subspan(3 * k * list.size(), 3 * list.size());
            skinned.mesh.placeOnNodes(list, globals, clip.shapes[k].weights, skinned.nodeOf, own);
        }
    }
    Packed out;
    for (const std::vector<float>& own : places) out.deformation.push_back(pack(own, out.off));
    return out;
}

}  // namespace importing
