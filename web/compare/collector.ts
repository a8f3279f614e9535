/** Collects differences while two files are walked through: a bounded list, and counts without a bound. */
import type { Context } from './context.ts';
import type { ChangeKind, Difference, Group, Subject, Tally } from './difference.ts';

/** Rows of one section; the rest is counted. */
const MAX_SECTION_ROWS = 1000;
/** Rows in all. */
const MAX_ROWS = 5000;

/** Fields that say how much of something else there is, or where it stands. */
const CONSEQUENCE =
  /^(NextSectionOffset|\w*Count|Num[A-Z]\w*|NormalVerts|StringLengthTotal|Index|TransformationIndex)$/;

/** Whether a field of this name only follows from what is somewhere else. */
export function isConsequence(field: string): boolean {
  return CONSEQUENCE.test(field);
}

/** What is counted. */
export interface Counted {
  readonly subject: Subject;
  readonly name: string;
  readonly renamed?: string;
  readonly farthest?: number;
  /** How many at once; 1 when absent. */
  readonly count?: number;
}

export class DifferenceCollector {
  readonly #groups = new Map<string, Group>();
  readonly #tallies = new Map<string, Tally>();
  #rows = 0;

  /** Something is longer, shorter or elsewhere: counts and offsets follow. */
  #shifted = false;

  /** @param otherLayout the files are of different versions: a field that only one has says nothing of the model */
  constructor(private readonly otherLayout: boolean) {}

  /** Whether another row of this section would be listed. */
  hasRoom(section: string): boolean {
    return this.#rows < MAX_ROWS && (this.#groups.get(section)?.differences.length ?? 0) < MAX_SECTION_ROWS;
  }

  shift(): void {
    this.#shifted = true;
  }

  row(section: string, difference: Omit<Difference, 'derived'>): void {
    if (difference.kind !== 'changed') this.#shifted = true;
    const group = this.#group(section);
    if (!this.hasRoom(section)) {
      group.more++;
      return;
    }
    this.#rows++;
    group.differences.push({ ...difference, derived: false });
  }

  /** Counts rows beyond the limit, which are not built. */
  unlisted(section: string, count = 1): void {
    this.#group(section).more += count;
  }

  count(kind: ChangeKind, context: Context, counted: Counted): void {
    const { subject, name, renamed = '', farthest = 0, count = 1 } = counted;
    const { section, role, field } = context;
    const follows = kind === 'changed' && isConsequence(field);
    const layout = this.otherLayout && kind !== 'changed' && subject === 'field';
    const key = [kind, subject, role, section, name, renamed, follows || layout].join('\0');
    let tally = this.#tallies.get(key);
    if (!tally) {
      tally = {
        kind,
        subject,
        role,
        name,
        renamed,
        section,
        derived: follows || layout,
        count: 0,
        farthest: 0,
      };
      this.#tallies.set(key, tally);
    }
    tally.count += count;
    tally.farthest = Math.max(tally.farthest, farthest);
  }

  /** What was found, with what follows from something else marked. */
  finish(): { groups: Group[]; tallies: Tally[] } {
    const groups = [...this.#groups.values()];
    const tallies = [...this.#tallies.values()];
    for (const { differences } of groups) {
      for (const difference of differences) {
        const { kind, where } = difference;
        difference.derived =
          this.#shifted && kind === 'changed' && isConsequence(where.slice(where.lastIndexOf(' ') + 1));
      }
    }
    if (!this.#shifted && !this.otherLayout) for (const tally of tallies) tally.derived = false;
    return { groups, tallies };
  }

  #group(section: string): Group {
    let group = this.#groups.get(section);
    if (!group) {
      group = { section, differences: [], more: 0 };
      this.#groups.set(section, group);
    }
    return group;
  }
}
