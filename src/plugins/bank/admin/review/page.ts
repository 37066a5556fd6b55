import type { ActionOutcome, AreaRequest } from '../../../../admin.js';
import { idOf } from '../../../../pages.js';
import type { Bank } from '../../bank.js';
import type { BankKey } from '../../catalogues.js';
import type { Transaction } from '../../transactions/transaction.js';
import { ACCEPT_ACTION, SPLIT_ACTION } from '../assigning/assigning.js';
import { acceptedOrder, splitOrders } from '../assigning/submitted.js';
import { type BankArea, OVERVIEW_PATH, REVIEW_PATH } from '../paths.js';
import { caseOf, keysOf, undoOf } from './case.js';

type Parts = Pick<Bank, 'matching' | 'transactions'>;

/** Registers the review page, which shows one transaction at a time: accept an order, split, ignore or undo. */
export function registerReview(area: BankArea, parts: Parts): void {
  const { matching, transactions } = parts;

  area.page({
    path: REVIEW_PATH,
    title: 'admin.review',
    template: 'bank/admin/review',
    scripts: ['bank/review.js'],
    async load(request) {
      const { texts } = request;
      const { text } = texts;
      const place = await transactions.reviews.at(idOf(request.query.at) ?? 0);
      return {
        current: place && (await caseOf(place, parts, request, texts)),
        empty: {
          text: text('review.empty'),
          link: { label: text('admin.overview'), link: request.link(OVERVIEW_PATH) },
        },
        undo: await undoOf(transactions, request, texts),
        keys: keysOf(texts),
        texts: { busy: text('review.busy'), failed: text('review.failed') },
      };
    },
    lead: 'review.lead',
    actions: {
      [ACCEPT_ACTION]: (request, form) =>
        decide(request, 'match', async (transaction) =>
          matching.match(transaction.id, [acceptedOrder(form, transaction, request.texts)], request.user.id),
        ),
      [SPLIT_ACTION]: (request, form) =>
        decide(request, 'match', async (transaction) => {
          const orders = await splitOrders(form, transaction, matching.orders, request.texts);
          return matching.match(transaction.id, orders, request.user.id);
        }),
      ignore: (request) => decide(request, 'ignore', ({ id }) => matching.ignore(id, request.user.id)),
      async undo(request, form) {
        const { texts } = request;
        const { id } = await matching.undo(idOf(form.text('id')) ?? 0, request.user.id);
        return { to: `${REVIEW_PATH}?at=${id}`, notice: texts.text('review.undone', { id: String(id) }) };
      },
    },
  });

  /** Decides about the form's transaction and continues with the next one. */
  async function decide(
    request: AreaRequest<string, BankKey>,
    what: 'ignore' | 'match',
    work: (transaction: Transaction) => Promise<Transaction>,
  ): Promise<ActionOutcome> {
    const { id } = await work(await transactions.get(idOf(request.query.at) ?? 0));
    return {
      to: `${REVIEW_PATH}?at=${id + 1}&done=${id}`,
      notice: request.texts.text(`review.now-${what}`, { id: String(id) }),
    };
  }
}
