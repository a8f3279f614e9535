// The lists of a model (lta.md §3 to §5).
#include <algorithm>
#include <cstring>

#include "text_plan.h"
#include "text_writer.h"

namespace converting {

using abc::kNone;
using abc::kVectorNumbers;

namespace {

class ListWriter {
public:
    explicit ListWriter(const TextPlan& plan) : plan_(plan) {}

    std::vector<std::byte> run(std::string& unwritten) {
        out_.block("lt-model-0", [this] {
            commands();
            hierarchy();
            for (const TextShape& shape : plan_.shapes) mesh(shape);
            tools();
            for (std::size_t a = 0; a < model_.animations.size(); ++a) animation(a);
        });
        unwritten = out_.unwritten();
        return out_.finish();
    }

private:
    [[nodiscard]] const abc::NewLevel& levelOf(const TextShape& shape) const {
        return model_.pieces[shape.piece].levels[shape.level];
    }

    /// A command whose elements follow in two brackets.
    template <class Body>
    void command(std::string_view name, bool isNeeded, Body body) {
        if (!isNeeded) return;
        out_.block(name, [&] { out_.block("", body); });
    }

    void commands() {
        out_.block("on-load-cmds", [this] {
            out_.block("", [this] {
                command("anim-bindings", true, [this] { bindings(); });
                command("set-node-flags", true, [this] {
                    for (std::size_t n = 0; n < model_.nodes.size(); ++n) {
                        out_.line();
                        out_.list("", [&] {
                            out_.quoted(plan_.nodeNames[n]);
                            out_.number(model_.nodes[n].flags);
                        });
                    }
                });
                out_.line();
                out_.oneText("set-command-string", model_.commandString);
                out_.about("settings of the model");
                out_.line();
                out_.one("set-global-radius", model_.internalRadius);
                command("lod-groups", !model_.pieces.empty(), [this] { lodGroups(); });
                for (const TextShape& shape : plan_.shapes) deformer(shape);
                command("add-sockets", !model_.sockets.empty(), [this] { sockets(); });
                command("add-childmodels", !model_.childModels.empty(), [this] { childModels(); });
                command("anim-weightsets", !model_.weightSets.empty(), [this] { weightSets(); });
                command("add-node-obb-list", !source_.boxes.empty(), [this] { boxes(); });
            });
        });
    }

    void bindings() {
        out_.about("boxes of animations");
        for (std::size_t a = 0; a < model_.animations.size(); ++a) {
            const abc::NewAnimation& animation = model_.animations[a];
            if (!plan_.hasBinding[a]) continue;
            out_.line();
            out_.list("anim-binding", [&] {
                out_.oneText("name", animation.name);
                out_.list("dims", [&] { out_.one("", animation.extents); });
                out_.list("translation", [&] { out_.one("", animation.origin); });
                out_.one("interp-time", animation.interpolationTime);
            });
        }
    }

    void lodGroups() {
        out_.about("distances of levels");
        for (std::size_t p = 0; p < model_.pieces.size(); ++p) {
            out_.block("create-lod-group", model_.pieces[p].name, [&] {
                out_.line();
                out_.list("lod-dists", [&] { out_.numbers("", source_.looks[p].starts); });
                out_.line();
                out_.list("shapes", [&] {
                    out_.list("", [&] {
                        for (const std::uint32_t shape : plan_.levelShapes[p]) {
                            out_.quoted(shape == kNone ? kEmptyLevel : std::string_view(plan_.shapes[shape].name));
                        }
                    });
                });
            });
        }
    }

