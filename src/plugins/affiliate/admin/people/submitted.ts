import { formError, type SubmittedForm } from '../../../../admin.js';
import { addDays, type Calendar, isDay } from '../../../../calendar.js';
import { amountText, parseAmount, parsePercent } from '../../../../money.js';
import type { Strings } from '../../../../text.js';
import type { Affiliate } from '../../affiliates/affiliate.js';
import type { AffiliateChanges } from '../../affiliates/changes.js';

const TEXTS = [
  ...(['display_name', 'first_name', 'last_name', 'email', 'website', 'country', 'locale', 'tax_id'] as const),
  ...(['promo_method', 'payment_method', 'payment_email'] as const),
] as const;

/** Reads the submitted profile. */
export function profileOf(form: SubmittedForm): AffiliateChanges {
  const typed = Object.fromEntries(TEXTS.flatMap((name) => (form.has(name) ? [[name, textOf(form, name)]] : [])));
  const { country, payment_method: method, ...profile } = typed;
  const details = form.text('payment_details').trim();
  return {
    ...profile,
    ...(country !== undefined && { country: country.toUpperCase() }),
    // An empty choice keeps the payment method unset.
    ...(method !== undefined && method !== '' && { payment_method: method }),
    // Stored payment details are never sent to a browser, so an empty field keeps them.
    ...(details !== '' && { payment_details: details }),
  };
}

/** Browsers submit line breaks as CRLF. */
function textOf(form: SubmittedForm, name: string): string {
  return form.text(name).replaceAll('\r\n', '\n').trim();
}

/** Returns the stored profile in the fields of the form, to save only the changed ones. */
export function profileValues(affiliate: Affiliate): Readonly<Record<(typeof TEXTS)[number], string>> {
  return {
    display_name: affiliate.displayName,
    first_name: affiliate.firstName,
    last_name: affiliate.lastName,
    email: affiliate.email,
    website: affiliate.website,
    country: affiliate.country,
    locale: affiliate.locale,
    tax_id: affiliate.taxId,
    promo_method: affiliate.promoMethod,
    payment_method: affiliate.paymentMethod,
    payment_email: affiliate.paymentEmail,
  };
}

/** Returns the fields whose values differ from the stored ones. */
export function changedOnly(changes: AffiliateChanges, before: Readonly<Record<string, unknown>>): AffiliateChanges {
  return Object.fromEntries(
    Object.entries(changes).filter(([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value)),
  );
}

/** Formats an affiliate's rate for the form field: a percentage, or a decimal amount. */
export function rateText({ rateType, rate, currency }: Affiliate): string {
  if (rateType === null) return '';
  return rateType === 'flat' ? amountText(rate, currency) : String(rate / 100);
}

/** Reads the rate and the cookie lifetime. @throws HostError 422 `form_invalid` */
export function termsOf(form: SubmittedForm, before: Affiliate, { text }: Strings): AffiliateChanges {
  const type = (['percentage', 'flat'] as const).find((each) => each === form.text('rate_type')) ?? null;
  const typed = form.text('rate').trim();
  const size = type === 'flat' ? parseAmount(typed, before.currency) : parsePercent(typed);
  const days = form.text('cookie_days').trim();
  const errors = {
    ...((type === null ? typed !== '' : size === null) && {
      rate: text(type === null ? 'param-rate_type' : 'param-rate'),
    }),
    ...(days !== '' && !/^\d{1,4}$/.test(days) && { cookie_days: text('param-cookie_days') }),
  };
  if (Object.keys(errors).length > 0) throw formError(errors, text('error-invalid_param'));
  const isSame = type === before.rateType && (type === null || size === before.rate);
  const cookieDays = days === '' ? null : Number(days);
  return {
    ...(!isSame && { rate_type: type, ...(type !== null && { rate: Number(typed) }) }),
    ...(cookieDays !== before.cookieDays && { cookie_days: cookieDays }),
  };
}

/**
 * Reads the end of a payout hold, which is the start of a day. Submitting the day of the current hold keeps its exact
 * time.
 * @throws HostError 422 `form_invalid`
 */
export function holdOf(
  form: SubmittedForm,
  before: Affiliate,
  calendar: Calendar,
  { text }: Strings,
): AffiliateChanges {
  const day = form.text('hold_payouts_until').trim();
  if (day === dayOfHold(before, calendar)) return {};
  if (day === '') return { hold_payouts_until: null };
  if (!isKnownDay(day)) throw formError({ hold_payouts_until: text('admin.no-day') }, text('error-invalid_param'));
  return { hold_payouts_until: calendar.startOf(day).toISOString() };
}

export function dayOfHold({ holdPayoutsUntil }: Affiliate, calendar: Calendar): string {
  if (holdPayoutsUntil === null) return '';
  const day = calendar.dayOf(holdPayoutsUntil);
  return calendar.startOf(day).getTime() === holdPayoutsUntil.getTime() ? day : addDays(day, 1);
}

/** Whether every supported database can store the day. */
function isKnownDay(day: string): boolean {
  return isDay(day) && day >= '1000-01-02' && day <= '9999-12-30';
}
