import type { ActionOutcome, AdminRequest } from '../../../../admin.js';
import type { PluginContext } from '../../../../index.js';
import { idOf } from '../../../../pages.js';
import type { Bank } from '../../bank.js';
import { refuseForm } from '../../labels.js';
import type { Transaction } from '../../transactions/transaction.js';
import { ACCEPT_ACTION, SPLIT_ACTION } from '../assigning/assigning.js';
import { acceptedOrder, splitOrders } from '../assigning/submitted.js';
import { adminTexts, BANK_PAGE, titleOf } from '../frame.js';
import { OVERVIEW_PATH, REVIEW_PATH, tabsFor } from '../paths.js';
import { caseOf, keysOf, undoOf } from './case.js';

type Parts = Pick<Bank, 'matching' | 'transactions'>;

/** Registers the review page, which shows one transaction at a time: accept an order, split, ignore or undo. */
export function registerReview({ admin, site }: Pick<PluginContext, 'admin' | 'site'>, parts: Parts): void {
  const { matching, transactions } = parts;

  admin.page({
    ...BANK_PAGE,
    path: REVIEW_PATH,
    title: titleOf(site, 'admin.review'),
    parent: OVERVIEW_PATH,
    template: 'bank/admin/review',
    scripts: ['bank/review.js'],
    async load(request) {
      const texts = adminTexts(site);
      const { text } = texts;
      const place = await transactions.reviews.at(idOf(request.query.at) ?? 0);
      return {
        strings: request.strings,
        tabs: tabsFor(request, texts, REVIEW_PATH),
        tabsLabel: text('admin.tabs'),
        current: place && (await caseOf(place, parts, request, texts)),
        empty: {
          text: text('review.empty'),
          link: { label: text('admin.overview'), link: request.link(OVERVIEW_PATH) },
        },
        undo: await undoOf(transactions, request, texts),
        keys: keysOf(texts),
        words: { busy: text('review.busy'), failed: text('review.failed') },
      };
    },
    heading: () => ({ lead: adminTexts(site).text('review.lead') }),
    actions: {
      [ACCEPT_ACTION]: (request, form) =>
        decide(request, 'match', async (transaction) =>
          matching.match(transaction.id, [acceptedOrder(form, transaction, adminTexts(site))], request.user.id),
        ),
      [SPLIT_ACTION]: (request, form) =>
        decide(request, 'match', async (transaction) => {
          const orders = await splitOrders(form, transaction, matching.orders, adminTexts(site));
          return matching.match(transaction.id, orders, request.user.id);
        }),
      ignore: (request) => decide(request, 'ignore', ({ id }) => matching.ignore(id, request.user.id)),
      async undo(request, form) {
        const texts = adminTexts(site);
        try {
          const { id } = await matching.undo(idOf(form.text('id')) ?? 0, request.user.id);
          return { to: `${REVIEW_PATH}?at=${id}`, notice: texts.text('review.undone', { id: String(id) }) };
        } catch (error) {
          return refuseForm(error, texts);
        }
      },
    },
  });

  /** Decides about the form's transaction and continues with the next one. */
  async function decide(
    request: AdminRequest,
    what: 'ignore' | 'match',
    work: (transaction: Transaction) => Promise<Transaction>,
  ): Promise<ActionOutcome> {
    const texts = adminTexts(site);
    try {
      const { id } = await work(await transactions.get(idOf(request.query.at) ?? 0));
      return {
        to: `${REVIEW_PATH}?at=${id + 1}&done=${id}`,
        notice: texts.text(`review.now-${what}`, { id: String(id) }),
      };
    } catch (error) {
      return refuseForm(error, texts);
    }
  }
}
