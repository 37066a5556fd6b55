import { HostError } from '../../../index.js';
import type { CommandContext, ExitCode, Row } from '../../../operations.js';
import { invalidParam } from '../commissions/errors.js';

/** @throws HostError 400 `vendor_affiliate_invalid_param` */
export function idOf(text: string): number {
  if (/^[1-9]\d{0,15}$/.test(text)) return Number(text);
  throw invalidParam('id', `"${text}" is not an ID. Use a number from the list.`);
}

/**
 * Runs a step for each given id. A failure is reported and does not stop the others.
 * @param words.done past participle for the summary line
 */
export async function forEach(
  { values, output, signal }: CommandContext,
  texts: { readonly columns: readonly string[]; readonly done: string },
  step: (id: number) => Promise<{ readonly row: Row; readonly changed: boolean }>,
): Promise<ExitCode> {
  const rows: Row[] = [];
  let changes = 0;
  let failed = 0;
  for (const text of values) {
    if (signal.aborted) break;
    try {
      const { row, changed } = await step(idOf(text));
      rows.push(row);
      if (changed) changes += 1;
    } catch (error) {
      if (!(error instanceof HostError) || error.status >= 500) throw error;
      output.warn(`${text}: ${error.message}`);
      failed += 1;
    }
  }
  output.rows(rows, texts.columns);
  output.note(`${changes} of ${values.length} were ${texts.done} now.`);
  if (signal.aborted) return 130;
  if (failed === 0) return 0;
  return rows.length === 0 ? 2 : 3;
}