    void deformer(const TextShape& shape) {
        const abc::NewLevel& level = levelOf(shape);
        std::vector<std::uint32_t> used = level.weightNode;
        std::sort(used.begin(), used.end());
        used.erase(std::unique(used.begin(), used.end()), used.end());
        influences_.resize(model_.nodes.size());
        for (std::uint32_t i = 0; i < used.size(); ++i) influences_[used[i]] = i;
        out_.about("weights of vertices");
        out_.block("add-deformer", [&] {
            out_.block("skel-deformer", [&] {
                out_.line();
                out_.oneText("target", shape.name);
                out_.line();
                out_.list("influences", [&] {
                    out_.list("", [&] {
                        for (const std::uint32_t node : used) out_.quoted(plan_.nodeNames[node]);
                    });
                });
                command("weightsets", true, [&] {
                    for (std::size_t v = 0; v + 1 < level.weightStart.size(); ++v) {
                        out_.line();
                        out_.list("", [&] {
                            for (std::uint32_t w = level.weightStart[v]; w < level.weightStart[v + 1]; ++w) {
                                out_.number(influences_[level.weightNode[w]]);
                                out_.number(level.bias[w]);
                            }
                        });
                    }
                });
            });
        });
    }

    void sockets() {
        out_.about("sockets");
        for (std::size_t s = 0; s < model_.sockets.size(); ++s) {
            const abc::NewSocket& socket = model_.sockets[s];
            out_.block("socket", socket.name, [&] {
                out_.line();
                out_.oneText("parent", plan_.nodeNames[socket.node]);
                out_.line();
                out_.list("pos", [&] { out_.one("", socket.location); });
                out_.line();
                out_.list("quat", [&] { out_.one("", socket.rotation); });
                out_.line();
                out_.list("scale", [&] { out_.one("", source_.socketScales[s]); });
            });
        }
    }

    void childModels() {
        for (const abc::NewModel::Child& child : model_.childModels) {
            out_.line();
            out_.list("child-model", [&] {
                out_.oneText("filename", child.name);
                out_.one("save-index", child.buildNumber);
            });
        }
    }

    void weightSets() {
        out_.about("weight sets");
        for (const abc::NewWeightSet& set : model_.weightSets) {
            out_.block("anim-weightset", [&] {
                out_.line();
                out_.oneText("name", set.name);
                out_.line();
                out_.list("weights", [&] { out_.numbers("", set.weights); });
            });
        }
    }

    void boxes() {
        out_.about("hit boxes");
        for (const abc::HitBox& box : source_.boxes) {
            abc::Mat4 turn;
            for (std::size_t axis = 0; axis < box.axes.size(); ++axis) {
                turn.m[axis] = box.axes[axis].x;
                turn.m[4 + axis] = box.axes[axis].y;
                turn.m[8 + axis] = box.axes[axis].z;
            }
            out_.block("add-node-obb", plan_.nodeNames[box.node], [&] {
                out_.line();
                out_.list("position", [&] { out_.one("", box.centre); });
                out_.line();
                out_.list("orientation", [&] { out_.one("", abc::rotationOf(turn)); });
                out_.line();
                // Here half the lengths of the edges.
                out_.list("dimensions", [&] { out_.one("", box.size * 0.5F); });
            });
        }
    }

    void hierarchy() {
        const std::vector<std::uint32_t> counts = abc::childCounts(model_.nodes);
        out_.about("matrices of nodes");
        std::size_t next = 0;
        out_.block("hierarchy", [&] { command("children", true, [&] { node(next, counts); }); });
    }

    /// As deep as the tree, which is not deep.
    void node(std::size_t& next, const std::vector<std::uint32_t>& counts) {
        const std::size_t self = next++;
        out_.block("transform", plan_.nodeNames[self], [&] {
            constexpr std::size_t kRow = 4;
            out_.table("matrix", model_.nodes[self].bind, kRow);
            command("children", counts[self] > 0, [&] {
                for (std::uint32_t child = 0; child < counts[self]; ++child) node(next, counts);
            });
        });
    }

    void mesh(const TextShape& shape) {
        const abc::NewLevel& level = levelOf(shape);
        const PieceLook& look = source_.looks[shape.piece];
        out_.about("vertices and texture coordinates");
        out_.block("shape", shape.name, [&] {
            out_.block("geometry", [&] {
                out_.block("mesh", shape.name, [&] {
                    out_.table("vertex", level.locations, kVectorNumbers);
                    out_.table("normals", level.normals, kVectorNumbers);
                    coordinates(level);
                    indices("tri-fs", level.corners);
                    indices("tex-fs", texFs_);
                });
            });
            indices("texture-indices", look.textures);
            out_.line();
            out_.one("renderstyle-index", look.renderStyle);
            out_.line();
            out_.one("render-priority", look.renderPriority);
        });
    }

