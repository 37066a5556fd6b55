import { moneyText } from '../../../money.js';
import type { Strings } from '../../../text.js';
import { type Affiliate, nameOf } from '../affiliates/affiliate.js';
import type { Commission } from '../commissions/commission.js';
import type { MailJob, MailType } from './mail-job.js';
import type { CurrentSubject } from './read-subject.js';
import { oneLine } from './safe-names.js';

/** Labelled line of a mail, such as an amount. */
export interface MailFact {
  /** Identifier such as `amount` or `code`, for templates that show only some facts. */
  readonly name: string;
  readonly label: string;
  readonly value: string;
}

export interface FactSource extends CurrentSubject {
  readonly strings: Strings;
  readonly change: MailJob['change'];
  /** Login name; null without an account. */
  readonly login: string | null;
}

type Fact = readonly [name: string, value: string | null];

/** Lists the facts of a mail. Unknown ones are left out. */
export function factsOf(type: MailType, source: FactSource): MailFact[] {
  const { strings } = source;
  return FACTS[type](source).flatMap(([name, value]) => {
    const line = oneLine(value ?? '');
    return line === '' ? [] : [{ name, label: strings.text(`mail.fact-${name}`), value: line }];
  });
}

const FACTS: Readonly<Record<MailType, (source: FactSource) => readonly Fact[]>> = {
  registered: () => [],
  approved: ({ affiliate, login }) => [
    ['code', affiliate.code],
    ['login', login],
  ],
  rejected: () => [],
  'confirm-email': () => [],
  'commission-approved': commissionFacts,
  'commission-rejected': (source) => [...commissionFacts(source), ['reason', reasonOf(source)]],
  'commission-paid': commissionFacts,
  'payout-completed': ({ payment, strings }) =>
    payment === null
      ? []
      : [
          ['amount', moneyText(payment.amount, payment.currency, strings.locale)],
          ['commissions', strings.number(payment.commissions)],
          ['method', worded(strings, 'method', payment.method)],
        ],
  'payment-details-changed': ({ change, strings }) =>
    change === null
      ? []
      : [
          ['changed', change.fields.map((field) => worded(strings, 'changed', field)).join(', ')],
          ['held', strings.dateTime(new Date(change.held_until))],
        ],
  application: ({ affiliate }) => [
    ...personFacts(affiliate),
    ['email', affiliate.email],
    ['website', affiliate.website],
    ['country', affiliate.country],
    ['promotion', affiliate.promoMethod],
  ],
  'commission-flagged': (source) => [
    ...personFacts(source.affiliate),
    ...commissionFacts(source),
    ['flags', (source.commission?.flags ?? []).map((flag) => worded(source.strings, 'flag', flag)).join(', ')],
  ],
};

function personFacts(affiliate: Affiliate): readonly Fact[] {
  return [
    ['name', nameOf(affiliate)],
    ['code', affiliate.code],
  ];
}

function commissionFacts({ commission, strings }: FactSource): readonly Fact[] {
  if (commission === null) return [];
  return [
    ['amount', moneyText(commission.amount, commission.currency, strings.locale)],
    ['earned', strings.date(commission.createdAt)],
    ['reference', commission.reference],
    ['campaign', commission.campaign],
  ];
}

function reasonOf({ commission, strings }: FactSource): string {
  const { rejectReason }: Pick<Commission, 'rejectReason'> = commission ?? { rejectReason: '' };
  return worded(strings, 'reason', rejectReason);
}

/** Translates a term. Terms of plugins and administrators are shown as written. */
function worded(strings: Strings, kind: 'changed' | 'flag' | 'method' | 'reason', word: string): string {
  const key = `mail.${kind}-${word.replaceAll('_', '-')}`;
  return strings.has(key) ? strings.text(key) : word;
}
