import { amountText } from '../../../index.js';
import type { StatementProblem } from './statement.js';

/** What a statement says about itself, in minor units of one currency; what is below zero is owed to the bank. */
export interface StatementBalance {
  /** Null where the statement does not say it. */
  readonly opening: number | null;
  readonly closing: number | null;
  /** All booked entries, credits less debits. */
  readonly movements: number;
  readonly currency: string;
  readonly position: string;
}

/**
 * Whether opening balance and entries make the closing balance. Of 254 real statements with both, 71 do not (bank.md
 * B2): it is told, and keeps nobody from importing.
 * @returns null where they do, or where one of the two is missing
 */
export function balanceProblem(balance: StatementBalance): StatementProblem | null {
  const { opening, closing, movements, currency, position } = balance;
  if (opening === null || closing === null) return null;
  const difference = closing - opening - movements;
  if (difference === 0 || !Number.isSafeInteger(difference)) return null;
  const text = (minor: number): string => `${amountText(minor, currency)} ${currency}`;
  const message = `The opening balance ${text(opening)} and the entries, ${text(movements)} together, do not make the closing balance ${text(closing)}: ${text(difference)} are missing. The entries were read as they are.`;
  return { severity: 'warning', code: 'balance_differs', message, position };
}
