/** What tracking has to know of an affiliate. */
export interface KnownAffiliate {
  readonly id: number;
  /** As it is stored, whatever case was asked for. */
  readonly code: string;
  readonly status: string;
  /** Days for which a click counts; null for those of the programme. */
  readonly cookieDays: number | null;
}

/** Affiliates by their code. It is asked on every click, so it answers from memory. */
export interface AffiliateDirectory {
  /** @param code in any case */
  byCode(code: string): Promise<KnownAffiliate | null>;
}

/** Whether clicks and conversions count for somebody. */
export function isActive(affiliate: KnownAffiliate | null): affiliate is KnownAffiliate {
  return affiliate?.status === 'active';
}
