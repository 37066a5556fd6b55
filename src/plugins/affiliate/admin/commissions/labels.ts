import type { AdminBadge, AdminRequest, ListCell } from '../../../../admin.js';
import type { Strings } from '../../../../text.js';
import { type Affiliate, nameOf } from '../../affiliates/affiliate.js';
import type { Affiliates } from '../../affiliates/affiliates.js';
import type { Commission } from '../../commissions/commission.js';
import { BADGE_KINDS, flagText } from '../../labels.js';
import { personPath } from '../paths.js';

/** Rejection reasons, as stored in the ledger. */
export const REASONS = ['fraud', 'duplicate', 'cancelled', 'rules', 'test', 'other'] as const;

/** Returns the rejection reason submitted by a form, or null if it is unknown. */
export function reasonOf(text: string): (typeof REASONS)[number] | null {
  return REASONS.find((reason) => reason === text) ?? null;
}

/** Translates a rejection reason. Reasons of plugins are shown by their key. */
export function reasonText(reason: string, { has, text }: Strings): string {
  return has(`commissions.reason-${reason}`) ? text(`commissions.reason-${reason}`) : reason;
}

/** Returns badges for the status and the fraud flags of a commission. */
export function badgesOf({ status, flags }: Commission, texts: Strings): AdminBadge[] {
  return [
    { text: texts.text(`commission.status-${status}`), kind: BADGE_KINDS.commission[status] },
    ...flags.map((flag) => ({ text: flagText(flag, texts), kind: 'warning' as const })),
  ];
}

/** Loads the affiliates of these rows, each once. */
export async function peopleOf(
  affiliates: Pick<Affiliates, 'find'>,
  rows: readonly { readonly affiliateId: number }[],
): Promise<ReadonlyMap<number, Affiliate>> {
  const ids = [...new Set(rows.map(({ affiliateId }) => affiliateId))];
  const found = await Promise.all(ids.map((id) => affiliates.find(id)));
  return new Map(found.flatMap((affiliate) => (affiliate ? [[affiliate.id, affiliate]] : [])));
}

/** Builds the table cell of an affiliate. */
export function personCell(affiliate: Affiliate | undefined, { link }: AdminRequest, { text }: Strings): ListCell {
  if (!affiliate) return { text: text('commissions.gone') };
  return { text: nameOf(affiliate), link: link(personPath(affiliate.id)), note: affiliate.code };
}
