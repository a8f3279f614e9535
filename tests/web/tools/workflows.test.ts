/** What GitHub is told to do: no more can be tried here than that it is well formed and in the right order. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';

const root = new URL('../../../', import.meta.url);
const FOLDER = '.github/workflows';
const TESTS = `./${FOLDER}/test.yml`;

interface Job {
  uses?: string;
  needs?: string | string[];
  environment?: unknown;
  permissions?: Record<string, string>;
  steps?: { uses?: string; run?: string }[];
}

interface Workflow {
  on: Record<string, unknown>;
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}

const text = { type: 'string', minLength: 1 };
const texts = { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean'] } };
const only = (properties: object, required: string[] = []) =>
  ({ type: 'object', properties, required, additionalProperties: false }) as const;

const PERMISSIONS = { type: 'object', additionalProperties: { enum: ['read', 'write', 'none'] } };

/** The part of GitHub's language that is used here: anything else may be a mistake in writing. */
const SCHEMA = only(
  {
    name: text,
    on: only({
      pull_request: { type: 'null' },
      push: only({ branches: { type: 'array' }, 'branches-ignore': { type: 'array' } }),
      workflow_call: { type: 'null' },
      workflow_dispatch: { type: 'null' },
    }),
    permissions: PERMISSIONS,
    concurrency: only({ group: text, 'cancel-in-progress': { type: 'boolean' } }, ['group']),
    jobs: {
      type: 'object',
      minProperties: 1,
      additionalProperties: {
        oneOf: [
          only({ uses: { type: 'string', pattern: String.raw`^\./` }, needs: text }, ['uses']),
          only(
            {
              needs: { anyOf: [text, { type: 'array', items: text, minItems: 1 }] },
              'runs-on': text,
              container: only({ image: text, options: text }, ['image']),
              permissions: PERMISSIONS,
              environment: only({ name: text, url: text }, ['name']),
              'timeout-minutes': { type: 'integer' },
              steps: {
                type: 'array',
                minItems: 1,
                items: {
                  oneOf: [
                    only(
                      {
                        id: text,
                        if: text,
                        uses: { type: 'string', pattern: '^[^@]+@v[0-9]+$' },
                        with: texts,
                      },
                      ['uses'],
                    ),
                    only({ id: text, if: text, run: text, env: texts }, ['run']),
                  ],
                },
              },
            },
            ['runs-on', 'timeout-minutes', 'steps'],
          ),
        ],
      },
    },
  },
  ['name', 'on', 'permissions', 'jobs'],
);

function read(name: string): Workflow {
  const document = parseDocument(readFileSync(new URL(`${FOLDER}/${name}`, root), 'utf8'));
  expect([...document.errors, ...document.warnings]).toEqual([]);
  return document.toJS();
}

/** A job and all that it waits for. */
function jobAndNeeded(jobs: Workflow['jobs'], name: string): Job[] {
  const job = jobs[name];
  if (!job) throw new Error(`no job ${name}`);
  return [job, ...[job.needs ?? []].flat().flatMap((needed) => jobAndNeeded(jobs, needed))];
}

describe.each(readdirSync(new URL(FOLDER, root)))('%s', (name) => {
  const workflow = read(name);

  it('is written as GitHub reads it', () => {
    const validate = new Ajv({ strictTypes: false }).compile(SCHEMA);
    validate(workflow);
    expect(validate.errors ?? []).toEqual([]);
  });

  it('waits for jobs and uses workflows that are there', () => {
    for (const job of Object.keys(workflow.jobs)) {
      for (const { uses } of jobAndNeeded(workflow.jobs, job)) {
        if (uses) expect(existsSync(new URL(uses, root)), uses).toBe(true);
      }
    }
  });

  it('publishes nothing that was not tested', () => {
    for (const [job, { environment }] of Object.entries(workflow.jobs)) {
      if (environment) expect(jobAndNeeded(workflow.jobs, job).map(({ uses }) => uses)).toContain(TESTS);
    }
  });
});

it('a release publishes files, when all is built, and each job may do no more than it does', () => {
  const { permissions, jobs } = read('release.yml');
  expect(permissions).toEqual({ contents: 'read' });
  expect(
    Object.entries(jobs).flatMap(([name, job]) => (job.permissions ? [[name, job.permissions]] : [])),
  ).toEqual([
    ['npm', { 'id-token': 'write' }],
    ['publish', { contents: 'write', packages: 'write' }],
  ]);
  expect(jobs.npm?.needs).toEqual(['build', 'image']);
  const publish = jobs.npm?.steps
    ?.find(({ run }) => run?.startsWith('npm publish '))
    ?.run?.split(' ')
    .at(-1);
  // `a/b.tgz` is the repository b.tgz of the user a.
  expect(publish).toMatch(/^\.\//);
});

it('the tests run wherever something is changed, all of them', () => {
  const { on, jobs } = read('test.yml');
  expect(Object.keys(on).sort()).toEqual(['pull_request', 'push', 'workflow_call']);
  expect(jobs.test?.steps?.map(({ run }) => run)).toContain('.ci/run');
});
