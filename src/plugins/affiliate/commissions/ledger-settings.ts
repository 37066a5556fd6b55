import type { Rate } from '../rates/rate.js';

/** What the programme decides of money. Amounts are minor units of its currency. */
export interface LedgerSettings {
  /** ISO 4217. */
  readonly currency: string;
  /** Of who has no other. */
  readonly rate: Rate;
  /** Days before a commission is approved by itself. */
  readonly holdDays: number;
  /** Whether a commission without flags is approved as soon as it is there. */
  readonly autoApprove: boolean;
  /** Whether one is approved by itself when its days are over. */
  readonly approveAfterHold: boolean;
  /** Basis points of a commission that go to who brought the affiliate here; 0 for nothing. */
  readonly subpartnerRate: number;
  /** How far up that goes on, from 1 to 3: each gets that part of the share before. */
  readonly subpartnerLevels: number;
  /** What an affiliate is owed at least to be paid. */
  readonly minimumPayout: number;
  /** Months for which a customer who comes back earns a commission again; null for always, 0 for the first time alone. */
  readonly recurringMonths: number | null;
  /** Hosts of e-mail addresses and of sources that are suspicious. */
  readonly blockedDomains: readonly string[];
  /** Names of checks that are left out. */
  readonly disabledFraudChecks: readonly string[];
}

/** Asked with each conversion. */
export type ReadLedgerSettings = () => LedgerSettings | Promise<LedgerSettings>;
