import type { AdminBadge } from '../../../../admin.js';
import type { Strings } from '../../../../text.js';
import { BADGE_KINDS } from '../../labels.js';
import { isOpen, leftOf } from '../../receivables/order.js';
import type { Receivable } from '../../receivables/receivable.js';

/**
 * Builds the status badges of a receivable.
 * @param today `YYYY-MM-DD`
 */
export function badgesOf(receivable: Receivable, today: string, { text }: Strings): AdminBadge[] {
  const { status, dueOn } = receivable;
  const isLate = isOpen(receivable) && leftOf(receivable) > 0 && dueOn !== null && dueOn < today;
  return [
    { text: text(`order-${status}`), kind: BADGE_KINDS.order[status] },
    ...(isLate ? [{ text: text('receivables.late'), kind: 'bad' as const }] : []),
  ];
}
