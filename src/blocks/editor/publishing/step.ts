import type { Fields } from '../saving/articles.js';

/** What a save can do to the state of a text, beside keeping it. */
export type StepName = 'submit' | 'publish' | 'schedule' | 'archive' | 'take-back';

/** What the main button does. */
export interface Step {
  /** Null where the state stays. */
  readonly name: StepName | null;
  /** The state that is asked for. */
  readonly status: string;
  /** Whether there is also a save that leaves the state as it is. */
  readonly canWait: boolean;
}

/** The part of a text that decides. */
export interface Situation {
  /** The whole stored text; null for something new. */
  readonly stored: Fields | null;
  /** What was changed since. */
  readonly fields: Fields;
  readonly mayPublish: boolean;
}

const NAMES: Readonly<Record<string, StepName>> = {
  pending: 'submit',
  publish: 'publish',
  future: 'schedule',
  archived: 'archive',
  draft: 'take-back',
};

/** States in which nobody sees it, nor will without somebody's doing. */
const UNSEEN: ReadonlySet<string> = new Set(['draft', 'pending']);

/** What comes next: what was chosen in the panel, else what is usually done with a text in this state. */
export function nextStep(situation: Situation, now: Date): Step {
  const present = statusOf(situation);
  const status = wantedStatus(situation, now);
  return {
    status,
    name: status === present ? null : (NAMES[status] ?? null),
    canWait: status !== present && UNSEEN.has(present),
  };
}

/** What is sent to take the step. */
export function withStep(situation: Situation, now: Date): Fields {
  const { name, status } = nextStep(situation, now);
  const { status: _chosen, ...others } = situation.fields;
  return name === null ? others : { ...others, status };
}

/** What is sent to save and leave the state as it is, whatever was chosen. */
export function withoutStep(situation: Situation, now: Date): Fields {
  const { status: _chosen, date, ...others } = situation.fields;
  const present = statusOf(situation);
  const isHarmless = UNSEEN.has(present) || byDate('publish', date, now) === present;
  return date === undefined || !isHarmless ? others : { ...others, date };
}

/** The state that it is in; what is new begins as a draft. */
export function statusOf({ stored }: Pick<Situation, 'stored'>): string {
  return String(stored?.status ?? 'draft');
}

function wantedStatus(situation: Situation, now: Date): string {
  const { fields, stored, mayPublish } = situation;
  const present = statusOf(situation);
  const chosen = typeof fields.status === 'string' ? fields.status : null;
  const date = Object.hasOwn(fields, 'date') ? fields.date : stored?.published_at;
  if (!mayPublish) return chosen ?? (UNSEEN.has(present) ? 'pending' : present);
  if (chosen !== null && chosen !== 'publish' && chosen !== 'future') return chosen;
  if (chosen === null && !UNSEEN.has(present)) {
    // A date that is changed may make it wait, or bring it out.
    const isMoved = present !== 'archived' && typeof fields.date === 'string';
    return isMoved ? byDate('publish', fields.date, now) : present;
  }
  return byDate('publish', date, now);
}

/** What is to come makes it wait. */
function byDate(status: string, date: unknown, now: Date): string {
  return typeof date === 'string' && new Date(date) > now ? 'future' : status;
}
