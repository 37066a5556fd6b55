import { HostError } from '../errors.js';
import { idOf } from '../id-of.js';
import type { Strings } from '../templates/strings.js';
import type { ActionOutcome, AdminRequest } from './admin-page.js';
import { formError, type SubmittedForm } from './submitted-form.js';

/** More rows than any list shows. */
const MOST_AT_ONCE = 100;

/** What became of several. */
export interface BulkOutcome {
  readonly changed: number;
  /** Those that were so already. */
  readonly same: number;
  /** Why those were refused that were. */
  readonly refusals: readonly HostError[];
}

export interface BulkOptions {
  /** Whether what one was refused for would be in the way of all that follow: they are left alone. */
  readonly endsAt?: (refusal: HostError) => boolean;
}

/** The rows of a list that were ticked. @throws HostError 422 `form_invalid` for none, and for more than a list shows */
export function tickedIds({ strings }: Pick<AdminRequest, 'strings'>, form: SubmittedForm): number[] {
  const ids = [...new Set(form.list('ids').flatMap((text) => idOf(text) ?? []))];
  if (ids.length === 0 || ids.length > MOST_AT_ONCE) throw formError({}, strings.text('admin.bulk-none'));
  return ids;
}

/**
 * One after the other: what may not be done with one of them does not hold up the others.
 * @param work answers whether anything has changed
 * @throws what is no refusal, such as a database that is away
 */
export async function forEachTicked<Id>(
  ids: readonly Id[],
  work: (id: Id) => Promise<boolean>,
  { endsAt = () => false }: BulkOptions = {},
): Promise<BulkOutcome> {
  let changed = 0;
  let same = 0;
  const refusals: HostError[] = [];
  for (const id of ids) {
    try {
      if (await work(id)) changed += 1;
      else same += 1;
    } catch (error) {
      if (!(error instanceof HostError) || error.status >= 500) throw error;
      refusals.push(error);
      if (endsAt(error)) break;
    }
  }
  return { changed, same, refusals };
}

/** Says what became of several, in the language of the reader. */
export function bulkNotice(
  { changed, same, refusals }: BulkOutcome,
  {
    strings: { text },
    done,
    faultText,
  }: {
    /** Those of the request. */
    readonly strings: Strings;
    /** What is said of those that were changed. */
    readonly done: (count: number) => string;
    /** Why one was refused, in words. */
    readonly faultText: (refusal: HostError) => string;
  },
): NonNullable<ActionOutcome['notice']> {
  const reasons = [...new Set(refusals.map(faultText))].join(' ');
  const said = [
    ...(changed > 0 ? [done(changed)] : []),
    ...(same > 0 ? [text('admin.bulk-same', { count: same })] : []),
    ...(refusals.length > 0 ? [text('admin.bulk-refused', { count: refusals.length, reasons })] : []),
  ].join(' ');
  if (refusals.length === 0) return said;
  return { kind: changed > 0 ? 'warning' : 'error', text: said };
}
