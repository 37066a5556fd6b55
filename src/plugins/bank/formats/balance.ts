import { amountText } from '../../../money.js';
import type { StatementProblem } from './statement.js';

/** Balances of a statement in minor units of one currency. Negative amounts are owed to the bank. */
export interface StatementBalance {
  /** Null if the statement does not include it. */
  readonly opening: number | null;
  readonly closing: number | null;
  /** Sum of all booked entries, credits minus debits. */
  readonly movements: number;
  /** Whether the statement has entries, booked or not. */
  readonly hasEntries: boolean;
  readonly currency: string;
  readonly position: string;
}

/**
 * Checks that the opening balance plus the entries equals the closing balance. Only a warning if there are entries: 71 of
 * 254 real statements with both balances do not add up.
 * @returns null if they match or if one of the two is missing
 */
export function balanceProblem(balance: StatementBalance): StatementProblem | null {
  const { opening, closing, movements, hasEntries, currency, position } = balance;
  if (opening === null || closing === null) return null;
  const difference = closing - opening - movements;
  if (difference === 0 || !Number.isSafeInteger(difference)) return null;
  const text = (minor: number): string => `${amountText(minor, currency)} ${currency}`;
  if (!hasEntries) {
    const message = `The balance changes from ${text(opening)} to ${text(closing)}, but no entry was found. Use the original file from the bank.`;
    return { severity: 'error', code: 'entries_missing', message, position };
  }
  const message = `The opening balance ${text(opening)} plus the entries, ${text(movements)} in total, does not equal the closing balance ${text(closing)}: the difference is ${text(difference)}. The entries were imported unchanged.`;
  return { severity: 'warning', code: 'balance_differs', message, position };
}
