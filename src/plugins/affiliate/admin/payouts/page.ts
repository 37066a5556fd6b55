import {
  type ActionOutcome,
  type AdminFact,
  type AdminRequest,
  type AreaRequest,
  adminForm,
  csvFile,
  type FormData,
  factsOf,
  formError,
  pagePart,
  type SubmittedForm,
  stepsForm,
} from '../../../../admin.js';
import { HostError, type PluginContext } from '../../../../index.js';
import { moneyText } from '../../../../money.js';
import { idOf } from '../../../../pages.js';
import type { Strings } from '../../../../text.js';
import type { AffiliateProgram } from '../../affiliate.js';
import type { AffiliateKey } from '../../catalogues.js';
import { BADGE_KINDS, methodText } from '../../labels.js';
import { PAYOUT_TRANSITIONS, type Payout } from '../../payouts/payout.js';
import { PAYOUT_PATH, type ProgramArea, payoutPath } from '../paths.js';
import { paymentTable } from './tables.js';

type PayoutRequest = AreaRequest<'id', AffiliateKey>;

const MAX_NOTE_LENGTH = 2000;

/** Registers the page of a payout: its payments, next steps and the file for the bank. */
export function registerPayoutPage(
  area: ProgramArea,
  users: PluginContext['users'],
  { affiliates, ledger: { payouts }, exports }: Pick<AffiliateProgram, 'affiliates' | 'exports' | 'ledger'>,
): void {
  async function payoutOf({ params, texts }: PayoutRequest): Promise<Payout> {
    const missing = () => new HostError('vendor_affiliate_not_found', texts.text('error-not_found'), { status: 404 });
    const id = idOf(params.id);
    if (id === null) throw missing();
    return payouts.get(id).catch((error: unknown) => {
      throw error instanceof HostError && error.status === 404 ? missing() : error;
    });
  }

  async function load(request: PayoutRequest) {
    const { texts } = request;
    const { text } = texts;
    const payout = await payoutOf(request);
    const { id, status, createdBy } = payout;
    const [payments, creator] = await Promise.all([
      payouts.paymentsOf(id),
      createdBy === null ? null : users.get(createdBy),
    ]);
    const canStart = PAYOUT_TRANSITIONS[status].includes('processing');
    return {
      title: text('payouts.number', { id: String(id) }),
      badges: [{ text: text(`payout.status-${status}`), kind: BADGE_KINDS.payout[status] }],
      steps: stepsForm(request, {
        label: text('payouts.steps'),
        action: 'start',
        buttons: canStart ? [{ value: 'start', label: text('payouts.start'), kind: 'main' }] : [],
      }),
      sections: [
        pagePart({
          facts: payoutFacts(payout, creator?.name ?? null, texts),
          links: [{ label: text('admin.csv'), link: request.link(`${payoutPath(id)}/export.csv`) }],
        }),
      ],
      forms: endForms(request, payout, texts),
      isSplit: true,
      wide: [
        pagePart({
          title: text('payouts.payments'),
          table: paymentTable(payments, affiliates.details, request, texts),
        }),
      ],
    };
  }

  /** Runs a step on the payout of the page. */
  async function act(
    request: PayoutRequest,
    done: AffiliateKey,
    step: (id: number) => Promise<Payout>,
  ): Promise<ActionOutcome> {
    const { id } = await payoutOf(request);
    await step(id);
    return { notice: request.texts.text(done) };
  }

  function noteOf(form: SubmittedForm): string {
    const note = form.text('note').replaceAll('\r\n', '\n').trim();
    if ([...note].length <= MAX_NOTE_LENGTH) return note;
    throw formError({ note: area.texts().text('admin.too-long', { maximum: MAX_NOTE_LENGTH }) });
  }

  area.page({
    path: PAYOUT_PATH,
    title: 'payouts.payout',
    load,
    actions: {
      start: (request) => act(request, 'payouts.now-start', payouts.start),
      complete: (request) => act(request, 'payouts.now-complete', payouts.complete),
      fail: (request, form) => act(request, 'payouts.now-fail', (id) => payouts.fail(id, noteOf(form))),
      cancel: (request, form) => act(request, 'payouts.now-cancel', (id) => payouts.cancel(id, noteOf(form))),
    },
  });

  area.page({
    path: `${PAYOUT_PATH}/export.csv`,
    title: 'admin.csv',
    async load(request) {
      const { id } = await payoutOf(request);
      return csvFile(`payout-${id}`, await exports.payout(id));
    },
  });
}

function payoutFacts(payout: Payout, creator: string | null, texts: Strings): AdminFact[] {
  const { text, number, dateTime, locale } = texts;
  const { startedAt, endedAt } = payout;
  return factsOf([
    [text('payouts.amount'), moneyText(payout.amount, payout.currency, locale)],
    [text('payouts.method'), methodText(payout.method, texts)],
    [text('payouts.payments'), number(payout.payments)],
    [text('admin.commissions'), number(payout.commissions)],
    [text('payouts.created-at'), dateTime(payout.createdAt)],
    [text('payouts.created-by'), creator],
    [text('payouts.started-at'), startedAt && dateTime(startedAt)],
    [text('payouts.ended-at'), endedAt && dateTime(endedAt)],
    [text('payouts.note'), payout.note],
  ]);
}

/** Builds the forms of the final statuses that can follow the current one. */
function endForms(request: AdminRequest, { status }: Payout, { text }: Strings): FormData[] {
  const next = PAYOUT_TRANSITIONS[status];
  const givenUp = (action: 'cancel' | 'fail'): FormData =>
    adminForm(request, {
      action,
      title: text(`payouts.${action}`),
      description: text(`payouts.${action}-text`),
      fields: [{ kind: 'textarea', name: 'note', label: text('payouts.note'), rows: 2, maxLength: MAX_NOTE_LENGTH }],
      submit: text(`payouts.${action}`),
      danger: true,
    });
  return [
    ...(next.includes('completed')
      ? [
          adminForm(request, {
            action: 'complete',
            title: text('payouts.complete'),
            description: text('payouts.complete-text'),
            fields: [],
            submit: text('payouts.complete'),
          }),
        ]
      : []),
    ...(next.includes('failed') ? [givenUp('fail')] : []),
    ...(next.includes('cancelled') ? [givenUp('cancel')] : []),
  ];
}
