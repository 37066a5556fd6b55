import type { PluginContext } from '../../../index.js';
import type { AffiliateDirectory, KnownAffiliate } from './directory.js';

/** What is no code is not remembered as one that nobody has, however many there are of it. */
const LIKE_A_CODE = /^[a-z0-9][a-z0-9_-]{2,31}$/i;

/**
 * Whose code it is. Visitors are sent on also while the database is away: then it is nobody's, unless somebody remembers.
 */
export async function findAffiliate(
  { directory, log }: { readonly directory: AffiliateDirectory; readonly log: Pick<PluginContext['log'], 'warn'> },
  code: string,
): Promise<KnownAffiliate | null> {
  if (!LIKE_A_CODE.test(code)) return null;
  try {
    return await directory.byCode(code);
  } catch (error) {
    log.warn({ err: error, code }, 'An affiliate could not be looked up, and a link of theirs counts for nobody');
    return null;
  }
}
