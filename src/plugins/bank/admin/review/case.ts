import { type AdminRequest, hiddenFields } from '../../../../admin.js';
import { idOf } from '../../../../pages.js';
import type { Strings } from '../../../../text.js';
import type { Bank } from '../../bank.js';
import { dayText, wordText } from '../../labels.js';
import type { ReviewPlace } from '../../transactions/review-queue.js';
import { targetsOf } from '../../transactions/states.js';
import type { Transaction } from '../../transactions/transaction.js';
import { assigningOf } from '../assigning/assigning.js';
import { REVIEW_PATH, transactionPath } from '../paths.js';
import { payerFacts } from '../transactions/facts.js';
import { signedAmount } from '../transactions/labels.js';
import type { KeyedButton, ReviewCase, ReviewPage } from './template-data.js';

/** Keyboard shortcuts of the page. Candidates use their numbers. */
const REVIEW_KEYS = { split: 's', ignore: 'i', undo: 'u', next: 'n', previous: 'p' } as const;

/** Builds the data for reviewing a transaction. */
export async function caseOf(
  { transaction, position, total, previous, next }: ReviewPlace,
  { matching, transactions }: Pick<Bank, 'matching' | 'transactions'>,
  adminRequest: AdminRequest,
  texts: Strings,
): Promise<ReviewCase> {
  const { text } = texts;
  const { id, duplicateOf } = transaction;
  // Forms include the ID of their transaction, because the first in the queue may change in the meantime.
  const request = { ...adminRequest, query: { at: String(id) } };
  const twin = duplicateOf === 0 ? null : await transactions.find(duplicateOf);
  const neighbour = (at: number | null, name: 'next' | 'previous') =>
    at === null
      ? null
      : { label: text(`review.${name}`), link: request.link(REVIEW_PATH, { at: String(at) }), key: REVIEW_KEYS[name] };
  return {
    id,
    place: text('review.place', { position, total }),
    progress: { value: position, max: total },
    title: titleOf(transaction, texts),
    badges: transaction.findings.flags.map((flag) => ({ text: wordText('flag', flag, texts), kind: 'warning' })),
    facts: payerFacts(transaction, texts),
    twin: twin && {
      title: text('review.twin'),
      text: text('review.twin-text'),
      facts: payerFacts(twin, texts),
      link: { label: text('review.twin-link', { id: String(twin.id) }), link: request.link(transactionPath(twin.id)) },
    },
    assigning: await assigningOf(matching.orders, transaction, request, texts),
    ignore: {
      action: request.link(REVIEW_PATH, request.query),
      hidden: hiddenFields(request, 'ignore', REVIEW_PATH),
      label: text(twin ? 'review.ignore-twin' : 'transactions.ignore'),
      key: REVIEW_KEYS.ignore,
    },
    previous: neighbour(previous, 'previous'),
    next: neighbour(next, 'next'),
    details: { label: text('review.details'), link: request.link(transactionPath(id)) },
  };
}

/** Builds the button that undoes the last decision; null if that is not possible. */
export async function undoOf(
  transactions: Bank['transactions'],
  request: AdminRequest,
  { text }: Strings,
): Promise<KeyedButton | null> {
  const done = idOf(request.query.done);
  const transaction = done === null ? null : await transactions.find(done);
  const isOwn = transaction?.decidedBy === request.user.id;
  if (!transaction || !isOwn || targetsOf('undo', transaction.status).length === 0) return null;
  return {
    action: request.link(REVIEW_PATH, request.query),
    hidden: [...hiddenFields(request, 'undo', REVIEW_PATH), { name: 'id', value: String(transaction.id) }],
    label: text('review.undo', { id: String(transaction.id) }),
    key: REVIEW_KEYS.undo,
  };
}

/** Builds the help for the keyboard shortcuts. */
export function keysOf({ text }: Strings): ReviewPage['keys'] {
  const named = (['split', 'ignore', 'undo', 'next', 'previous'] as const).map((name) => ({
    keys: REVIEW_KEYS[name].toUpperCase(),
    text: text(`review.key-${name}`),
  }));
  return {
    title: text('review.keys'),
    text: text('review.keys-text'),
    on: text('review.keys-on'),
    list: [{ keys: '1–9', text: text('review.key-accept') }, ...named],
  };
}

function titleOf(transaction: Transaction, { text, locale }: Strings): string {
  const { counterparty, bookedOn } = transaction;
  const amount = signedAmount(transaction, locale);
  const day = dayText(bookedOn, locale);
  return counterparty.name === ''
    ? text('review.title-nobody', { amount, day })
    : text('review.title', { amount, day, name: counterparty.name });
}
