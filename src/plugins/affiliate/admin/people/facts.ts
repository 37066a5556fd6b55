import { type AdminBadge, type AdminFact, type AdminRequest, factsOf } from '../../../../admin.js';
import type { User } from '../../../../index.js';
import { moneyText } from '../../../../money.js';
import type { Strings } from '../../../../text.js';
import { type Affiliate, nameOf } from '../../affiliates/affiliate.js';
import type { Affiliates } from '../../affiliates/affiliates.js';
import type { AffiliateTotals } from '../../affiliates/totals.js';
import type { RateType } from '../../commissions/commission.js';
import { BADGE_KINDS, flagText, methodText, percentText } from '../../labels.js';
import { personPath } from '../paths.js';

/** Returns badges for the status, the fraud flags and a payout hold of an affiliate. */
export function badgesOf({ status, flags, holdPayoutsUntil }: Affiliate, texts: Strings): AdminBadge[] {
  const { text, dateTime } = texts;
  const isHeld = holdPayoutsUntil !== null && holdPayoutsUntil.getTime() > Date.now();
  return [
    { text: text(`status.${status}`), kind: BADGE_KINDS.affiliate[status] },
    ...flags.map((flag) => ({ text: flagText(flag, texts), kind: 'warning' as const })),
    ...(isHeld
      ? [{ text: text('people.held-until', { date: dateTime(holdPayoutsUntil) }), kind: 'warning' as const }]
      : []),
  ];
}

/** Lists the totals of an affiliate. */
export function totalFacts(totals: AffiliateTotals | undefined, currency: string, texts: Strings): AdminFact[] {
  const { text, number, locale } = texts;
  const money = (minor = 0): string => moneyText(minor, currency, locale);
  return factsOf([
    [text('people.clicks'), number(totals?.clicks ?? 0)],
    [text('people.visitors'), number(totals?.uniqueClicks ?? 0)],
    [text('people.conversions'), number(totals?.conversions ?? 0)],
    [text('people.pending'), money(totals?.pending)],
    [text('people.approved'), money(totals?.approved)],
    [text('people.paid'), money(totals?.paid)],
    [text('people.balance'), money(totals?.balance)],
  ]);
}

/** Lists all facts of an affiliate. @param parent affiliate who recruited them @param account their user account */
export function personFacts(
  affiliate: Affiliate,
  {
    parent,
    account,
    details,
  }: {
    readonly parent: Affiliate | null;
    readonly account: Pick<User, 'login'> | null;
    readonly details: Affiliates['details'];
  },
  { link }: AdminRequest,
  texts: Strings,
): AdminFact[] {
  const { text, dateTime } = texts;
  const { rateType, cookieDays, userId, paymentMethod } = affiliate;
  const fullName = `${affiliate.firstName} ${affiliate.lastName}`.trim();
  return factsOf([
    [text('people.code'), affiliate.code],
    [text('people.full-name'), fullName === nameOf(affiliate) ? null : fullName],
    [
      text('people.email'),
      emailText(affiliate, texts),
      affiliate.email === '' ? undefined : `mailto:${affiliate.email}`,
    ],
    [
      text('people.account'),
      userId === null ? text('people.no-account') : (account?.login ?? String(userId)),
      userId === null ? undefined : link(`/users/${userId}`),
    ],
    [text('people.website'), affiliate.website, affiliate.website],
    ...Object.entries(affiliate.social).map(([network, address]) => [network, address, address] as const),
    [text('people.promo_method'), affiliate.promoMethod],
    [text('people.country'), countryText(affiliate.country, texts.locale)],
    [text('people.locale'), affiliate.locale],
    [text('people.tax_id'), affiliate.taxId],
    [text('people.registered'), dateTime(affiliate.registeredAt)],
    [text('people.approved-at'), affiliate.approvedAt && dateTime(affiliate.approvedAt)],
    [text('people.updated'), dateTime(affiliate.updatedAt)],
    [text('people.parent'), parent && nameOf(parent), parent ? link(personPath(parent.id)) : undefined],
    [
      text('people.rate'),
      rateType === null ? text('people.rate-program') : rateLabel({ ...affiliate, rateType }, texts),
    ],
    [text('people.cookie_days'), cookieDays === null ? text('people.rate-program') : String(cookieDays)],
    [
      text('people.payment_method'),
      paymentMethod === '' ? text('people.payment-unsaid') : methodText(paymentMethod, texts),
    ],
    [text('people.payment_email'), affiliate.paymentEmail],
    [text('people.payment_details'), details.mask(affiliate.paymentDetails)],
    [text('people.fraud_score'), affiliate.fraudScore === 0 ? null : String(affiliate.fraudScore)],
    [text('people.note'), affiliate.notes],
  ]);
}

/** Marks an email that is not verified. */
function emailText({ email, emailVerified }: Affiliate, { text }: Strings): string {
  return email === '' || emailVerified ? email : text('people.email-unverified', { email });
}

/** Formats a rate as a percentage or an amount. @param rate basis points, or minor units */
export function rateLabel(
  { rateType, rate, currency }: { readonly rateType: RateType; readonly rate: number; readonly currency: string },
  { locale, text }: Strings,
): string {
  if (rateType === 'flat') return text('people.rate-each', { amount: moneyText(rate, currency, locale) });
  return percentText(rate / 100, locale);
}

function countryText(country: string, locale: string): string {
  if (country === '') return '';
  return new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country;
}
