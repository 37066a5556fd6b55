import type { AdminRequest } from '../../../admin.js';
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
