#include "drafting.h"

#include <algorithm>
#include <cmath>

#include "import/numbers.h"

namespace drafting {
namespace {

/// Vertices that morph targets move in all keys of an animation together: more keys are looked at less closely.
constexpr std::uint64_t kMostMorphed = 1'000'000;
/// Of the model's size: what a rotation-only node may be from its place.
constexpr double kRotationOnly = 1e-4;

importing::Influences influencesOf(const importing::DraftMesh& mesh, std::span<const float> local) {
    return {mesh.start, mesh.node, mesh.share, local};
}

/// The places of the vertices of a piece seen from their nodes, where morph targets move some; empty: those of the
/// mesh.
/// @param weights of the targets; targets are in the bind pose of the model, which nodes see turned
std::vector<float> morphed(const Shown& piece, const std::vector<float>& weights, const std::vector<Stand>& binds) {
    const importing::DraftMesh& mesh = *piece.mesh;
    const std::size_t targets = std::min(mesh.morphs.size(), weights.size());
    const auto isActive = [](float weight) { return weight != 0 && !std::isnan(weight); };
    const auto end = weights.begin() + static_cast<std::ptrdiff_t>(targets);
    if (std::none_of(weights.begin(), end, isActive)) return {};
    std::vector<float> out = mesh.local;
    for (std::size_t v = 0; v + 1 < mesh.start.size(); ++v) {
        Vector by{};
        for (std::size_t target = 0; target < targets; ++target) {
            for (std::size_t axis = 0; axis < 3; ++axis)
                by[axis] += double{weights[target]} * mesh.morphs[target][3 * v + axis];
        }
        if (by[0] == 0 && by[1] == 0 && by[2] == 0) continue;
        for (std::size_t i = mesh.start[v]; i < mesh.start[v + 1]; ++i) {
            const Vector seen = turnVector(abc::conjugate(binds[mesh.node[i]].rotation), by);
            for (std::size_t axis = 0; axis < 3; ++axis)
                out[3 * i + axis] = static_cast<float>(out[3 * i + axis] + seen[axis]);
        }
    }
    return out;
}

bool areFinite(const std::vector<float>& numbers) {
    return std::all_of(numbers.begin(), numbers.end(), [](float number) { return std::isfinite(number); });
}

Matrix matrixOfStand(const Stand& stand) {
    return matrixOf(stand.rotation, stand.place);
}

/// Of a matrix that only turns and moves.
Stand standOf(const Matrix& matrix) {
    return {turnOf(matrix), placeOf(matrix)};
}

}  // namespace

Drafting::Drafting(Scene scene, const Settings& settings, std::vector<std::vector<Channel>> animations)
    : scene_(std::move(scene)),
      lost_(settleRest(scene_.rest)),
      refusal_(drafting::refusalOf(scene_)),
      animations_(std::move(animations)),
      version_(settings.version),
      space_(settings),
      placement_(scene_.count()) {
    if (refusal_.empty()) settleAnimations();
    if (!refusal_.empty()) return;
    std::vector<bool> moves(scene_.count());
    for (const std::vector<Channel>& channels : animations_) {
        for (const Channel& channel : channels)
            if (channel.moves && channel.path != Path::kWeights) moves[channel.node] = true;
    }
    skeleton_ = skeletonOf(scene_, moves);
    place(scene_, scene_.rest, scene_.order, placement_);
    bind();
}

/// Of the channels stay those with keys, and of these the sound ones.
void Drafting::settleAnimations() {
    for (std::vector<Channel>& channels : animations_) {
        for (Channel& channel : channels) keepSound(channel);
        channels.erase(std::remove_if(channels.begin(), channels.end(),
                                      [](const Channel& channel) { return channel.times.empty(); }),
                       channels.end());
        for (Channel& channel : channels) {
            refusal_ = drafting::refusalOf(channel, scene_.count());
            if (!refusal_.empty()) return;
            channel.moves = doesMove(channel, scene_.rest);
        }
    }
}

/// Where the nodes are when the vertices are as they were modelled: what is made of that is forgotten.
void Drafting::bind() {
    binds_ = bindOf(scene_, skeleton_, space_, placement_);
    movers_.assign(scene_.skins.size(), {});
    reach_.assign(skeleton_.sources.size(), 0);
    faults_ = {};
    isFinite_ = true;
    meshes_.clear();
    pieces_.clear();
    rest_.clear();
}

Mover Drafting::moverOf(std::uint32_t node, const Matrix& into) const {
    const Matrix local = space_.intoNode(into);
    return {node, local, multiplied(matrixOfStand(binds_[node]), local)};
}

std::span<const Mover> Drafting::moversOf(const SceneMesh& mesh) {
    if (mesh.skin < 0) {
        carrier_[0] = carrierOf(mesh.node);
        return carrier_;
    }
    const SceneSkin& skin = scene_.skins[static_cast<std::size_t>(mesh.skin)];
    std::vector<Mover>& out = movers_[static_cast<std::size_t>(mesh.skin)];
    for (std::size_t i = out.size(); i < skin.joints.size(); ++i) {
        const std::uint32_t node = skin.joints[i];
        const Matrix& inverse = isFinite(skin.inverse[i]) ? skin.inverse[i] : abc::kIdentity;
        out.push_back(moverOf(skeleton_.holders[node], multiplied(scaleOf(placement_, node), inverse)));
    }
    return out;
}

/// Of a mesh without a skin: the node that has it, or the nearest above that is kept.
Mover Drafting::carrierOf(std::uint32_t node) const {
    const std::uint32_t holder = skeleton_.holders[node];
    const Matrix& matrix = placement_.matrices[node];
    if (skeleton_.sources[holder] < 0) {
        // By a root that was made: its space is that of the file.
        const Matrix whole = multiplied(space_.matrix(), matrix);
        return {0, whole, whole};
    }
    const auto by = static_cast<std::size_t>(skeleton_.sources[holder]);
    const Vector above = placeOf(placement_.matrices[by]);
    const Rotation back = abc::conjugate(placement_.rotations[by]);
    Matrix into{};
    for (std::size_t column = 0; column < 4; ++column) {
        const Vector from = column == 3 ? above : Vector{};
        const Vector seen =
            turnVector(back, {matrix[column] - from[0], matrix[4 + column] - from[1], matrix[8 + column] - from[2]});
        for (std::size_t row = 0; row < 3; ++row) into[4 * row + column] = seen[row];
    }
    return moverOf(holder, into);
}

/// From the vertices of a mesh to the scene, by a joint of its skin.
Matrix Drafting::seenBy(const SceneMesh& mesh, double joint) const {
    if (mesh.skin < 0) return placement_.matrices[mesh.node];
    const SceneSkin& skin = scene_.skins[static_cast<std::size_t>(mesh.skin)];
    const auto index = static_cast<std::size_t>(joint);
    const Matrix& own = placement_.matrices[skin.joints[index]];
    return isFinite(skin.inverse[index]) ? multiplied(own, skin.inverse[index]) : own;
}

void Drafting::look(std::size_t mesh, const std::vector<float>& positions, const std::vector<float>& joints,
                    const std::vector<float>& weights, std::size_t stride) {
    const SceneMesh& placed = scene_.meshes[mesh];
    const double count =
        placed.skin < 0 ? 1 : static_cast<double>(scene_.skins[static_cast<std::size_t>(placed.skin)].joints.size());
    std::vector<std::optional<Matrix>> matrices(static_cast<std::size_t>(count));
    for (std::size_t v = 0; 3 * v + 2 < positions.size(); v += std::max<std::size_t>(1, stride)) {
        // By the joint that moves it most.
        std::size_t best = 4 * v;
        for (std::size_t i = best + 1; i < 4 * v + 4 && i < weights.size(); ++i) {
            if (weights[i] > weights[best]) best = i;
        }
        const double joint = placed.skin >= 0 && best < joints.size() ? joints[best] : 0;
        if (!(joint >= 0 && joint < count)) continue;
        std::optional<Matrix>& known = matrices[static_cast<std::size_t>(joint)];
        if (!known) known = seenBy(placed, joint);
        const Matrix& m = *known;
        const double y = m[4] * positions[3 * v] + m[5] * positions[3 * v + 1] + m[6] * positions[3 * v + 2] + m[7];
        if (y < low_) low_ = y;
        if (y > high_) high_ = y;
    }
}

std::vector<MeshWithSource> Drafting::add(std::size_t mesh, Primitive primitive) {
    // Pieces refer to the meshes until now.
    pieces_.clear();
    rest_.clear();
    const SceneMesh& placed = scene_.meshes[mesh];
    std::optional<MeshWithSource> made =
        meshOf(std::move(primitive), moversOf(placed), placed.skin >= 0, version_ == 6, faults_);
    if (!made) return {};
    measure(made->mesh);
    std::vector<MeshWithSource> out = split(std::move(*made));
    for (const auto& [part, triangles, isMirrored] : out) {
        isFinite_ = isFinite_ && areFinite(part.positions) && areFinite(part.local);
        importing::DraftMesh& kept = meshes_.emplace_back();
        kept.start = part.start;
        kept.node = part.node;
        kept.share = part.share;
        kept.local = part.local;
        kept.morphs = part.morphs;
        kept.morphWeights = part.morphWeights;
    }
    return out;
}

void Drafting::measure(const importing::DraftMesh& mesh) {
    for (std::size_t i = 0; i < mesh.node.size(); ++i) {
        double& reach = reach_[mesh.node[i]];
        const double distance = importing::lengthOf(mesh.local[3 * i], mesh.local[3 * i + 1], mesh.local[3 * i + 2]);
        if (distance > reach) reach = distance;
    }
}

bool Drafting::isPlaced() const {
    return isFinite_ && std::all_of(binds_.begin(), binds_.end(), [](const Stand& stand) {
               const Matrix matrix = matrixOfStand(stand);
               return std::all_of(matrix.begin(), matrix.end(), abc::isSingle);
           });
}

std::string Drafting::refusalOf(const std::vector<PieceOf>& pieces) const {
    const auto isPiece = [&](const PieceOf& piece) {
        return piece.any < meshes_.size() && piece.mesh >= -1 &&
               piece.mesh < static_cast<std::int64_t>(meshes_.size()) && piece.node < scene_.count();
    };
    if (std::all_of(pieces.begin(), pieces.end(), isPiece)) return "";
    return "A piece of a draft is made of meshes or nodes that do not exist.";
}

void Drafting::settle(const std::vector<PieceOf>& pieces) {
    pieces_.clear();
    ground_.reset();
    shape_.reset();
    std::vector<importing::Influences> all;
    bool isMorphed = false;
    for (const auto& [mesh, any, node] : pieces) {
        const importing::DraftMesh& own = mesh < 0 ? empty_ : meshes_[static_cast<std::size_t>(mesh)];
        pieces_.push_back({&own, &meshes_[any].morphWeights, node});
        all.push_back(influencesOf(own, own.local));
        isMorphed = isMorphed || !own.morphs.empty();
    }
    rest_ = poseOf(skeleton_, space_, placement_);
    importing::Boxes plain(std::move(all), skeleton_.parents);
    box_ = plain.in(rest_);
    if (!isMorphed) shape_ = std::move(plain);
    offsets_.clear();
    for (std::size_t i = 0; i < binds_.size(); ++i) {
        const std::int32_t parent = skeleton_.parents[i];
        if (parent < 0) {
            offsets_.emplace_back();
            continue;
        }
        const Stand above = standOf(matrixOfStand(binds_[static_cast<std::size_t>(parent)]));
        offsets_.push_back(relative(above, standOf(matrixOfStand(binds_[i]))).place);
    }
    moved_.assign(binds_.size(), 0);
}

bool Drafting::centre() {
    if (!box_) return false;
    Vector by = box_->middle();
    for (double& number : by) number = 0 - number;
    space_.move(by);
    bind();
    return true;
}

double Drafting::radius() const {
    std::vector<Matrix> matrices;
    for (const std::int32_t source : skeleton_.sources)
        matrices.push_back(
            matrixOfStand(source < 0 ? Stand{} : space_.stand(placement_, static_cast<std::size_t>(source))));
    double square = 0;
    for (const Shown& piece : pieces_) {
        const importing::DraftMesh& mesh = *piece.mesh;
        for (std::size_t v = 0; v + 1 < mesh.start.size(); ++v) {
            double own = 0;
            for (std::size_t row = 0; row < 12; row += 4) {
                double sum = 0;
                for (std::size_t i = mesh.start[v]; i < mesh.start[v + 1]; ++i) {
                    const Matrix& m = matrices[mesh.node[i]];
                    double at = m[row + 3];
                    for (std::size_t axis = 0; axis < 3; ++axis) at += m[row + axis] * mesh.local[3 * i + axis];
                    sum += mesh.share[i] * at;
                }
                own += sum * sum;
            }
            if (own > square) square = own;
        }
    }
    return std::sqrt(square);
}

std::vector<Stand> Drafting::sockets() const {
    std::vector<Stand> out;
    for (const std::uint32_t node : scene_.sockets) {
        const std::int32_t above = skeleton_.sources[skeleton_.holders[node]];
        const Stand from = above < 0 ? Stand{} : space_.stand(placement_, static_cast<std::size_t>(above));
        out.push_back(relative(from, space_.stand(placement_, node)));
    }
    return out;
}

Ground& Drafting::ground() {
    if (!ground_) ground_.emplace(Moved{scene_, skeleton_, space_, placement_, pieces_, reach_, size(), version_});
    return *ground_;
}

importing::Boxes& Drafting::shape() {
    if (shape_) return *shape_;
    restLocals_.clear();
    for (const Shown& piece : pieces_) restLocals_.push_back(morphed(piece, *piece.morphWeights, binds_));
    std::vector<importing::Influences> meshes;
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
        const importing::DraftMesh& mesh = *pieces_[i].mesh;
        meshes.push_back(influencesOf(mesh, restLocals_[i].empty() ? mesh.local : restLocals_[i]));
    }
    return shape_.emplace(std::move(meshes), skeleton_.parents);
}

