import { type AdminFact, type AdminPagePart, type AdminRequest, factsOf } from '../../../../admin.js';
import { moneyText } from '../../../../money.js';
import type { Strings } from '../../../../text.js';
import { type Affiliate, nameOf } from '../../affiliates/affiliate.js';
import type { Commission } from '../../commissions/commission.js';
import type { CommissionRelations } from '../../commissions/relations.js';
import type { Conversion } from '../../conversions/conversion.js';
import { commissionPath, payoutPath, personPath } from '../paths.js';
import { rateLabel } from '../people/facts.js';
import { reasonText } from './labels.js';

/** Lists all facts of a commission. */
export function commissionFacts(
  commission: Commission,
  affiliate: Affiliate | null,
  { link }: AdminRequest,
  texts: Strings,
): AdminFact[] {
  const { text, dateTime, locale } = texts;
  const { currency, amount, originalAmount, baseAmount, refundedAmount, parentId, payoutId, rateType } = commission;
  const money = (minor: number): string => moneyText(minor, currency, locale);
  const number = (id: number): string => text('commissions.number', { id: String(id) });
  return factsOf([
    [
      text('commissions.affiliate'),
      affiliate ? `${nameOf(affiliate)} (${affiliate.code})` : text('commissions.gone'),
      affiliate ? link(personPath(affiliate.id)) : undefined,
    ],
    [text('commissions.type'), text(`commission.type-${commission.type}`)],
    [text('commissions.amount'), money(amount)],
    [text('commissions.original'), originalAmount === amount ? null : money(originalAmount)],
    [text('commissions.base'), commission.type === 'refund' ? null : money(baseAmount)],
    [text('commissions.refunded'), refundedAmount === 0 ? null : money(refundedAmount)],
    [text('commissions.rate'), rateType === null ? null : rateLabel({ ...commission, rateType }, texts)],
    [text('commissions.rate-rule'), ruleText(commission.rateRule, texts)],
    [
      text('commissions.made-of'),
      parentId === 0 ? null : number(parentId),
      parentId === 0 ? undefined : link(commissionPath(parentId)),
    ],
    [
      text('commissions.payout'),
      payoutId === 0 ? null : text('payouts.number', { id: String(payoutId) }),
      payoutId === 0 ? undefined : link(payoutPath(payoutId)),
    ],
    [text('commissions.reason'), reasonText(commission.rejectReason, texts)],
    [text('commissions.note'), commission.note],
    [text('commissions.hold'), commission.status === 'pending' ? dateTime(commission.holdUntil) : null],
    [text('commissions.customer'), commission.customerEmail],
    [text('commissions.description'), commission.description],
    [text('commissions.origin'), text(`commissions.origin-${commission.origin}`)],
    [text('commissions.reference'), commission.reference],
    [text('commissions.form'), commission.formId],
    [text('commissions.campaign'), commission.campaign],
    [text('commissions.click'), commission.clickId],
  ]);
}

/** Names the rule that set the rate. Rules of plugins are shown by their key. */
function ruleText(rule: string, { has, text }: Strings): string {
  return has(`commissions.rule-${rule}`) ? text(`commissions.rule-${rule}`) : rule;
}

/** Lists the facts that the conversion adds. */
export function conversionFacts(conversion: Conversion | null, { text, has, dateTime }: Strings): AdminFact[] {
  if (!conversion) return [];
  const { id, productId, customerRef, source, device, meta, createdAt } = conversion;
  return factsOf([
    [text('commissions.conversion'), String(id)],
    [text('commissions.recorded'), dateTime(createdAt)],
    [text('commissions.product'), productId],
    [text('commissions.customer-ref'), customerRef],
    [text('commissions.source'), source],
    [text('commissions.device'), has(`device-${device}`) ? text(`device-${device}`) : device],
    ...Object.entries(meta).map(
      ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
    ),
  ]);
}

/** Returns the history of a commission in order. Reopening a commission erases its earlier history. */
export function eventsOf(
  commission: Commission,
  { refunds }: Pick<CommissionRelations, 'refunds'>,
  { text, dateTime, locale }: Strings,
): AdminPagePart['events'] {
  const { currency } = commission;
  const happened = (at: Date | null, name: string) => (at ? [{ at, text: text(`commissions.was-${name}`) }] : []);
  const events = [
    ...happened(commission.createdAt, 'created'),
    ...happened(commission.approvedAt, 'approved'),
    ...happened(commission.rejectedAt, 'rejected'),
    ...happened(commission.paidAt, 'paid'),
    ...refunds.map(({ at, baseAmount, amount, reference, waitsFor }) => {
      const base = moneyText(baseAmount, currency, locale);
      const message =
        waitsFor === null
          ? text('commissions.was-refunded', { base, amount: moneyText(amount, currency, locale) })
          : text('commissions.waits-refunded', { base, payout: String(waitsFor) });
      return { at, text: reference === null ? message : `${message} (${reference})` };
    }),
  ];
  return events
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ at, text: note }) => ({ when: dateTime(at), text: note }));
}
