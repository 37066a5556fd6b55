import { isBot } from '../../../pages.js';
import type { FraudCheck, FraudSubject } from './subject.js';

const SECOND = 1000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Conversions per hour, including the current one. */
const MAX_PER_HOUR = 20;
const MIN_TIME_TO_CONVERT = 5 * SECOND;
/** Multiple of the median. */
const HIGH = 10;
/** Minimum number of amounts for a meaningful median. */
const MIN_AMOUNTS = 5;
const CUSTOMER_DAYS = 30;

/** Built-in fraud checks. */
export const FRAUD_CHECKS: readonly FraudCheck[] = [
  { name: 'self_referral', isSuspicious: isAffiliateThemselves },
  {
    name: 'same_visitor',
    async isSuspicious({ click, past, at }) {
      return click !== null && click.visitor !== '' && (await past.hasVisitorSince(click.visitor, before(at, DAY)));
    },
  },
  {
    name: 'duplicate_customer',
    async isSuspicious({ customerEmail, customerRef, past, at }) {
      if (customerEmail === '' || customerRef !== '') return false;
      return past.hasCustomerSince(customerEmail, before(at, CUSTOMER_DAYS * DAY));
    },
  },
  { name: 'no_click', isSuspicious: ({ click, origin }) => click === null && origin !== 'manual' },
  {
    name: 'velocity',
    isSuspicious: async ({ past, at }) => (await past.countSince(before(at, HOUR), MAX_PER_HOUR)) >= MAX_PER_HOUR,
  },
  {
    name: 'high_amount',
    async isSuspicious({ past, amount }) {
      const median = medianOf(await past.latestAmounts());
      return median !== null && amount > HIGH * median;
    },
  },
  {
    name: 'fast_conversion',
    isSuspicious: ({ click, at }) => click !== null && at.getTime() - click.at.getTime() < MIN_TIME_TO_CONVERT,
  },
  {
    name: 'bot_ua',
    isSuspicious: ({ userAgent }) => userAgent !== null && isBot(userAgent.trim()),
  },
  {
    name: 'blocked_domain',
    isSuspicious({ customerEmail, click, blockedDomains }) {
      const hosts = [customerEmail.slice(customerEmail.lastIndexOf('@') + 1), click?.source ?? ''];
      return hosts.some((host) => blockedDomains.some((blocked) => host === blocked || host.endsWith(`.${blocked}`)));
    },
  },
];

function isAffiliateThemselves({ affiliate, userId, customerEmail }: FraudSubject): boolean {
  if (userId !== null && userId === affiliate.userId) return true;
  const theirs = [affiliate.email, affiliate.paymentEmail].map((email) => email.toLowerCase());
  return customerEmail !== '' && theirs.includes(customerEmail);
}

function medianOf(amounts: readonly number[]): number | null {
  if (amounts.length < MIN_AMOUNTS) return null;
  return amounts.toSorted((one, other) => one - other)[Math.floor(amounts.length / 2)] ?? null;
}

function before(at: Date, milliseconds: number): Date {
  return new Date(at.getTime() - milliseconds);
}
