import {
  type ActionOutcome,
  type AdminStepButton,
  type AreaData,
  type AreaRequest,
  pagePart,
  stepsForm,
} from '../../../../admin.js';
import { HostError, type PluginContext } from '../../../../index.js';
import { idOf } from '../../../../pages.js';
import type { Bank } from '../../bank.js';
import type { BankKey } from '../../catalogues.js';
import { actionsOn } from '../../transactions/states.js';
import type { Transaction } from '../../transactions/transaction.js';
import { ACCEPT_ACTION, assigningOf, SPLIT_ACTION } from '../assigning/assigning.js';
import { acceptedOrder, splitOrders } from '../assigning/submitted.js';
import { type BankArea, TRANSACTION_PATH } from '../paths.js';
import { allBadgesOf, transactionFacts } from './facts.js';
import { matchTable } from './matches.js';
import type { TransactionPage } from './template-data.js';

type Parts = Pick<Bank, 'matching' | 'transactions'>;
type TransactionRequest = AreaRequest<'id', BankKey>;

/** Actions that take a single click and can be undone. */
const QUICK_STEPS = ['unmatch', 'ignore'] as const;

/** Registers the page of a transaction: values, payments and actions. */
export function registerTransactionPage(
  area: BankArea,
  users: PluginContext['users'],
  { matching, transactions }: Parts,
): void {
  async function transactionOf({ params, texts }: TransactionRequest): Promise<Transaction> {
    const id = idOf(params.id);
    const found = id === null ? null : await transactions.find(id);
    if (found) return found;
    throw new HostError('vendor_bank_not_found', texts.text('error-not_found'), { status: 404 });
  }

  async function load(request: TransactionRequest): Promise<AreaData<TransactionPage>> {
    const { texts } = request;
    const { text } = texts;
    const transaction = await transactionOf(request);
    const { id, status, bookingStatus } = transaction;
    const matches = (await transactions.matchesOf([id])).get(id) ?? [];
    const account = (await transactions.accounts()).find((each) => each.id === transaction.accountId);
    const isBooked = bookingStatus === 'booked';
    const allowed = isBooked ? actionsOn(status) : [];
    const buttons = QUICK_STEPS.filter((step) => allowed.includes(step)).map(
      (value): AdminStepButton => ({
        value,
        label: text(status === 'ignored' ? 'transactions.unignore' : `transactions.${value}`),
        kind: 'quiet',
      }),
    );
    const isOpen = allowed.includes('match');
    return {
      title: text('transactions.number', { id: String(id) }),
      notices: isBooked ? [] : [{ kind: 'info', text: text('transactions.pending-text') }],
      badges: allBadgesOf(transaction, texts),
      steps: stepsForm(request, { label: text('transactions.steps'), action: 'step', buttons }),
      sections: [
        ...(matches.length === 0
          ? []
          : [
              pagePart({
                title: text('transactions.pays'),
                table: await matchTable(matches, { orders: matching.orders, users }, request, texts),
              }),
            ]),
        pagePart({
          title: text('transactions.facts'),
          facts: transactionFacts(transaction, account, request, texts),
        }),
      ],
      assigning: isOpen ? await assigningOf(matching.orders, transaction, request, texts) : null,
    };
  }

  /** Runs an action on the page's transaction. */
  async function act(
    request: TransactionRequest,
    work: (transaction: Transaction) => Promise<NonNullable<ActionOutcome['notice']>>,
  ): Promise<ActionOutcome> {
    return { notice: await work(await transactionOf(request)) };
  }

  area.page({
    path: TRANSACTION_PATH,
    title: 'transactions.transaction',
    template: 'bank/admin/transaction',
    load,
    actions: {
      step: (request, form) =>
        act(request, async ({ id }) => {
          const step = QUICK_STEPS.find((each) => each === form.text('step'));
          if (!step)
            throw new HostError('admin_action_unknown', request.strings.text('admin.no-action'), { status: 400 });
          await matching[step](id, request.user.id);
          return request.texts.text(`transactions.now-${step}`);
        }),
      [ACCEPT_ACTION]: (request, form) =>
        act(request, async (transaction) => {
          await matching.match(transaction.id, [acceptedOrder(form, transaction, request.texts)], request.user.id);
          return request.texts.text('transactions.now-match');
        }),
      [SPLIT_ACTION]: (request, form) =>
        act(request, async (transaction) => {
          const orders = await splitOrders(form, transaction, matching.orders, request.texts);
          await matching.match(transaction.id, orders, request.user.id);
          return request.texts.text('transactions.now-match');
        }),
    },
  });
}
