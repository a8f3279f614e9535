#include "rewrite.h"

namespace abc::testing {

using schema::Scalar;

namespace {

class Copier {
public:
    explicit Copier(const Document& document)
        : document_(document), walk_(document.walk()), writer_(document.dialect) {}

    Written run() {
        const std::vector<Place> places = walk_.sections();
        for (std::size_t i = 0; i < places.size(); ++i) {
            const Section& section = document_.sections[i];
            writer_.section(document_.text(section.type), section.id, [&] { fields(places[i]); });
        }
        return writer_.finish();
    }

private:
    void fields(const Place& place) {
        walk_.children(place, {}, 0, kNone, [this](const Place& child, const std::string&) {
            if (child.field == nullptr) {
                writer_.opaque(document_.bytes.subspan(child.start, child.end - child.start));
            } else if (!child.field->isHead) {
                field(child, FieldName(*child.field));
            }
        });
    }

    void field(const Place& place, FieldName name) {
        switch (place.kind) {
            case Place::Kind::Leaf: return leaf(place, name);
            case Place::Kind::Array:
                for (std::uint32_t i = 0; i < place.count; ++i) field(walk_.element(place, i), name);
                return;
            case Place::Kind::Struct: return writer_.element(name, [&] { fields(place); });
            case Place::Kind::File: return;
        }
    }

    void leaf(const Place& place, FieldName name) {
        const Scalar scalar = place.type.scalar();
        switch (scalar) {
            case Scalar::F32: return writer_.f32(name, load<float>(document_.bytes, place.start));
            case Scalar::String: return writer_.string(name, document_.text(loadText(document_.bytes, place.start)));
            case Scalar::Bytes:
            case Scalar::CString:
            case Scalar::Chars: return writer_.raw(name, document_.bytes.subspan(place.start, place.end - place.start));
            default:
                return writer_.integer(name, scalar,
                                       loadUnsigned(document_.bytes, place.start, schema::scalarSize(scalar)));
        }
    }

    const Document& document_;
    Walk walk_;
    Writer writer_;
};

}  // namespace

Written rewrite(const Document& document, const Findings& findings) {
    for (const Finding& finding : findings.list()) {
        if (finding.info->severity != Severity::Error) continue;
        Written refused;
        refused.refusal = finding.message + (finding.place().path.empty() ? "" : " (" + finding.place().path + ")");
        return refused;
    }
    return Copier(document).run();
}

}  // namespace abc::testing
