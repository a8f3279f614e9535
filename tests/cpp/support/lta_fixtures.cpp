#include "lta_fixtures.h"

#include <cstdlib>

namespace lta::testing {

Bytes bytesOf(std::string_view text) {
    const auto* from = reinterpret_cast<const std::byte*>(text.data());
    return {from, from + text.size()};
}

Bytes packed(std::string_view text) {
    Bytes out(4);
    unsigned bits = 0;
    unsigned count = 0;
    const auto push = [&](unsigned bit) {
        bits |= bit << count;
        if (++count < 8) return;
        out.push_back(static_cast<std::byte>(bits));
        bits = count = 0;
    };
    for (const char c : text) {
        push(1);
        for (int i = 7; i >= 0; --i) push(static_cast<unsigned char>(c) >> i & 1U);
    }
    // The mark: a reference to place 0, of which the last byte is left out where it is not full.
    for (int i = 0; i < 1 + 12 + 4; ++i) push(0);
    return out;
}

std::string soundText() {
    return R"((lt-model-0
	(on-load-cmds
		(
			(anim-bindings
				(
					(anim-binding (name "turn" ) (dims (1.5 2.0 1.5 ) ) (translation (0 0 3 ) ) (interp-time 150 ) )
				)
			)
			(set-node-flags ( ("root" 0 ) ("arm" 1 ) ) )
			(set-command-string "ShadowEnable;" )
			(set-global-radius 12.5 )
			(lod-groups
				(
					(create-lod-group "body" (lod-dists (0.0 100.0 ) ) (shapes ("body" "body_0" ) ) )
				)
			)
			(add-deformer
				(skel-deformer (target "body" ) (influences ("root" "arm" ) )
					(weightsets ( (0 1.0 ) (1 1.0 ) (0 0.5 1 0.5 ) ) ) )
			)
			(add-deformer
				(skel-deformer (target "body_0" ) (influences ("arm" ) ) (weightsets ( (0 1.0 ) (0 1.0 ) (0 1.0 ) ) ) )
			)
			(add-sockets
				( (socket "hand" (parent "arm" ) (pos (0.0 2.0 0.0 ) ) (quat (0 0 0 1 ) ) (scale (1 2 3 ) ) ) )
			)
			(add-childmodels
				( (child-model (filename "base" ) (save-index 7 ) ) )
			)
			(anim-weightsets
				( (anim-weightset (name "Upper" ) (weights (0.0 1.0 ) ) ) )
			)
			(add-node-obb-list
				( (add-node-obb "arm" (position (0 0 0 ) ) (orientation (0 0 0 1 ) ) (dimensions (1 1 1 ) ) (enabled false ) ) )
			)
		)
	)
	(hierarchy
		(children
			(
				(transform "root"
					(matrix ( (1 0 0 0 ) (0 1 0 0 ) (0 0 1 0 ) (0 0 0 1 ) ) )
					(children
						(
							(transform "arm" (matrix ( (1 0 0 0 ) (0 1 0 1 ) (0 0 1 0 ) (0 0 0 1 ) ) ) )
						)
					)
				)
			)
		)
	)
	(shape "body"
		(geometry
			(mesh "body"
				(vertex ( (0.0 0.0 0.0 ) (0.0 2.0 0.0 ) (1.0 1.0 0.0 ) ) )
				(normals ( (0 0 -1 ) (0 0 -1 ) (0 0 -1 ) ) )
				(uvs ( (0.0 1.0 ) (0.25 0.5 ) (1.0 0.0 ) ) )
				(tex-fs (2 1 0 ) )
				(tri-fs (0 1 2 ) )
			)
		)
		(texture-indices (3 4 ) ) (renderstyle-index 0 ) (render-priority 0 )
	)
	(shape "body_0"
		(geometry
			(mesh "body_0"
				(vertex ( (0.0 0.0 0.0 ) (0.0 2.0 0.0 ) (1.0 1.0 0.0 ) ) )
				(tri-fs (0 2 1 ) )
			)
		)
	)
	(tools-info
		( (compile-options ( (compression-type 3 ) ) ) )
	)
	(animset "turn"
		(keyframe (keyframe (times (100 1100 ) ) (values ("" "FOOTSTEP_KEY 1" ) ) ) )
		(anims
			(
				(anim (parent "root" ) (frames (posquat ( ( (0 0 0 ) (0 0 0 1 ) ) ( (0 0 0 ) (0 0 0 1 ) ) ) ) ) )
				(anim (parent "arm" )
					(frames (posquat ( ( (0 1 0 ) (0 0 0 1 ) ) ( (0 1 0 ) (0 0 0.70710678 0.70710678 ) ) ) ) ) )
			)
		)
	)
)
)";
}

std::string soundTextWith(std::string_view part, std::string_view other) {
    std::string text = soundText();
    const std::size_t at = text.find(part);
    if (at == std::string::npos || text.find(part, at + 1) != std::string::npos) std::abort();
    return text.replace(at, part.size(), other);
}

std::vector<NamedText> allTexts() {
    // Parts at the top level, no pieces, looks of an older tool, a command list for each command.
    const std::string exported = R"((shape "s" (geometry (mesh "s" (vertex ((0 0 0) (1 0 0) (0 1 0))) (tri-fs (0 1 2))))
  (appearance (pc-mat (specular-power 1) (texture-index 2))))
(hierarchy "model" (children ((transform "n" (matrix ((1 0 0 0)(0 1 0 0)(0 0 1 0)(0 0 0 1)))))))
(animset "stand" (keyframe (keyframe (times (0)))) (anims ((anim (parent "n") (frames (posquat (((0 0 0)(0 0 0 1)))))))))
(on-load-cmds (anim-bindings ((anim-binding (name "stand") (dims (1 1 1)))))
  (add-deformer (skel-deformer (target "s") (influences ("n")) (weightsets ((0 1) (0 1) (0 1))))))
(tools-info ())
)";
    return {
        {"sound", bytesOf(soundText())},
        {"sound_packed", packed(soundText())},
        {"exported", bytesOf(exported)},
        {"exported_packed", packed(exported)},
    };
}

}  // namespace lta::testing
