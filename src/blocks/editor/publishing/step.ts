import type { Fields } from '../saving/articles.js';

/** Change of status that a save can make. */
export type StepName = 'submit' | 'publish' | 'schedule' | 'archive' | 'take-back';

/** Action of the main button. */
export interface Step {
  /** Null if the status stays. */
  readonly name: StepName | null;
  /** Requested status. */
  readonly status: string;
  /** Whether there is also a save that leaves the status unchanged. */
  readonly canWait: boolean;
}

/** State that the next step depends on. */
export interface Situation {
  /** Full stored text; null for a new one. */
  readonly stored: Fields | null;
  /** Fields changed since. */
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

/** Statuses that are not public and stay so until a user acts. */
const UNSEEN: ReadonlySet<string> = new Set(['draft', 'pending']);

/** Returns the next step: the status selected in the panel, otherwise the usual one for the current status. */
export function nextStep(situation: Situation, now: Date): Step {
  const present = statusOf(situation);
  const status = wantedStatus(situation, now);
  return {
    status,
    name: status === present ? null : (NAMES[status] ?? null),
    canWait: status !== present && UNSEEN.has(present),
  };
}

/** Returns the fields to send when the step is taken. */
export function withStep(situation: Situation, now: Date): Fields {
  const { name, status } = nextStep(situation, now);
  const { status: _chosen, ...others } = situation.fields;
  return name === null ? others : { ...others, status };
}

/** Returns the fields to send to save without a change of status, whatever was selected. */
export function withoutStep(situation: Situation, now: Date): Fields {
  const { status: _chosen, date, ...others } = situation.fields;
  const present = statusOf(situation);
  const isHarmless = UNSEEN.has(present) || byDate('publish', date, now) === present;
  return date === undefined || !isHarmless ? others : { ...others, date };
}

/** Returns the current status. A new text is a draft. */
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
    // A changed date may schedule or publish it.
    const isMoved = present !== 'archived' && typeof fields.date === 'string';
    return isMoved ? byDate('publish', fields.date, now) : present;
  }
  return byDate('publish', date, now);
}

/** A date in the future schedules it. */
function byDate(status: string, date: unknown, now: Date): string {
  return typeof date === 'string' && new Date(date) > now ? 'future' : status;
}
