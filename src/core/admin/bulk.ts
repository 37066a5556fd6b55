import { HostError } from '../errors.js';
import { idOf } from '../id-of.js';
import type { Strings } from '../templates/strings.js';
import type { ActionOutcome, AdminRequest } from './admin-page.js';
import { formError, type SubmittedForm } from './submitted-form.js';

/** Maximum number of selected rows, more than any list shows. */
const MAX_IDS = 100;

/** Result of a bulk action. */
export interface BulkOutcome {
  readonly changed: number;
  /** Number of rows that needed no change. */
  readonly unchanged: number;
  /** Errors of the rows that failed. */
  readonly refusals: readonly HostError[];
}

/** Options of {@link forEachTicked}. */
export interface BulkOptions {
  /** Whether the cause of this failure affects all remaining rows too, so that they are skipped. */
  readonly endsAt?: (refusal: HostError) => boolean;
}

/**
 * Returns the ids of the selected rows.
 * @throws HostError 422 `form_invalid` for none, or for more than a list shows
 */
export function tickedIds({ strings }: Pick<AdminRequest, 'strings'>, form: SubmittedForm): number[] {
  const ids = [...new Set(form.list('ids').flatMap((text) => idOf(text) ?? []))];
  if (ids.length === 0 || ids.length > MAX_IDS) throw formError({}, strings.text('admin.bulk-none'));
  return ids;
}

/**
 * Runs an action on each row in sequence. A failed row does not stop the others.
 * @param work returns whether anything changed
 * @throws any error that is not a refusal, e.g. a database failure
 */
export async function forEachTicked<Id>(
  ids: readonly Id[],
  work: (id: Id) => Promise<boolean>,
  { endsAt = () => false }: BulkOptions = {},
): Promise<BulkOutcome> {
  let changed = 0;
  let unchanged = 0;
  const refusals: HostError[] = [];
  for (const id of ids) {
    try {
      if (await work(id)) changed += 1;
      else unchanged += 1;
    } catch (error) {
      if (!(error instanceof HostError) || error.status >= 500) throw error;
      refusals.push(error);
      if (endsAt(error)) break;
    }
  }
  return { changed, unchanged, refusals };
}

/** Summarizes the result of a bulk action, in the reader's language. */
export function bulkNotice(
  { changed, unchanged, refusals }: BulkOutcome,
  {
    strings: { text },
    done,
    errorText,
  }: {
    /** Texts of the request. */
    readonly strings: Strings;
    /** Message for the changed rows. */
    readonly done: (count: number) => string;
    /** Message for one failure. */
    readonly errorText: (refusal: HostError) => string;
  },
): NonNullable<ActionOutcome['notice']> {
  const reasons = [...new Set(refusals.map(errorText))].join(' ');
  const messages = [
    ...(changed > 0 ? [done(changed)] : []),
    ...(unchanged > 0 ? [text('admin.bulk-same', { count: unchanged })] : []),
    ...(refusals.length > 0 ? [text('admin.bulk-refused', { count: refusals.length, reasons })] : []),
  ].join(' ');
  if (refusals.length === 0) return messages;
  return { kind: changed > 0 ? 'warning' : 'error', text: messages };
}
