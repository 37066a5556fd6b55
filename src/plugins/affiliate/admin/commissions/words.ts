import type { AdminBadge, AdminRequest, ListCell, Strings } from '../../../../index.js';
import { type Affiliate, nameOf } from '../../affiliates/affiliate.js';
import type { Affiliates } from '../../affiliates/affiliates.js';
import type { Commission } from '../../commissions/commission.js';
import { BADGE_KINDS, flagText } from '../../words.js';
import { personPath } from '../paths.js';

/** Why commissions are rejected, as words of the ledger. */
export const REASONS = ['fraud', 'duplicate', 'cancelled', 'rules', 'test', 'other'] as const;

/** The word of a reason that a form names; null for another one. */
export function reasonOf(text: string): (typeof REASONS)[number] | null {
  return REASONS.find((reason) => reason === text) ?? null;
}

/** A reason in words; those of programs go by what they are. */
export function reasonText(reason: string, { has, text }: Strings): string {
  return has(`commissions.reason-${reason}`) ? text(`commissions.reason-${reason}`) : reason;
}

/** Words of its state, and of what is suspicious about it. */
export function badgesOf({ status, flags }: Commission, texts: Strings): AdminBadge[] {
  return [
    { text: texts.text(`commission.status-${status}`), kind: BADGE_KINDS.commission[status] },
    ...flags.map((flag) => ({ text: flagText(flag, texts), kind: 'warning' as const })),
  ];
}

/** Those whom some rows are of, each read once. */
export async function peopleOf(
  affiliates: Pick<Affiliates, 'find'>,
  rows: readonly { readonly affiliateId: number }[],
): Promise<ReadonlyMap<number, Affiliate>> {
  const ids = [...new Set(rows.map(({ affiliateId }) => affiliateId))];
  const found = await Promise.all(ids.map((id) => affiliates.find(id)));
  return new Map(found.flatMap((affiliate) => (affiliate ? [[affiliate.id, affiliate]] : [])));
}

/** Somebody in a list. */
export function personCell(affiliate: Affiliate | undefined, { link }: AdminRequest, { text }: Strings): ListCell {
  if (!affiliate) return { text: text('commissions.gone') };
  return { text: nameOf(affiliate), link: link(personPath(affiliate.id)), note: affiliate.code };
}