std::optional<importing::Box> Drafting::boxOf(const std::vector<std::vector<float>>& weights,
                                              std::span<const float> pose) const {
    std::vector<std::vector<float>> locals;
    std::vector<importing::Influences> meshes;
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
        const importing::DraftMesh& mesh = *pieces_[i].mesh;
        // A list that is moved keeps its numbers where they are.
        const std::vector<float>& own = locals.emplace_back(morphed(pieces_[i], weights[i], binds_));
        meshes.push_back(influencesOf(mesh, own.empty() ? mesh.local : own));
    }
    return importing::Boxes(std::move(meshes), skeleton_.parents).in(pose);
}

void Drafting::mark(std::span<const float> pose) {
    const double tolerance = kRotationOnly * size();
    for (std::size_t i = 0; i < moved_.size(); ++i) {
        for (std::size_t axis = 0; axis < 3 && moved_[i] == 0; ++axis) {
            if (std::abs(offsets_[i][axis] - pose[importing::kPose * i + axis]) > tolerance) moved_[i] = 1;
        }
    }
}

Making::Making(Drafting& drafting, const Wanted& wanted)
    : drafting_(drafting), origin_(wanted.origin), hasBox_(wanted.hasBox), sampler_(drafting.ground(), wanted.source) {}

bool Making::step() {
    if (sampler_.step()) return true;
    if (sampler_.hasTooMany()) return false;
    if (!hasBegun_) {
        begin();
        hasBegun_ = true;
    } else if (hasBox_) {
        addBox();
    }
    return hasBox_;
}

