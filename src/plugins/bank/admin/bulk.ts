import {
  type ActionOutcome,
  type AdminRequest,
  formError,
  HostError,
  type Strings,
  type SubmittedForm,
} from '../../../index.js';
import { idOf } from '../id-of.js';
import { faultText } from '../words.js';

const MOST_AT_ONCE = 100;

/** What became of several. */
export interface BulkOutcome {
  changed: number;
  /** Why those were refused that were. */
  refusals: Pick<HostError, 'code' | 'message'>[];
}

/** The rows that were ticked. @throws HostError 422 `form_invalid` for none, and for more than a list shows */
export function tickedIds({ strings }: AdminRequest, form: SubmittedForm): number[] {
  const ids = [...new Set(form.list('ids').flatMap((text) => idOf(text) ?? []))];
  if (ids.length === 0 || ids.length > MOST_AT_ONCE) throw formError({}, strings.text('admin.bulk-none'));
  return ids;
}

/** One after the other: what may not be done with one of them does not hold up the others. */
export async function forEachTicked(
  ids: readonly number[],
  work: (id: number) => Promise<unknown>,
): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { changed: 0, refusals: [] };
  for (const id of ids) {
    try {
      await work(id);
      outcome.changed += 1;
    } catch (error) {
      if (!(error instanceof HostError) || error.status >= 500) throw error;
      outcome.refusals.push(error);
      // While a run goes on, each of them would wait for it in vain.
      if (error.code === 'vendor_bank_locked') break;
    }
  }
  return outcome;
}

/** @param done what became of those that were changed: a counted text */
export function bulkNotice(
  { changed, refusals }: BulkOutcome,
  done: string,
  texts: Strings,
): NonNullable<ActionOutcome['notice']> {
  const { text } = texts;
  const reasons = [...new Set(refusals.map((refusal) => faultText(refusal, texts)))].join(' ');
  const said = [
    ...(changed > 0 ? [text(done, { count: changed })] : []),
    ...(refusals.length > 0 ? [text('admin.bulk-refused', { count: refusals.length, reasons })] : []),
  ].join(' ');
  if (refusals.length === 0) return said;
  return { kind: changed > 0 ? 'warning' : 'error', text: said };
}
