// What only the extras of an export from here know, carried over by the names of nodes and animations.
#pragma once

#include "contents.h"

namespace drafting {

/// What is known of an animation by its name in the glTF.
struct KnownAnimation {
    /// Null: nothing.
    const gltf::ExportedAnimation* described = nullptr;
    /// Of the JSON text.
    const gltf::Json* json = nullptr;
    std::optional<Vector> extents;
    std::optional<double> interpolationTime;
    /// In the keys of its root.
    std::optional<Vector> origin;
};

struct CarriedSet {
    std::string name;
    std::vector<double> weights;
};

struct CarriedChild {
    std::string name;
    std::uint32_t buildNumber = 0;
};

struct CarriedBinding {
    std::string name;
    Vector extents{}, origin{};
};

class Carried {
public:
    /// @param description null: there is none
    /// @param names of the nodes of the new file, as they are in the glTF
    Carried(const gltf::Description* description, double exportScale, const Settings& settings,
            std::vector<std::string> names, const std::vector<std::int32_t>& parents);

    [[nodiscard]] std::string commandString() const;
    /// Units.
    [[nodiscard]] std::optional<double> internalRadius() const;
    /// Up to which distance each level but the last is shown. @param levels the numbers that they had
    [[nodiscard]] std::optional<std::vector<double>> lodDistances(const std::vector<double>& levels) const;
    /// Flags of a node; those of version 6 mean something else.
    [[nodiscard]] std::uint32_t flags(const gltf::Json& extras) const;
    /// By the names of the nodes; a node that is new counts as the one above it.
    [[nodiscard]] std::vector<CarriedSet> weightSets() const;
    /// Without the model itself; none when the skeleton is another one: their animations would not fit it. Version 6
    /// has none, which its writer says.
    [[nodiscard]] const std::vector<CarriedChild>& childModels() const { return children_; }
    /// Those that do not fit.
    [[nodiscard]] std::size_t lostChildModels() const;
    /// One list a child model.
    [[nodiscard]] std::vector<std::vector<CarriedBinding>> bindings() const;
    /// Whether an animation belongs to a child model that the new file has too.
    [[nodiscard]] bool isLent(const std::string& name) const;
    [[nodiscard]] KnownAnimation animation(const std::string& name) const;
    /// A length of the old file in the new one.
    [[nodiscard]] Vector scaled(const std::array<double, 3>& of) const;

private:
    [[nodiscard]] std::span<const gltf::Json> listIn(std::string_view name) const { return gltf::listIn(json_, name); }

    const gltf::Description* description_;
    const gltf::Json& json_;
    /// Units of the new file for one of the old.
    double factor_;
    std::uint32_t version_;
    /// The axes of the file are those of the one that was exported.
    bool isUpright_;
    /// The nodes are those of the file that was exported: its child models fit.
    bool fits_ = false;
    std::vector<std::string> names_;
    const std::vector<std::int32_t>& parents_;
    std::vector<CarriedChild> children_;
};

}  // namespace drafting
