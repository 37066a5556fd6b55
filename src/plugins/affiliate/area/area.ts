import type { AdminArea, AdminRequest } from '../../../admin.js';
import type { Site } from '../../../index.js';
import type { Strings } from '../../../text.js';
import type { AffiliateProgram } from '../affiliate.js';
import type { Affiliate } from '../affiliates/affiliate.js';
import type { AffiliateKey } from '../catalogues.js';
import { affiliateNotFound } from '../commissions/errors.js';
import type { OwnNotice } from './template-data.js';

/** Dependencies of the affiliate area. */
export interface AreaParts {
  readonly area: AdminArea<AffiliateKey>;
  readonly site: Site;
  readonly program: AffiliateProgram;
}

/** Returns the affiliate of the signed-in user. @throws HostError 404 if they were just removed */
export async function ownOf(
  { affiliates }: Pick<AffiliateProgram, 'affiliates'>,
  { user }: Pick<AdminRequest, 'user'>,
): Promise<Affiliate> {
  const own = await affiliates.ofUser(user.id);
  if (!own) throw affiliateNotFound(user.login);
  return own;
}

/** Returns the notice shown above the figures, or null if there is nothing unusual. */
export function noticeOf(
  { status, holdPayoutsUntil }: Pick<Affiliate, 'holdPayoutsUntil' | 'status'>,
  now: Date,
  { text, dateTime }: Strings,
): OwnNotice | null {
  if (status !== 'active') return { kind: status === 'pending' ? 'info' : 'warning', text: text(`area.is-${status}`) };
  if (holdPayoutsUntil === null || holdPayoutsUntil <= now) return null;
  return { kind: 'warning', text: text('area.is-held', { date: dateTime(holdPayoutsUntil) }) };
}

/** Paths of the affiliate area, relative to the admin area. */
export const OVERVIEW_PATH = '/affiliate';

export const LINKS_PATH = '/affiliate/links';

export const OWN_COMMISSIONS_PATH = '/affiliate/commissions';

export const PROFILE_PATH = '/affiliate/profile';
