import type { Origin } from '../commissions/commission.js';
import type { AffiliateFacts } from '../conversions/affiliate-facts.js';
import type { ConvertingClick } from '../conversions/click-of.js';

/** A conversion about to be recorded, as passed to fraud checks. */
export interface FraudSubject {
  readonly affiliate: AffiliateFacts;
  readonly origin: Origin;
  readonly at: Date;
  /** Minor units. */
  readonly amount: number;
  /** In lower case; empty for none. */
  readonly customerEmail: string;
  /** Empty if the customer is not identified as returning. */
  readonly customerRef: string;
  /** Null if there is no known click of this affiliate. */
  readonly click: ConvertingClick | null;
  /** Account of the customer; null if unknown. */
  readonly userId: number | null;
  /** Null if the caller does not know it. */
  readonly userAgent: string | null;
  readonly blockedDomains: readonly string[];
  readonly past: PastConversions;
}

/** Queries about past conversions that fraud checks need. */
export interface PastConversions {
  /** Counts the affiliate's conversions since a time. @param most limit of the count, to keep it fast */
  countSince(moment: Date, most: number): Promise<number>;
  /** Whether a customer with this email has converted since a time. */
  hasCustomerSince(email: string, moment: Date): Promise<boolean>;
  /** Whether a click of this visitor has converted since a time. */
  hasVisitorSince(visitor: string, moment: Date): Promise<boolean>;
  /** Returns the latest amounts of the program above 0. */
  latestAmounts(): Promise<readonly number[]>;
}

/** Fraud check. A suspicious conversion's commission waits for a decision. */
export interface FraudCheck {
  /** Name of the flag. */
  readonly name: string;
  readonly isSuspicious: (subject: FraudSubject) => boolean | Promise<boolean>;
}
