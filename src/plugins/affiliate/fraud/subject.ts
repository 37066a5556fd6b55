import type { Origin } from '../commissions/commission.js';
import type { AffiliateFacts } from '../conversions/affiliate-facts.js';
import type { ConvertingClick } from '../conversions/click-of.js';

/** A conversion that is about to be recorded, as checks see it. */
export interface FraudSubject {
  readonly affiliate: AffiliateFacts;
  readonly origin: Origin;
  readonly at: Date;
  /** Minor units. */
  readonly amount: number;
  /** In lower case; empty for none. */
  readonly customerEmail: string;
  /** Empty for who is not said to come back. */
  readonly customerRef: string;
  /** Null for none that is known of this affiliate. */
  readonly click: ConvertingClick | null;
  /** Account of the customer; null for none that is known. */
  readonly userId: number | null;
  /** Null where the caller does not know. */
  readonly userAgent: string | null;
  readonly blockedDomains: readonly string[];
  readonly past: PastConversions;
}

/** What was recorded before, as far as checks ask for it. */
export interface PastConversions {
  /** Conversions of the affiliate since then. @param most what is counted up to: nobody waits for thousands */
  countSince(moment: Date, most: number): Promise<number>;
  /** Whether somebody with this address was a customer since then. */
  hasCustomerSince(email: string, moment: Date): Promise<boolean>;
  /** Whether a click of this visitor was converted since then. */
  hasVisitorSince(visitor: string, moment: Date): Promise<boolean>;
  /** The latest amounts of the programme that are more than nothing. */
  latestAmounts(): Promise<readonly number[]>;
}

/** Something that makes a conversion suspicious: its commission waits for somebody who looks at it. */
export interface FraudCheck {
  /** The flag. */
  readonly name: string;
  readonly isSuspicious: (subject: FraudSubject) => boolean | Promise<boolean>;
}
