import { isOpen, leftOf, type Order } from '../receivables/order.js';
import type { CandidateSource } from './candidate.js';
import { judgedCandidates } from './judge.js';
import { reversalOf } from './reversal.js';
import type { Allocation, MatchRule, MatchSubject } from './rule.js';

/**
 * Matching rules in order; the first that applies wins. `split` precedes `reference_overpaid`, because a payment for
 * two orders is not an overpayment of the first.
 */
export const MATCH_RULES: readonly MatchRule[] = [
  {
    // Banks write notes as movements with an amount of 0.
    name: 'nothing_paid',
    score: 100,
    outcome: 'ignored',
    direction: 'credit',
    needs: 'Amount of 0.',
    decide: ({ available }) => (available === 0 ? {} : null),
  },
  {
    // The payer named one order in a reference field and paid its open amount.
    name: 'reference',
    score: 100,
    outcome: 'matched',
    direction: 'credit',
    needs: 'Exact reference, same currency, and the amount due within the tolerance.',
    decide(subject) {
      const near = openOrders(subject, ['reference']).filter((order) => isNearEnough(subject, order));
      const order = onlyOne(near);
      return order && { allocations: [settling(order, subject.available)] };
    },
  },
  {
    // One payment for several orders: it names them and equals the sum of their open amounts.
    name: 'split',
    score: 100,
    outcome: 'matched',
    direction: 'credit',
    needs: 'Several references, in separate fields or in the text, and exactly the sum of the amounts due.',
    decide(subject) {
      const orders = openOrders(subject, ['reference', 'digits', 'text']);
      const sum = orders.reduce((total, order) => total + leftOf(order), 0);
      if (orders.length < 2 || sum !== subject.available) return null;
      return { allocations: orders.map((order) => ({ order, amount: leftOf(order), tolerated: 0 })) };
    },
  },
  {
    // Less than the open amount: the order stays open for further payments.
    name: 'reference_partial',
    score: 100,
    outcome: 'partial',
    direction: 'credit',
    needs: 'Exact reference of one order, same currency, less than the amount due.',
    decide(subject) {
      const order = onlyOne(openOrders(subject, ['reference']));
      if (!order || subject.available >= leftOf(order) - subject.tolerance(order)) return null;
      return { allocations: [{ order, amount: subject.available, tolerated: 0 }] };
    },
  },
  {
    // More than the open amount: the order is paid, and a user decides about the rest.
    name: 'reference_overpaid',
    score: 100,
    outcome: 'overpaid',
    direction: 'credit',
    needs: 'Exact reference of one order, same currency, more than the amount due, and no other order in the text.',
    decide(subject) {
      const order = onlyOne(openOrders(subject, ['reference']));
      if (!order || openOrders(subject, ['digits', 'text'], 'any').length > 0) return null;
      const left = leftOf(order);
      if (subject.available <= left + subject.tolerance(order)) return null;
      return { allocations: [{ order, amount: left, tolerated: 0 }] };
    },
  },
  {
    // The reference matches and the currency differs, so a user has to decide what the payment is worth.
    name: 'other_currency',
    score: 70,
    outcome: 'review',
    direction: 'credit',
    needs: 'Exact reference of an open order in another currency.',
    decide(subject) {
      const isOther = openOrders(subject, ['reference'], 'any').some(
        ({ currency }) => currency !== subject.transaction.currency,
      );
      return isOther ? { flags: ['other_currency'] } : null;
    },
  },
  {
    // The referenced order is paid or cancelled. It is never paid again automatically.
    name: 'already_paid',
    score: 60,
    outcome: 'review',
    direction: 'credit',
    needs: 'Exact reference of an order that is paid or cancelled.',
    decide(subject) {
      const named = subject.candidates.filter(({ by }) => by === 'reference').map(({ order }) => order);
      if (named.length === 0 || openOrders(subject, ['reference'], 'any').length > 0) return null;
      const isPaid = named.some(({ status }) => status !== 'cancelled');
      return { flags: [isPaid ? 'double_payment' : 'order_cancelled'] };
    },
  },
  {
    // The text contains the number of one order as a word of at least six digits, and the amount matches.
    name: 'text_reference',
    score: 90,
    outcome: 'matched',
    direction: 'credit',
    needs: 'Digits of a reference, at least six, as a complete word in the text, and exactly the amount due.',
    decide(subject) {
      if (openOrders(subject, ['reference'], 'any').length > 0) return null;
      const order = onlyOne(openOrders(subject, ['digits']).filter((one) => leftOf(one) === subject.available));
      return order && { allocations: [settling(order, subject.available)] };
    },
  },
  {
    // The payer's account belongs to a customer with exactly one open order, of this amount. Disabled by default.
    name: 'known_payer',
    score: 80,
    outcome: 'matched',
    direction: 'credit',
    needs: 'Account of one customer with exactly one open order, and the exact amount due. Disabled by default.',
    decide(subject) {
      if (!subject.settings.isPayerEnough) return null;
      if (openOrders(subject, ['reference', 'digits', 'text'], 'any').length > 0) return null;
      const order = onlyOne(openOrders(subject, ['payer'], 'any'));
      if (!order || order.currency !== subject.transaction.currency || leftOf(order) !== subject.available) return null;
      return { allocations: [settling(order, subject.available)] };
    },
  },
  {
    // There are candidates and none is certain, so a user decides (never automatic).
    name: 'unclear',
    score: 50,
    outcome: 'review',
    direction: 'credit',
    needs: 'Several possible orders, or one with too little evidence: another amount, or only the amount.',
    decide(subject) {
      const [first, second] = judgedCandidates(subject);
      if (!first) return null;
      const flags = [
        ...(second?.score === first.score ? ['ambiguous'] : []),
        ...(first.by === 'amount' ? ['amount_only'] : []),
        ...(first.reasons.includes('order_paid') ? ['double_payment'] : []),
      ];
      return { flags };
    },
  },
  {
    // The bank reverses a payment or a part of it: its orders are open again.
    name: 'reversal',
    score: 100,
    outcome: 'reversed',
    direction: 'debit',
    needs:
      'Credit of the last 13 months with the same reference, and its amount, also plus charges; less if the bank marks the debit as a return.',
    decide({ transaction, credits }) {
      const reversal = reversalOf(transaction, credits);
      if (!reversal || !('credit' in reversal)) return null;
      const { credit, amount, displaces } = reversal;
      return { reverses: credit.transaction.id, returned: amount, displaces };
    },
  },
  {
    // A return without a certain payment. It waits here if its payment is not known yet.
    name: 'unclear_reversal',
    score: 50,
    outcome: 'review',
    direction: 'debit',
    needs: 'Return whose payment is unknown, ambiguous or of another amount.',
    decide({ transaction, credits }) {
      const reversal = reversalOf(transaction, credits);
      return reversal && 'doubt' in reversal ? { flags: [reversal.doubt] } : null;
    },
  },
  {
    // Outgoing money pays no order.
    name: 'outgoing',
    score: 100,
    outcome: 'ignored',
    direction: 'debit',
    needs: 'Debit that does not reverse a payment.',
    decide: () => ({}),
  },
];

/**
 * Returns the open candidate orders from these sources.
 * Only in the transaction's currency, unless `any` is given.
 */
function openOrders(
  { candidates, transaction }: MatchSubject,
  sources: readonly CandidateSource[],
  currency: 'any' | 'same' = 'same',
): readonly Order[] {
  return candidates
    .filter(({ order, by }) => sources.includes(by) && isOpen(order))
    .map(({ order }) => order)
    .filter((order) => currency === 'any' || order.currency === transaction.currency);
}

/** Returns the only item of a list; null for none or several. */
function onlyOne<T>(list: readonly T[]): T | null {
  return list.length === 1 ? (list[0] ?? null) : null;
}

/** Whether the amount equals the open amount of the order within the tolerance. */
function isNearEnough({ available, tolerance }: MatchSubject, order: Order): boolean {
  return Math.abs(available - leftOf(order)) <= tolerance(order);
}

/** Settles the order with the whole amount. The difference is waived, or accepted as an overpayment. */
function settling(order: Order, amount: number): Allocation {
  return { order, amount, tolerated: leftOf(order) - amount };
}
