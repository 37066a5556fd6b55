import {
  type AdminDetailData,
  type AdminRequest,
  type AreaRequest,
  adminForm,
  formError,
  pagePart,
} from '../../../../admin.js';
import { HostError, type PluginContext } from '../../../../index.js';
import { moneyText } from '../../../../money.js';
import type { Strings } from '../../../../text.js';
import type { AffiliateProgram } from '../../affiliate.js';
import type { PaymentDetails } from '../../affiliates/payment-details.js';
import { methodText } from '../../labels.js';
import type { CreatedPayout } from '../../payouts/payouts.js';
import { NEW_PAYOUT_PATH, PAYOUTS_PATH, type ProgramArea, payoutPath } from '../paths.js';
import { paymentTable, skippedTable } from './tables.js';
import { type PayoutWish, scopeOf, wishOf } from './wish.js';

type Parts = Pick<AffiliateProgram, 'affiliates' | 'calendar' | 'ledger'>;

/** Query parameter that returns to the form to change the request. */
const CHANGE = 'change';

/** Registers the pages that create a payout: first a dry run, then exactly that payout. */
export function registerNewPayout(area: ProgramArea, db: PluginContext['db'], parts: Parts): void {
  const { payouts } = parts.ledger;

  async function load(request: AreaRequest) {
    const { texts } = request;
    const wish = wishOf((name) => String(request.query[name] ?? ''));
    const form = await wishForm(parts, request, texts, wish);
    const isChosen = wish.method !== '' && request.query[CHANGE] === undefined;
    const preview = isChosen ? await tryOut(wish, texts) : null;
    // Errors in the query are shown above the form, which keeps the submitted values.
    if (preview === null || preview instanceof HostError) {
      const params: unknown = preview?.data.params;
      const faults = typeof params === 'object' && params !== null ? Object.values(params) : [];
      const notices = faults.map((fault) => ({ kind: 'error' as const, text: String(fault) }));
      return { notices, forms: [form] };
    }
    return {
      title: texts.text('payouts.dry-run'),
      ...dryRun(request, texts, wish, preview, parts.affiliates.details),
    };
  }

  async function tryOut(wish: PayoutWish, texts: Strings): Promise<CreatedPayout | HostError> {
    try {
      return await payouts.create({ ...(await scopeOf(wish, parts, texts)), dryRun: true });
    } catch (error) {
      if (error instanceof HostError && error.status < 500) return error;
      throw error;
    }
  }

  area.page({
    path: NEW_PAYOUT_PATH,
    title: 'payouts.add',
    load,
    heading: ({ title }, { texts: { text } }) => ({
      lead: text(title === null ? 'payouts.add-lead' : 'payouts.dry-run-lead'),
    }),
    actions: {
      async try({ texts }, form) {
        const wish = wishOf(form.text);
        await scopeOf(wish, parts, texts);
        return { to: `${NEW_PAYOUT_PATH}?${new URLSearchParams({ ...wish })}` };
      },
      async create({ texts, user }, form) {
        const scope = await scopeOf(wishOf(form.text), parts, texts);
        const { payout } = await db.transaction(async () => {
          const created = await payouts.create({ ...scope, createdBy: user.id });
          // Rolls back if the amount differs from the dry run that the user has seen.
          if (form.text('seen') !== seenOf(created)) throw formError({}, texts.text('payouts.changed'));
          return created;
        });
        if (!payout) throw new Error('The payout was created but not found.');
        return { to: payoutPath(payout.id), notice: texts.text('payouts.created') };
      },
    },
  });
}

/** Returns a short fingerprint of a dry run. */
function seenOf({ payments, amount, currency }: Pick<CreatedPayout, 'amount' | 'currency' | 'payments'>): string {
  const rows = payments.reduce((sum, { commissions }) => sum + commissions, 0);
  return `${amount} ${currency} ${payments.length} ${rows}`;
}

async function wishForm({ affiliates }: Parts, request: AdminRequest, texts: Strings, wish: PayoutWish) {
  const { text } = texts;
  const methods = await affiliates.paymentMethods();
  return adminForm(request, {
    action: 'try',
    fields: [
      {
        kind: 'select',
        name: 'method',
        label: text('payouts.method'),
        hint: text('payouts.method-hint'),
        required: true,
        value: wish.method,
        options: methods.map((value) => ({ value, label: methodText(value, texts) })),
      },
      {
        kind: 'date',
        name: 'before',
        label: text('payouts.before'),
        hint: text('payouts.before-hint'),
        value: wish.before,
      },
      {
        kind: 'textarea',
        name: 'affiliates',
        label: text('payouts.affiliates'),
        hint: text('payouts.affiliates-hint'),
        value: wish.affiliates,
        rows: 3,
      },
    ],
    submit: text('payouts.try'),
    cancel: { label: request.strings.text('admin.cancel'), link: request.link(PAYOUTS_PATH) },
  });
}

function dryRun(
  request: AdminRequest,
  texts: Strings,
  wish: PayoutWish,
  created: CreatedPayout,
  details: PaymentDetails,
): Pick<AdminDetailData, 'forms' | 'links' | 'sections'> {
  const { text, locale } = texts;
  const { payments, skipped, amount, currency } = created;
  const total = moneyText(amount, currency, locale);
  const change = { label: text('payouts.change'), link: request.link(NEW_PAYOUT_PATH, { ...wish, [CHANGE]: '1' }) };
  const hidden = Object.entries(wish).map(([name, value]) => ({ kind: 'hidden', name, value }) as const);
  return {
    sections: [
      pagePart({
        title: text('payouts.would-get'),
        text: text('payouts.would-get-total', { count: payments.length, amount: total }),
        table: payments.length === 0 ? null : paymentTable(payments, details, request, texts),
      }),
      ...(skipped.length === 0
        ? []
        : [
            pagePart({
              title: text('payouts.left-out'),
              text: text('payouts.left-out-text'),
              table: skippedTable(skipped, currency, request, texts),
            }),
          ]),
    ],
    forms:
      payments.length === 0
        ? []
        : [
            adminForm(request, {
              action: 'create',
              title: text('payouts.create'),
              description: text('payouts.create-text', { amount: total }),
              fields: [...hidden, { kind: 'hidden', name: 'seen', value: seenOf(created) }],
              submit: text('payouts.create'),
              cancel: change,
            }),
          ],
    links: payments.length === 0 ? [change] : [],
  };
}
