import type { AccessRuleInput } from '../../../domain/access/rule.js';
import type { ZendeskArticle } from './zendesk-records.js';

/** Access rule of an article and a warning for the user. */
export interface SegmentRule {
  /** Null for everyone. */
  readonly access: AccessRuleInput | null;
  readonly warning: string | null;
}

/**
 * Derives the access rule of an article, which any of its segments may read. Fails closed: unmapped segments and
 * missing data deny access.
 * @param segments a role or `logged_in` by segment id
 */
export function segmentRule(
  { user_segment_id: one, user_segment_ids: listed }: Pick<ZendeskArticle, 'user_segment_id' | 'user_segment_ids'>,
  segments: Readonly<Record<string, string>>,
): SegmentRule {
  if (one === undefined && !listed) return closed('It has no audience (user_segment_id).');
  const ids = [...new Set([...(listed ?? []), ...(one ? [one] : [])])];
  if (ids.length === 0) return { access: null, warning: null };
  const named = ids.flatMap((id) => (Object.hasOwn(segments, id) ? (segments[id] ?? []) : []));
  const unknown = ids.filter((id) => !Object.hasOwn(segments, id));
  const advice = `Add the segment ${unknown.join(', ')} to the map (segments) and import it again.`;
  if (named.length === 0) return closed(`It is restricted to a user segment that is not in the map. ${advice}`);
  const warning = unknown.length === 0 ? null : `Some of its original readers cannot read it here. ${advice}`;
  const access: AccessRuleInput = named.includes('logged_in') ? { mode: 'logged_in' } : { mode: 'roles', roles: named };
  return { access, warning };
}

function closed(reason: string): SegmentRule {
  return { access: { mode: 'nobody' }, warning: `${reason} Access is denied until you change its rule.` };
}
