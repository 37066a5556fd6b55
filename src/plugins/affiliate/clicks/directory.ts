import type { PluginContext } from '../../../index.js';

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

/** Rejects invalid codes early, so that they do not fill the cache of unknown codes. */
const LIKE_A_CODE = /^[a-z0-9][a-z0-9_-]{2,31}$/i;

/**
 * Finds the affiliate with a code. While the database is down it returns null for codes that are not cached, because
 * visitors must still be redirected.
 */
export async function findAffiliate(
  { directory, log }: { readonly directory: AffiliateDirectory; readonly log: Pick<PluginContext['log'], 'warn'> },
  code: string,
): Promise<KnownAffiliate | null> {
  if (!LIKE_A_CODE.test(code)) return null;
  try {
    return await directory.byCode(code);
  } catch (error) {
    log.warn({ err: error, code }, 'An affiliate could not be looked up; the click is not counted');
    return null;
  }
}
