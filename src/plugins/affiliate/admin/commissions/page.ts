import {
  type ActionOutcome,
  type AdminList,
  type AreaRequest,
  formError,
  pagePart,
  type SubmittedForm,
} from '../../../../admin.js';
import { HostError, type PluginContext } from '../../../../index.js';
import { moneyText } from '../../../../money.js';
import { idOf } from '../../../../pages.js';
import type { AffiliateProgram } from '../../affiliate.js';
import type { AffiliateKey } from '../../catalogues.js';
import type { Commission } from '../../commissions/commission.js';
import { OWN_REFERENCE, ownReference } from '../../commissions/reference.js';
import { relationsOf } from '../../commissions/relations.js';
import { amountOf } from '../../conversions/read-input.js';
import { COMMISSION_PATH, type ProgramArea } from '../paths.js';
import { commissionFacts, conversionFacts, eventsOf } from './facts.js';
import { commissionForms, commissionSteps, QUICK_STEPS } from './forms.js';
import { badgesOf, reasonOf } from './labels.js';

type Parts = Pick<AffiliateProgram, 'affiliates' | 'ledger'>;
type CommissionRequest = AreaRequest<'id', AffiliateKey>;

/** Registers the page of a commission: its history and the available actions. */
export function registerCommissionPage(
  area: ProgramArea,
  db: PluginContext['db'],
  { affiliates, ledger }: Parts,
  list: AdminList<Commission>,
): void {
  const { commissions } = ledger;

  async function commissionOf({ params, texts }: CommissionRequest): Promise<Commission> {
    const id = idOf(params.id);
    const found = id === null ? null : await commissions.find(id);
    if (found) return found;
    throw new HostError('vendor_affiliate_not_found', texts.text('error-not_found'), { status: 404 });
  }

  async function load(request: CommissionRequest) {
    const { texts } = request;
    const { text } = texts;
    const commission = await commissionOf(request);
    const [affiliate, conversion, relations] = await Promise.all([
      affiliates.find(commission.affiliateId),
      ledger.findConversion(commission.conversionId),
      relationsOf(db, commission.id),
    ]);
    const { adjustments } = relations;
    const recorded = conversionFacts(conversion, texts);
    return {
      title: text('commissions.number', { id: String(commission.id) }),
      notices: isLocked(commission) ? [{ kind: 'info', text: text('commissions.locked') }] : [],
      badges: badgesOf(commission, texts),
      steps: commissionSteps(request, commission, texts),
      sections: [
        pagePart({ facts: commissionFacts(commission, affiliate, request, texts) }),
        pagePart({ title: text('commissions.history'), events: eventsOf(commission, relations, texts) }),
        ...(recorded.length === 0 ? [] : [pagePart({ title: text('commissions.behind'), facts: recorded })]),
      ],
      forms: commissionForms(request, commission, texts),
      isSplit: true,
      wide:
        adjustments.length === 0
          ? []
          : [
              pagePart({
                title: text('commissions.made'),
                table: await list.table(request, adjustments, { caption: text('commissions.made'), prefix: 'made_' }),
              }),
            ],
    };
  }

  /** Runs an action on the commission of the page. */
  async function act(
    request: CommissionRequest,
    work: (commission: Commission) => Promise<NonNullable<ActionOutcome['notice']>>,
  ): Promise<ActionOutcome> {
    return { notice: await work(await commissionOf(request)) };
  }

  /** Builds the notice, which says so if another user has already done the same. */
  function amountText(
    { strings, texts }: CommissionRequest,
    changed: boolean,
    name: (typeof QUICK_STEPS)[number] | 'pay' | 'refund' | 'reject',
  ): NonNullable<ActionOutcome['notice']> {
    if (changed) return texts.text(`commissions.now-${name}`);
    return { kind: 'info', text: strings.text('admin.bulk-same', { count: 1 }) };
  }

  area.page({
    path: COMMISSION_PATH,
    title: 'commissions.commission',
    load,
    actions: {
      step: (request, form) =>
        act(request, async ({ id }) => {
          const step = QUICK_STEPS.find((each) => each === form.text('step'));
          if (!step) throw formError({}, request.strings.text('admin.no-action'));
          return amountText(request, (await commissions[step](id)).changed, step);
        }),
      reject: (request, form) =>
        act(request, async ({ id }) => {
          const { text } = request.texts;
          const reason = reasonOf(form.text('reason'));
          if (reason === null) throw formError({ reason: text('commissions.reason-missing') });
          return amountText(
            request,
            (await commissions.reject(id, { reason, note: noteOf(form, text('admin.too-long', NOTE_LIMIT)) })).changed,
            'reject',
          );
        }),
      refund: (request, form) => act(request, (commission) => refund(request, commission, form)),
      pay: (request) => act(request, async ({ id }) => amountText(request, (await commissions.pay(id)).changed, 'pay')),
    },
  });

  async function refund(request: CommissionRequest, { id, currency }: Commission, form: SubmittedForm) {
    const { text, locale } = request.texts;
    const typed = form.text('amount').trim();
    const reference = form.text('reference').trim();
    if (reference.startsWith(OWN_REFERENCE) || [...reference].length > MAX_REFERENCE_LENGTH) {
      throw formError({ reference: text('param-reference') });
    }
    const { refund: row, changed } = await commissions.refund(id, {
      ...(typed !== '' && { amount: amountOf(typed, currency) }),
      reference: reference || ticketOf(form),
    });
    if (!changed) return amountText(request, false, 'refund');
    return row === null
      ? text('commissions.now-refund')
      : text('commissions.now-taken-back', { amount: moneyText(-row.amount, currency, locale) });
  }
}

/** An approved commission in a payout is locked against changes. */
function isLocked({ status, payoutId }: Commission): boolean {
  return status === 'approved' && payoutId !== 0;
}

/** Identifies a form submission, so that a double submit is not recorded as two refunds. */
function ticketOf(form: SubmittedForm): string {
  const ticket = form.text('ticket');
  return /^[0-9a-f-]{36}$/.test(ticket) ? OWN_REFERENCE + ticket : ownReference();
}

const MAX_NOTE_LENGTH = 2000;
const MAX_REFERENCE_LENGTH = 190;
const NOTE_LIMIT = { maximum: MAX_NOTE_LENGTH } as const;

/** @param tooLong error message for a note longer than the endpoint accepts */
function noteOf(form: SubmittedForm, tooLong: string): string {
  const note = form.text('note').replaceAll('\r\n', '\n').trim();
  if ([...note].length > MAX_NOTE_LENGTH) throw formError({ note: tooLong });
  return note;
}
