import {
  type ActionOutcome,
  type AdminRequest,
  type AreaRequest,
  adminForm,
  factsOf,
  formError,
  type ListTableData,
  listQuery,
  listTable,
  pagePart,
  stepsForm,
} from '../../../../admin.js';
import { createCalendar } from '../../../../calendar.js';
import { HostError, type PluginContext } from '../../../../index.js';
import { moneyText } from '../../../../money.js';
import { idOf } from '../../../../pages.js';
import type { Strings } from '../../../../text.js';
import type { Bank } from '../../bank.js';
import type { BankKey } from '../../catalogues.js';
import { dayText, ibanText, wordText } from '../../labels.js';
import { isOpen, leftOf } from '../../receivables/order.js';
import type { Receivable } from '../../receivables/receivable.js';
import type { Match } from '../../transactions/match.js';
import { type BankArea, RECEIVABLE_PATH, transactionPath } from '../paths.js';
import { receivableFields, submittedReceivable } from './form.js';
import { badgesOf } from './labels.js';

type Parts = Pick<Bank, 'now' | 'receivables' | 'transactions'>;
type ReceivableRequest = AreaRequest<'id', BankKey>;

const STEPS = ['cancel', 'reopen'] as const;

/** Registers the page of a receivable with its payments and form. */
export function registerReceivablePage(area: BankArea, site: PluginContext['site'], parts: Parts): void {
  const { receivables, transactions } = parts;
  const calendar = createCalendar(site.timezone);

  async function receivableOf({ params, texts: { text } }: ReceivableRequest): Promise<Receivable> {
    const notFound = new HostError('vendor_bank_not_found', text('error-not_found'), { status: 404 });
    const id = idOf(params.id);
    if (id === null) throw notFound;
    return receivables.get(id).catch((error: unknown) => {
      throw error instanceof HostError && error.status === 404 ? notFound : error;
    });
  }

  async function load(request: ReceivableRequest) {
    const { texts } = request;
    const { text } = texts;
    const receivable = await receivableOf(request);
    const payments = await transactions.paymentsOf(receivable.id);
    const step =
      receivable.status === 'cancelled' ? 'reopen' : isOpen(receivable) && payments.length === 0 ? 'cancel' : null;
    const buttons = STEPS.filter((each) => each === step).map((value) => ({
      value,
      label: text(`receivables.${value}`),
      kind: value === 'cancel' ? ('warn' as const) : ('quiet' as const),
    }));
    return {
      title: receivable.reference,
      badges: badgesOf(receivable, calendar.dayOf(parts.now()), texts),
      steps: stepsForm(request, { label: text('transactions.steps'), action: 'step', buttons }),
      isSplit: true,
      sections: [
        pagePart({ facts: factsOfReceivable(receivable, texts) }),
        pagePart({ title: text('receivables.payments'), table: paymentTable(payments, request, texts) }),
      ],
      forms: [
        adminForm(request, {
          action: 'save',
          title: text('receivables.change'),
          fields: receivableFields(receivable, texts),
        }),
      ],
    };
  }

  /** Runs an action on the page's receivable. */
  async function act(
    request: ReceivableRequest,
    work: (id: number) => Promise<NonNullable<ActionOutcome['notice']>>,
  ): Promise<ActionOutcome> {
    const { id } = await receivableOf(request);
    return { notice: await work(Number(id)) };
  }

  area.page({
    path: RECEIVABLE_PATH,
    title: 'receivables.receivable',
    load,
    actions: {
      save: (request, form) =>
        act(request, async (id) => {
          const { texts } = request;
          const { reference } = await receivables.update(id, submittedReceivable(form, texts));
          return texts.text('receivables.saved', { reference });
        }),
      step: (request, form) =>
        act(request, async (id) => {
          const step = STEPS.find((each) => each === form.text('step'));
          if (!step) throw formError({}, request.strings.text('admin.no-action'));
          const { reference } = await receivables[step](id);
          return request.texts.text(`receivables.now-${step}`, { reference });
        }),
    },
  });
}

function factsOfReceivable(receivable: Receivable, { text, locale, dateTime }: Strings) {
  const { amountDue, amountPaid, amountTolerated, currency, dueOn, customer, iban, createdAt } = receivable;
  const money = (minor: number): string => moneyText(minor, currency, locale);
  return factsOf([
    [text('receivables.amount'), money(amountDue)],
    [text('receivables.paid'), money(amountPaid)],
    [text('receivables.tolerated'), amountTolerated === 0 ? null : money(amountTolerated)],
    [text('receivables.left'), receivable.status === 'cancelled' ? null : money(leftOf(receivable))],
    [text('receivables.due'), dueOn && dayText(dueOn, locale)],
    [text('receivables.customer'), customer],
    [text('receivables.iban'), ibanText(iban)],
    [text('receivables.created-at'), dateTime(createdAt)],
  ]);
}

function paymentTable(payments: readonly Match[], request: AdminRequest, texts: Strings): ListTableData {
  const { text, locale, dateTime } = texts;
  return listTable(request, listQuery(request, { prefix: 'payment_' }), {
    caption: text('receivables.payments'),
    columns: [
      { name: 'transaction', label: text('transactions.transaction') },
      { name: 'by', label: text('transactions.matched-by') },
      { name: 'amount', label: text('transactions.amount'), numeric: true },
    ],
    rows: payments.map(({ transactionId, amount, currency, rule, at }) => {
      const name = text('transactions.number', { id: String(transactionId) });
      return {
        id: transactionId,
        label: name,
        cells: {
          transaction: { text: name, link: request.link(transactionPath(transactionId)), note: dateTime(at) },
          by: wordText('rule', rule, texts),
          amount: moneyText(amount, currency, locale),
        },
      };
    }),
    total: payments.length,
    empty: { text: text('receivables.no-payments') },
  });
}
