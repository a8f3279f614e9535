#include "bind_places.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace converting {

using abc::kVectorNumbers;

namespace {

using Place = std::array<double, kVectorNumbers>;

/// Share of the size that rounding is.
constexpr double kRounding = 2e-6;
/// Share of the size that can be seen.
constexpr double kVisible = 1e-5;

double distance(const Place& a, const Place& b) {
    return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/// A place in the space of a node, which counts for so much, in the space of the model.
Place moved(const std::vector<float>& bind, const float* place, double share) {
    Place out{};
    for (std::size_t row = 0; row < kVectorNumbers; ++row) {
        const float* const m = &bind[4 * row];
        out[row] = double{m[0]} * double{place[0]} + double{m[1]} * double{place[1]} + double{m[2]} * double{place[2]} +
                   double{m[3]} * share;
    }
    return out;
}

class Binder {
public:
    Binder(const std::vector<abc::NewNode>& nodes, abc::NewLevel& level, double size, BindChanges& changes)
        : nodes_(nodes), level_(level), size_(size), changes_(changes) {}

    void run() {
        const std::size_t count = level_.locations.size() / kVectorNumbers;
        start_.push_back(0);
        for (std::size_t v = 0; v < count; ++v) {
            vertex(v);
            start_.push_back(static_cast<std::uint32_t>(node_.size()));
        }
        level_.weightStart = std::move(start_);
        level_.weightNode = std::move(node_);
        level_.bias = std::move(share_);
        level_.weightLocation.clear();
    }

private:
    void vertex(std::size_t v) {
        const std::uint32_t first = level_.weightStart[v];
        const std::uint32_t end = level_.weightStart[v + 1];
        double sum = 0;
        for (std::uint32_t w = first; w < end; ++w) sum += double{level_.bias[w]};
        if (!(sum > 0)) {
            ++changes_.rooted;
            node_.push_back(0);
            share_.push_back(1);
            return;
        }
        Place held{};
        for (std::uint32_t w = first; w < end; ++w) {
            const Place part = partOf(w, double{level_.bias[w]});
            for (std::size_t i = 0; i < held.size(); ++i) held[i] += part[i] / sum;
        }
        tear(first, end, sum, held);
        shift(v, held);
        const bool isWhole = std::abs(sum - 1) <= kRounding;
        for (std::uint32_t w = first; w < end; ++w) {
            const float bias = level_.bias[w];
            if (bias == 0) continue;
            node_.push_back(level_.weightNode[w]);
            share_.push_back(isWhole ? bias : static_cast<float>(double{bias} / sum));
        }
    }

    [[nodiscard]] Place partOf(std::uint32_t weight, double share) const {
        return moved(nodes_[level_.weightNode[weight]].bind, &level_.weightLocation[kVectorNumbers * weight], share);
    }

    /// Whatever the nodes do, the vertex is no farther from where it was than what their places differ by.
    void tear(std::uint32_t first, std::uint32_t end, double sum, const Place& held) {
        double most = 0;
        for (std::uint32_t w = first; w < end; ++w) {
            const auto bias = double{level_.bias[w]};
            Place wanted = held;
            for (double& each : wanted) each *= bias;
            most += distance(partOf(w, bias), wanted) / sum;
        }
        if (!(most > kVisible * size_)) return;
        ++changes_.torn;
        changes_.farthestTear = std::max(changes_.farthestTear, most);
    }

    void shift(std::size_t v, const Place& held) {
        float* const stored = &level_.locations[kVectorNumbers * v];
        const Place was{double{stored[0]}, double{stored[1]}, double{stored[2]}};
        const double away = distance(was, held);
        const double large = std::max({size_, std::abs(was[0]), std::abs(was[1]), std::abs(was[2])});
        if (away <= kRounding * large) return;
        for (std::size_t i = 0; i < held.size(); ++i) stored[i] = static_cast<float>(held[i]);
        if (!(away > kVisible * size_)) return;
        ++changes_.shifted;
        changes_.farthestShift = std::max(changes_.farthestShift, away);
    }

    const std::vector<abc::NewNode>& nodes_;
    abc::NewLevel& level_;
    double size_;
    BindChanges& changes_;
    std::vector<std::uint32_t> start_;
    std::vector<std::uint32_t> node_;
    std::vector<float> share_;
};

}  // namespace

void bindPlaces(const std::vector<abc::NewNode>& nodes, abc::NewLevel& level, double size, BindChanges& changes) {
    Binder(nodes, level, size, changes).run();
}

double sizeOf(const abc::NewModel& model) {
    Place low{};
    Place high{};
    bool isFirst = true;
    for (const abc::NewPiece& piece : model.pieces) {
        if (piece.levels.empty()) continue;
        const std::vector<float>& places = piece.levels[0].locations;
        for (std::size_t at = 0; at < places.size(); at += kVectorNumbers) {
            for (std::size_t i = 0; i < kVectorNumbers; ++i) {
                const auto place = double{places[at + i]};
                low[i] = isFirst ? place : std::min(low[i], place);
                high[i] = isFirst ? place : std::max(high[i], place);
            }
            isFirst = false;
        }
    }
    return std::max({high[0] - low[0], high[1] - low[1], high[2] - low[2]});
}

}  // namespace converting
