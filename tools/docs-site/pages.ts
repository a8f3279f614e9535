/** The pages of the docs site: which there are, in which order, and what each is for. */

export interface SitePage {
  /** Below the project's folder; of a page that another product writes: ''. */
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

const page = (source: string, path: string, title: string, about: string): SitePage => ({
  source,
  path,
  title,
  about,
});

/** A page whose source is not there is left out; what is in docs/ and not here comes last. */
export const GROUPS: readonly SiteGroup[] = [
  {
    title: 'Using it',
    pages: [
      page(
        'README.md',
        'readme.html',
        'Overview',
        'What Lithoscope does, how to run it, and how it is built.',
      ),
      page(
        'docs/links.md',
        'links.html',
        'Links',
        'What stands behind the # of the address, and files by address.',
      ),
      page(
        'docs/findings.md',
        'findings.html',
        'Problems',
        'Every problem that can be found in a file, what it means, and what to do.',
      ),
      page(
        'docs/export.md',
        'export.html',
        'Export as GLB',
        'What a model becomes as glTF, and how it comes back from Blender.',
      ),
      page(
        'docs/viewer.md',
        'viewer.html',
        'Viewer for other pages',
        'The element <lithoscope-viewer> with live examples, and the iframe.',
      ),
    ],
  },
  {
    title: 'Formats',
    pages: [
      page(
        'docs/format/abc.md',
        'format/abc.html',
        'ABC: models',
        'Every field of every version, how poses are computed, and how sure each fact is.',
      ),
      page(
        'docs/format/dtx.md',
        'format/dtx.html',
        'DTX and SPR: textures, sprites',
        'Headers, pixel formats, cube maps and sprites.',
      ),
      page(
        'docs/format/rez.md',
        'format/rez.html',
        'REZ: archives',
        'Header and directories of the games’ archives.',
      ),
    ],
  },
  {
    title: 'Command line and programs',
    pages: [
      page(
        'docs/interfaces.md',
        'interfaces.html',
        'Command line',
        'Every command with its output, and the paths of fields.',
      ),
      page(
        'docs/batch.md',
        'batch.html',
        'Collections',
        'Checking, changing and exporting many files at once.',
      ),
      page('docs/api.md', 'api.html', 'Package', 'The package for Node, browsers and workers.'),
    ],
  },
  {
    title: 'The project',
    pages: [
      page('docs/hosting.md', 'hosting.html', 'Hosting', 'Putting Lithoscope on a server of your own.'),
      page('docs/performance.md', 'performance.html', 'Performance', 'How fast it is, measured.'),
      page('docs/interop.md', 'interop.html', 'Blender', 'What Blender makes of exported models, measured.'),
      page(
        'docs/adding-a-version.md',
        'adding-a-version.html',
        'Adding a version',
        'How the schema learns another version of the format.',
      ),
      page('docs/fuzzing.md', 'fuzzing.html', 'Fuzzing', 'How the core is held against hostile files.'),
      page('CHANGELOG.md', 'changelog.html', 'Changes', 'What is new in each version.'),
    ],
  },
];
