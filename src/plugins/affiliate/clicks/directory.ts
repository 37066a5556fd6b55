/** The fields of an affiliate that tracking needs. */
export interface KnownAffiliate {
  readonly id: number;
  /** Code as stored, in lower case. */
  readonly code: string;
  readonly status: string;
  /** Days for which a click counts; null for the program's default. */
  readonly cookieDays: number | null;
}

/** Affiliates by code. Used on every click, so it answers from memory. */
export interface AffiliateDirectory {
  /** @param code in any case */
  byCode(code: string): Promise<KnownAffiliate | null>;
}

/** Whether clicks and conversions of the affiliate count. */
export function isActive(affiliate: KnownAffiliate | null): affiliate is KnownAffiliate {
  return affiliate?.status === 'active';
}