    void indices(std::string_view name, const std::vector<std::uint32_t>& all) {
        out_.line();
        out_.list(name, [&] { out_.numbers("", all); });
    }

    /// Each pair once.
    void coordinates(const abc::NewLevel& level) {
        std::unordered_map<std::uint64_t, std::uint32_t> known;
        std::vector<float> uvs;
        texFs_.clear();
        for (std::size_t c = 0; c < level.corners.size(); ++c) {
            std::uint64_t bits = 0;
            std::memcpy(&bits, &level.uvs[2 * c], sizeof bits);
            const auto [at, isNew] = known.emplace(bits, static_cast<std::uint32_t>(uvs.size() / 2));
            if (isNew) uvs.insert(uvs.end(), {level.uvs[2 * c], level.uvs[2 * c + 1]});
            texFs_.push_back(at->second);
        }
        out_.table("uvs", uvs, 2);
    }

    void tools() {
        command("tools-info", true, [this] {
            out_.line();
            out_.list("compile-options", [this] {
                out_.list("", [this] {
                    out_.one("compression-type", source_.compression);
                    if (source_.isWithoutGeometry) out_.one("exclude-geom", std::uint32_t{1});
                });
            });
        });
    }

    void animation(std::size_t index) {
        const abc::NewAnimation& animation = model_.animations[index];
        out_.about("keys of animations");
        out_.block("animset", animation.name, [&] {
            out_.block("keyframe", [&] {
                out_.block("keyframe", [&] {
                    out_.line();
                    out_.list("times", [&] {
                        out_.list("", [&] {
                            for (const std::uint32_t time : animation.times) out_.number(time);
                        });
                    });
                    out_.line();
                    out_.list("values", [&] {
                        out_.list("", [&] {
                            for (const std::string& string : animation.strings) out_.quoted(string);
                        });
                    });
                });
            });
            command("anims", true, [&] {
                for (std::size_t n = 0; n < model_.nodes.size(); ++n) movement(index, n);
            });
        });
    }

    void movement(std::size_t index, std::size_t node) {
        const abc::NewAnimation& animation = model_.animations[index];
        const std::size_t keys = animation.times.size();
        const auto moved = plan_.movedNodes.find(static_cast<std::uint32_t>(node));
        const bool isMoved = moved != plan_.movedNodes.end() && !moved->second->positions[index].empty();
        out_.block("anim", [&] {
            out_.line();
            out_.oneText("parent", plan_.nodeNames[node]);
            out_.block("frames", [&] {
                command(isMoved ? "vertex" : "posquat", true, [&] {
                    const std::span<const float> numbers = isMoved
                                                               ? std::span<const float>(moved->second->positions[index])
                                                               : abc::keysOf(animation, node);
                    const std::size_t row = numbers.size() / keys;
                    for (std::size_t k = 0; k < keys; ++k) {
                        out_.line();
                        out_.list("", [&] { key(numbers.subspan(k * row, row), isMoved); });
                    }
                });
            });
        });
    }
    void key(std::span<const float> numbers, bool isMoved) {
        if (!isMoved) {
            out_.numbers("", numbers.first(kVectorNumbers));
            out_.numbers("", numbers.subspan(kVectorNumbers));
            return;
        }
        for (std::size_t at = 0; at < numbers.size(); at += kVectorNumbers) {
            out_.numbers("", numbers.subspan(at, kVectorNumbers));
        }
    }

    const TextPlan& plan_;
    const Source& source_ = plan_.source;
    const abc::NewModel& model_ = source_.model;
    TextWriter out_;
    /// By node its number in a deformer.
    std::vector<std::uint32_t> influences_;
    std::vector<std::uint32_t> texFs_;
};

}  // namespace

std::vector<std::byte> writeText(const TextPlan& plan, std::string& unwritten) {
    return ListWriter(plan).run(unwritten);
}

}  // namespace converting
