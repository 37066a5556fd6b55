import { type AdminRequest, adminForm, type FieldDefinition, hiddenFields } from '../../../../admin.js';
import { moneyText } from '../../../../money.js';
import type { Strings } from '../../../../text.js';
import { BADGE_KINDS, wordText } from '../../labels.js';
import type { FindOrders } from '../../matching/find-orders.js';
import { isOpen, leftOf, type Order } from '../../receivables/order.js';
import type { FoundCandidate } from '../../transactions/findings.js';
import { targetsOf } from '../../transactions/states.js';
import { type Transaction, unallocatedOf } from '../../transactions/transaction.js';
import { receivablePath } from '../paths.js';
import { scoreText } from '../transactions/facts.js';
import type { Assigning, CandidateCard } from './template-data.js';

/** Action names of the forms. */
export const ACCEPT_ACTION = 'accept';
export const SPLIT_ACTION = 'split';
/** Number of order rows in the form. The rest can be assigned by submitting it again. */
export const SPLIT_ROWS = 4;

/** Builds the candidate orders of a transaction with their reasons, and the form for other orders. */
export async function assigningOf(
  orders: FindOrders,
  transaction: Transaction,
  request: AdminRequest,
  texts: Strings,
): Promise<Assigning> {
  const { text } = texts;
  const { candidates } = transaction.findings;
  const canPay =
    transaction.direction === 'credit' &&
    transaction.bookingStatus === 'booked' &&
    targetsOf('match', transaction.status).length > 0;
  const found = await orders.byIds(candidates.map(({ order_id }) => order_id));
  const areLinked = await orders.areReceivables();
  const cards = candidates.map((candidate, index) => {
    const order = found.get(candidate.order_id);
    const link = areLinked && order ? request.link(receivablePath(order.id)) : null;
    return cardOf(candidate, { order, link, canPay, index, transaction }, texts);
  });
  return {
    title: text('assign.candidates'),
    none: text(transaction.direction === 'credit' ? 'assign.none' : 'assign.outgoing'),
    candidates: cards,
    accept: { action: request.link(request.path, request.query), hidden: hiddenFields(request, ACCEPT_ACTION) },
    form: canPay ? splitForm(transaction, candidates, request, texts) : null,
  };
}

interface CardParts {
  readonly order: Order | undefined;
  readonly link: string | null;
  readonly canPay: boolean;
  readonly index: number;
  readonly transaction: Transaction;
}

function cardOf(
  { order_id: id, reference, score, reasons }: FoundCandidate,
  { order, link, canPay, index, transaction }: CardParts,
  texts: Strings,
): CandidateCard {
  const { text, locale } = texts;
  const canTake = canPay && (!order || (isOpen(order) && order.currency === transaction.currency));
  return {
    id,
    reference,
    link,
    customer: order?.customer ?? '',
    amount: order ? amountText(order, texts) : null,
    badges: order ? [{ text: text(`order-${order.status}`), kind: BADGE_KINDS.order[order.status] }] : [],
    score: scoreText(score, texts),
    why: [
      ...reasons.map((reason) => wordText('reason', reason, texts)),
      ...(order && canTake ? differenceOf(order, transaction, texts, locale) : []),
    ],
    button: canTake ? { label: text('assign.accept'), name: text('assign.accept-order', { reference }) } : null,
    key: canTake && index < 9 ? String(index + 1) : null,
  };
}

function amountText(order: Order, { text, locale }: Strings): string {
  const whole = moneyText(order.amountDue, order.currency, locale);
  if (!isOpen(order) || order.amountPaid === 0) return whole;
  return text('assign.left-of', { left: moneyText(leftOf(order), order.currency, locale), whole });
}

/** Returns the surplus or shortage if the transaction paid only this order. */
function differenceOf(order: Order, transaction: Transaction, { text }: Strings, locale: string): string[] {
  const difference = unallocatedOf(transaction) - leftOf(order);
  if (difference === 0) return [];
  const amount = moneyText(Math.abs(difference), order.currency, locale);
  return [text(difference > 0 ? 'assign.too-much' : 'assign.too-little', { amount })];
}

function splitForm(
  transaction: Transaction,
  candidates: readonly FoundCandidate[],
  request: AdminRequest,
  { text, locale }: Strings,
) {
  const { currency } = transaction;
  const fields = Array.from({ length: SPLIT_ROWS }, (_, index): FieldDefinition[] => [
    {
      kind: 'text',
      name: `order${index + 1}`,
      label: text('assign.order', { number: index + 1 }),
      // A payment for several orders usually names them.
      value: candidates.length > 1 ? (candidates[index]?.reference ?? '') : '',
      autocomplete: 'off',
      maxLength: 64,
      required: index === 0,
    },
    {
      kind: 'text',
      name: `amount${index + 1}`,
      label: text('assign.amount', { number: index + 1 }),
      autocomplete: 'off',
      maxLength: 20,
    },
  ]).flat();
  return adminForm(request, {
    action: SPLIT_ACTION,
    title: text('assign.split'),
    description: text('assign.split-text', { amount: moneyText(unallocatedOf(transaction), currency, locale) }),
    fields,
    submit: text('assign.split-submit'),
  });
}
