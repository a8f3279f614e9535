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

/** A page whose source is not there is left out; what is in docs/ and not here comes last. */
export const GROUPS: readonly SiteGroup[] = [
  {
    title: 'Using it',
    pages: [
      named('README.md', 'readme', 'Overview', 'What Lithoscope does, how to run it, and how it is built.'),
      page('links', 'Links', 'What stands behind the # of the address, and files by address.'),
      page(
        'findings',
        'Problems',
        'Every problem that can be found in a file, what it means, and what to do.',
      ),
      page('export', 'Export as GLB', 'What a model becomes as glTF, and how it comes back from Blender.'),
      page(
        'import',
        'Import of GLB',
        'What a GLB of any tool becomes as a model, and the way back from Blender.',
      ),
      page(
        'viewer',
        'Viewer for other pages',
        'The element <lithoscope-viewer> with live examples, and the iframe.',
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
      page('batch', 'Collections', 'Checking, changing and exporting many files at once.'),
      page('api', 'Package', 'The package for Node, browsers and workers.'),
      REFERENCE,
    ],
  },
  {
    title: 'The project',
    pages: [
      page('browsers', 'Browsers', 'Which browsers it runs in, and what each does another way.'),
      page('hosting', 'Hosting', 'Putting Lithoscope on a server of your own.'),
      page('performance', 'Performance', 'How fast it is, measured.'),
      page('interop', 'Blender', 'What Blender makes of exported models, measured.'),
      page('adding-a-version', 'Adding a version', 'How the schema learns another version of the format.'),
      page('fuzzing', 'Fuzzing', 'How the core is held against hostile files.'),
      named('CHANGELOG.md', 'changelog', 'Changes', 'What is new in each version.'),
    ],
  },
];
