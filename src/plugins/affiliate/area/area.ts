import type { AdminRequest, AdminTabbedData } from '../../../admin.js';
import type { PluginContext } from '../../../index.js';
import type { Strings } from '../../../text.js';
import type { AffiliateProgram } from '../affiliate.js';
import type { Affiliate } from '../affiliates/affiliate.js';
import { affiliateNotFound } from '../commissions/errors.js';
import type { OwnNotice } from './template-data.js';

/** Dependencies of the affiliate area. */
export interface AreaParts {
  readonly context: Pick<PluginContext, 'admin' | 'db' | 'site'>;
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

const TABS = [
  { path: OVERVIEW_PATH, name: 'area.overview' },
  { path: LINKS_PATH, name: 'area.links' },
  { path: OWN_COMMISSIONS_PATH, name: 'area.commissions' },
  { path: PROFILE_PATH, name: 'area.profile' },
] as const;

/** @param current path of the current page */
export function ownTabs({ link }: AdminRequest, { text }: Strings, current: string): AdminTabbedData['tabs'] {
  return TABS.map(({ path, name }) => ({ label: text(name), link: link(path), current: path === current }));
}
