/** The pages of the docs site: which there are, in which order, and what each is for. */

export interface SitePage {
  /** Below the project's folder. */
  readonly source: string;
  /** Below dist/docs. */
  readonly path: string;
  readonly title: string;
  /** What one finds there, for the first page and for search engines. */
  readonly about: string;
}

export interface SiteGroup {
  readonly title: string;
  readonly pages: readonly SitePage[];
}

const named = (source: string, name: string, title: string, about: string): SitePage => ({
  source,
  path: `${name}.html`,
  title,
  about,
});

/** A page of docs/ by its name there. */
const page = (name: string, title: string, about: string) => named(`docs/${name}.md`, name, title, about);

/** What TypeDoc writes; it is there when all is built, for publishing. The link to it lies where its source would. */
export const REFERENCE: SitePage = {
  source: 'docs/api/index.html',
  path: 'api/index.html',
  title: 'API reference',
  about: 'Every class, function and option of the package.',
};

/** A page of the guide by its name there. */
const guide = (name: string, title: string, about: string) => page(`guide/${name}`, title, about);

/** A page whose source is not there is left out; what is in docs/ and not here comes last. */
export const GROUPS: readonly SiteGroup[] = [
  {
    title: 'User guide',
    pages: [
      guide('opening', 'Opening files', 'Samples, files, folders, reloading, and working offline.'),
      guide('watching', 'Viewing and playing', 'The viewport, animations, child models, skins and levels.'),
      guide('structure-and-bytes', 'Structure and bytes', 'The tree, every byte, references, problems.'),
      guide('searching', 'Searching', 'Bytes, text and numbers; offsets, names and paths.'),
      guide('editing', 'Editing', 'Values, bytes, animations and sockets; undo and saving.'),
      guide('comparing', 'Comparing', 'Two files by structure and bytes, two models overlaid.'),
      guide('libraries', 'Libraries', 'Whole games: archives and folders, search terms, checking all files.'),
      guide('sharing', 'Sharing', 'Links to what is on the screen, and code for other pages.'),
      guide('exporting', 'Exporting', 'GLB, pictures, videos, tables and templates.'),
      guide('importing', 'Importing', 'GLB and glTF as models, and back from Blender.'),
      guide('keys', 'Keys', 'Every keyboard shortcut.'),
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
      named('README.md', 'readme', 'Overview', 'What Lithoscope does, and how to run it.'),
      page('hosting', 'Hosting', 'Putting Lithoscope on a server of your own.'),
      page('browsers', 'Browsers', 'Which browsers it runs in, and how they differ.'),
      page('performance', 'Performance', 'How fast it is, measured.'),
      page('interop', 'Blender', 'What Blender makes of exported models, measured.'),
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
