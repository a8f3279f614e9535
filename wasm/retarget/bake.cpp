#include "bake.h"

#include "abc/edit_clips.h"
#include "abc/elements.h"
#include "abc/field_reader.h"
#include "core/values.h"

namespace retargeting {
namespace {

using abc::FieldName;
using abc::schema::Meaning;
using core::EditValue;
using core::Operation;

/// As bytes: its numbers stay as they are.
template <class T>
EditValue bytesOf(const T& value) {
    EditValue::Bytes out;
    core::append(out, std::as_bytes(std::span(&value, 1)));
    return {std::move(out)};
}

class Baker {
public:
    Baker(const core::Document& target, const abc::Model& model, const Motion& motion, std::uint32_t before)
        : target_(target),
          model_(model),
          motion_(motion),
          before_(before),
          animation_(target.dialect.describe(abc::fieldWith(target.dialect, Meaning::Animations).type.id())),
          index_(static_cast<std::uint32_t>(model.animations.size()) + before),
          path_(abc::listPath(target.dialect, abc::schema::Role::Animation) + "[" + std::to_string(index_) + "]") {}

    std::vector<Operation> run() {
        insert();
        if (model_.family == abc::Family::V6) {
            // The new animation rests; what it deforms stays so.
            for (std::uint32_t node = 0; node < model_.nodes.size(); ++node) set(trackPath(node), keysOf(node));
            if (abc::hasBoxes(target_))
                set("AnimDims.Dimensions[" + std::to_string(index_) + "]", bytesOf(motion_.extents));
        } else {
            bind();
        }
        return std::move(out_);
    }

private:
    [[nodiscard]] std::string nameOf(Meaning meaning) const { return std::string(FieldName(meaning).in(animation_)); }

    [[nodiscard]] const abc::schema::Field& fieldIn(Meaning list, Meaning meaning) const {
        const abc::schema::Struct& of = target_.dialect.describe(FieldName(list).fieldOf(animation_).type.id());
        return FieldName(meaning).fieldOf(of);
    }

    [[nodiscard]] std::string trackPath(std::uint32_t node) const {
        return path_ + "." + nameOf(Meaning::Tracks) + "[" + std::to_string(node) + "]." +
               std::string(fieldIn(Meaning::Tracks, Meaning::Keys).name);
    }

    /// In the form of the version.
    [[nodiscard]] EditValue keysOf(std::uint32_t node) const {
        const core::Dialect& dialect = target_.dialect;
        const abc::schema::StructId id = fieldIn(Meaning::Tracks, Meaning::Keys).type.id();
        const auto fields = dialect.describe(id).fields;
        EditValue::Bytes out;
        const std::size_t count = motion_.times.size();
        for (std::size_t key = 0; key < count; ++key) {
            abc::Local local = motion_.keys[node * count + key];
            if (model_.conjugatesKeys()) local.rotation = abc::conjugate(local.rotation);
            for (const abc::schema::Field& field : fields) {
                if (!dialect.has(field)) continue;
                if (field.type == abc::schema::Type(abc::schema::Id::Vector)) {
                    core::append(out, std::as_bytes(std::span(&local.translation, 1)));
                } else if (field.type == abc::schema::Type(abc::schema::Id::Quaternion)) {
                    core::append(out, std::as_bytes(std::span(&local.rotation, 1)));
                } else if (FieldName(Meaning::KeyTime)(field)) {
                    core::append(out, std::as_bytes(std::span(&motion_.times[key], 1)));
                } else {
                    core::appendUsual(out, dialect, field);
                }
            }
        }
        return {std::move(out)};
    }

    void insert() {
        EditValue::Fields fields = {{nameOf(Meaning::AnimationName), {motion_.name}}};
        const auto give = [&](FieldName name, EditValue value) {
            if (!name.isIn(animation_) || !target_.dialect.has(name.fieldOf(animation_))) return;
            fields.push_back({std::string(name.in(animation_)), std::move(value)});
        };
        give("Extents", bytesOf(motion_.extents));
        give("InterpolationTime", {static_cast<double>(motion_.interpolationTime)});
        give(Meaning::Keyframes, {keyframes()});
        if (model_.family == abc::Family::V9) {
            const std::string keys(fieldIn(Meaning::Tracks, Meaning::Keys).name);
            EditValue::List tracks;
            for (std::uint32_t node = 0; node < model_.nodes.size(); ++node)
                tracks.push_back({EditValue::Fields{{keys, keysOf(node)}}});
            give(Meaning::Tracks, {std::move(tracks)});
        }
        Operation made;
        made.kind = Operation::Kind::Insert;
        made.path = path_;
        made.values = {{std::move(fields)}};
        out_.push_back(std::move(made));
    }

    [[nodiscard]] EditValue::List keyframes() const {
        const std::string time(fieldIn(Meaning::Keyframes, Meaning::KeyTime).name);
        const std::string string(fieldIn(Meaning::Keyframes, Meaning::FrameString).name);
        EditValue::List out;
        for (std::size_t i = 0; i < motion_.times.size(); ++i) {
            EditValue::Fields key = {{time, {static_cast<double>(motion_.times[i])}}};
            if (!motion_.strings[i].empty()) key.push_back({string, {motion_.strings[i]}});
            out.push_back({std::move(key)});
        }
        return out;
    }

    /// The origin of its binding, which comes with it where all animations have one.
    void bind() {
        const auto place = abc::bindingFor(model_, index_ - before_);
        if (!place) return;
        const std::string path = "AnimBindings.Lists[0].AnimBindings[" + std::to_string(place->index + before_) + "]";
        if (place->comesAlong) {
            set(path + ".Origin", bytesOf(motion_.origin));
            return;
        }
        Operation made;
        made.kind = Operation::Kind::Insert;
        made.path = path;
        made.values = {{EditValue::Fields{
            {"Name", {motion_.name}}, {"Extents", bytesOf(motion_.extents)}, {"Origin", bytesOf(motion_.origin)}}}};
        out_.push_back(std::move(made));
    }

    void set(std::string path, EditValue value) {
        Operation made;
        made.path = std::move(path);
        made.value = std::move(value);
        out_.push_back(std::move(made));
    }

    const core::Document& target_;
    const abc::Model& model_;
    const Motion& motion_;
    std::uint32_t before_;
    const abc::schema::Struct& animation_;
    std::uint32_t index_;
    std::string path_;
    std::vector<Operation> out_;
};

}  // namespace

std::string whyNotBaked(const core::Document& target) {
    if (target.format == core::Format::Abc && target.versionKnown) return {};
    return "Animations can be added to models in ABC only: convert the model first.";
}

std::vector<Operation> baked(const core::Document& target, const abc::Model& model, const Motion& motion,
                             std::uint32_t before) {
    return Baker(target, model, motion, before).run();
}

}  // namespace retargeting