void Making::begin() {
    const std::size_t count = sampler_.count();
    for (std::size_t key = 0; key < count; ++key) {
        std::vector<float>& pose = sampler_.pose(key);
        for (std::size_t axis = 0; axis < 3; ++axis) pose[axis] = static_cast<float>(pose[axis] - origin_[axis]);
        drafting_.mark(pose);
    }
    if (!hasBox_) return;
    if (!sampler_.isMorphed()) {
        box_ =
            drafting_.shape().over(count, [&](std::size_t key) { return std::span<const float>(sampler_.pose(key)); });
        hasBox_ = false;
        return;
    }
    std::uint64_t vertices = 0;
    for (const Shown& piece : drafting_.pieces()) vertices += std::max<std::size_t>(1, piece.mesh->start.size());
    stride_ =
        static_cast<std::size_t>(std::max<std::uint64_t>(1, (vertices * count + kMostMorphed - 1) / kMostMorphed));
}

void Making::addBox() {
    const std::size_t count = sampler_.count();
    // The last, too.
    if (next_ + 1 >= count + stride_) {
        hasBox_ = false;
        return;
    }
    const std::size_t key = std::min(next_, count - 1);
    box_ = importing::unionOf(box_, drafting_.boxOf(sampler_.morphs(key), sampler_.pose(key)));
    next_ += stride_;
}

Vector Making::extents() const {
    return box_ ? box_->half() : Vector{};
}

}  // namespace drafting
