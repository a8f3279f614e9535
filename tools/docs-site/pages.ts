/** The pages of the docs site: which there are, in which order, and what each is for. */

export interface SitePage {
  /** Below the project's folder. */
  readonly source: string;
  /** Below dist/docs. */
  readonly path: string;
  readonly title: string;
  /** What one finds there, for the first page and for search engines. */
  readonly about: string;
  /** Words that people search for and that the page does not say. */
  readonly also?: string;
}

export interface SiteGroup {
  readonly title: string;
  readonly pages: readonly SitePage[];
}

const named = (source: string, name: string, title: string, about: string, also = ''): SitePage => ({
  source,
  path: `${name}.html`,
  title,
  about,
  also,
});

/** A page of docs/ by its name there. */
const page = (name: string, title: string, about: string, also?: string) =>
  named(`docs/${name}.md`, name, title, about, also);

/** What TypeDoc writes; it is there when all is built, for publishing. The link to it lies where its source would. */
export const REFERENCE: SitePage = {
  source: 'docs/api/index.html',
  path: 'api/index.html',
  title: 'API reference',
  about: 'Every class, function and option of the package.',
};

/** A page of the guide by its name there. */
const guide = (name: string, title: string, about: string, also?: string) =>
  page(`guide/${name}`, title, about, also);

/** A page whose source is not there is left out; what is in docs/ and not here comes last. */
export const GROUPS: readonly SiteGroup[] = [
  {
    title: 'User guide',
    pages: [
      guide(
        'getting-started',
        'Getting started',
        'Five steps in pictures: open, watch, understand, change, share.',
        'begin first steps tutorial introduction tour how to',
      ),
      guide(
        'opening',
        'Opening files',
        'Samples, files, folders, reloading, and working offline.',
        'load browse drag upload install offline privacy recent',
      ),
      guide(
        'watching',
        'Viewing and playing',
        'The viewport, animations, child models, skins and levels.',
        'play watch view 3D grey white invisible animation speed loop pause',
      ),
      guide(
        'structure-and-bytes',
        'Structure and bytes',
        'The tree, every byte, references, problems.',
        'hex editor viewer tree inspect offset error bookmark string',
      ),
      guide('searching', 'Searching', 'Bytes, text and numbers; offsets, names and paths.', 'find look for'),
      guide(
        'editing',
        'Editing',
        'Values, bytes, animations and sockets; undo and saving.',
        'save change modify rename delete undo redo write',
      ),
      guide(
        'comparing',
        'Comparing',
        'Two files by structure and bytes, two models overlaid.',
        'diff difference compare versions',
      ),
      guide(
        'libraries',
        'Libraries',
        'Whole games: archives and folders, search terms, checking all files.',
        'game archive REZ zip extract unpack browse batch',
      ),
      guide(
        'sharing',
        'Sharing',
        'Links to what is on the screen, and code for other pages.',
        'link share embed send URL',
      ),
      guide(
        'exporting',
        'Exporting',
        'GLB for Blender, images, videos, tables and templates.',
        'convert to Blender Unity Unreal FBX screenshot film save as',
      ),
      guide(
        'own-structures',
        'Your own structures',
        'ImHex patterns and Kaitai Struct descriptions over any file.',
        'hexpat ksy pattern template unknown format reverse engineering',
      ),
      guide(
        'importing',
        'Importing',
        'GLB and glTF as models, and back from Blender.',
        'convert FBX OBJ create new model',
      ),
      guide(
        'converting',
        'Converting',
        'Between ABC, text (LTA, LTC) and compiled models (LTB).',
        'version format Jupiter ModelEdit packer port save as',
      ),
      guide(
        'retargeting',
        'Retargeting',
        'Animations of a model for another skeleton.',
        'retarget animation skeleton bones transfer map nodes',
      ),
      guide(
        'making-a-mod',
        'Making a mod',
        'From Blender and an image to an archive, in the page and on the command line.',
        'mod REZ pack skin build',
      ),
      guide('keys', 'Keys', 'Every keyboard shortcut.', 'shortcut hotkey keyboard mouse touch gesture'),
    ],
  },
  {
    title: 'Reference',
    pages: [
      page(
        'findings',
        'Problems',
        'Every problem that can be found in a file, what it means, and what to do.',
      ),
      page('export', 'GLB export', 'What each part of a model becomes in glTF, and the settings of Blender.'),
      page(
        'import',
        'GLB import',
        'What each part of a glTF becomes in a model, the options, and the notes.',
      ),
      page('links', 'Links', 'What the part of the address after the # says, and files by address.'),
      page(
        'viewer',
        'Embedding',
        'The web component <lithoscope-viewer> with live examples, and the iframe.',
      ),
    ],
  },
  {
    title: 'Formats',
    pages: [
      page(
        'format/abc',
        'ABC: models',
        'Every field of every version, how poses are computed, and how sure each fact is.',
      ),
      page('format/ltb', 'LTB: compiled models', 'The models of No One Lives Forever 2 and Tron 2.0.'),
      page('format/lta', 'LTA and LTC: models as text', 'The texts that compiled models are made of.'),
      page('format/dtx', 'DTX and SPR: textures, sprites', 'Headers, pixel formats, cube maps and sprites.'),
      page('format/rez', 'REZ: archives', 'Header and directories of the games’ archives.'),
    ],
  },
  {
    title: 'Command line and programs',
    pages: [
      page('interfaces', 'Command line', 'Every command with its output, and the paths of fields.'),
      page('batch', 'Batch processing', 'Checking, changing and exporting many files at once.'),
      page('api', 'npm package', 'The package for Node, browsers and workers.'),
      REFERENCE,
    ],
  },
  {
    title: 'Running it',
    pages: [
      named('README.md', 'readme', 'Lithoscope', 'What Lithoscope does, and how to run it.'),
      page('hosting', 'Hosting', 'Putting Lithoscope on a server of your own.'),
      page('browsers', 'Browsers', 'Which browsers it runs in, and how they differ.'),
      page('performance', 'Performance', 'How fast it is, measured.'),
      page(
        'interop',
        'Blender interoperability',
        'What Blender makes of exported models, measured.',
        'convert compatibility accuracy',
      ),
      named('CHANGELOG.md', 'changelog', 'Changes', 'What is new in each version.'),
    ],
  },
  {
    title: 'Development',
    pages: [
      named(
        'CONTRIBUTING.md',
        'contributing',
        'Contributing',
        'Building, testing, and adding to Lithoscope.',
      ),
      page('architecture', 'Architecture', 'How it is built: data flow, folders, rooms, and the ideas.'),
      page('dependencies', 'Dependencies', 'Every package that is used, and why.'),
      page('adding-a-version', 'Adding a version', 'How the schema learns another version of the format.'),
      page('fuzzing', 'Fuzzing', 'How the parser is tested with hostile files.'),
    ],
  },
];
