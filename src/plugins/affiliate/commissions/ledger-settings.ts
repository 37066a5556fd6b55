import type { Rate } from '../rates/rate.js';

/** Financial settings of the program. Amounts are minor units of its currency. */
export interface LedgerSettings {
  /** ISO 4217. */
  readonly currency: string;
  /** Default rate. */
  readonly rate: Rate;
  /** Days before a commission is approved automatically. */
  readonly holdDays: number;
  /** Whether commissions without flags are approved on creation. */
  readonly autoApprove: boolean;
  /** Whether commissions are approved automatically when the hold ends. */
  readonly approveAfterHold: boolean;
  /** Basis points of a commission that go to the recruiting affiliate; 0 for nothing. */
  readonly subpartnerRate: number;
  /** Number of levels that share, from 1 to 3. Each level gets that part of the share below. */
  readonly subpartnerLevels: number;
  /** Minimum amount owed before an affiliate is paid. */
  readonly minimumPayout: number;
  /** Months for which a returning customer earns further commissions. Null for unlimited, 0 for the first only. */
  readonly recurringMonths: number | null;
  /** Suspicious hosts of emails and traffic sources. */
  readonly blockedDomains: readonly string[];
  /** Names of fraud checks that are disabled. */
  readonly disabledFraudChecks: readonly string[];
}

/** Reads the settings. Called for each conversion. */
export type ReadLedgerSettings = () => LedgerSettings | Promise<LedgerSettings>;
