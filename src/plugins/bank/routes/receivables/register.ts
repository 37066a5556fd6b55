import type { PluginContext } from '../../../../index.js';
import { listRoute } from '../../../../resource.js';
import { respond } from '../../../../rest.js';
import { receivableList } from '../../receivables/receivable-list.js';
import type { Receivables } from '../../receivables/receivables.js';
import { AMOUNT_TYPES, amountOf, CURRENCY_ARG, ID_ARG, MANAGE, NAMESPACE } from '../arguments.js';

const TAGS = ['Receivables'];

const REFERENCE = {
  type: 'string',
  minLength: 1,
  maxLength: 64,
  description: 'Reference that payers enter: a variable symbol, an RF or QRR reference, or an invoice number.',
} as const;
const AMOUNT_DUE = { type: AMOUNT_TYPES, description: 'Major units, above 0.' } as const;
const MORE = {
  customer: { type: 'string', maxLength: 64, description: "Customer's ID in the shop." },
  iban: { type: 'string', maxLength: 50, description: 'Account that the payment is expected from.' },
  due_on: { type: ['string', 'null'], format: 'date' },
} as const;

/** Registers the routes for receivables, for sites without a shop's own orders. */
export function registerReceivableRoutes(
  context: Pick<PluginContext, 'db' | 'rest' | 'site'>,
  receivables: Receivables,
): void {
  const { rest } = context;
  rest.route(
    NAMESPACE,
    listRoute(receivableList, context, {
      path: '/receivables',
      tags: TAGS,
      permission: MANAGE,
      summary: 'List receivables',
      description: 'Newest first. Ties are ordered by ID.',
      operationId: 'listBankReceivables',
      envelope: true,
    }),
  );

  rest.group(NAMESPACE, { path: '/receivables', tags: TAGS, permission: MANAGE }, (endpoint) => {
    endpoint({
      method: 'POST',
      summary: 'Add a receivable',
      description: 'Run a rematch to match earlier payments.',
      operationId: 'createBankReceivable',
      idempotency: 'accepted',
      strictBody: true,
      args: {
        reference: { ...REFERENCE, required: true },
        amount_due: { ...AMOUNT_DUE, required: true },
        currency: { ...CURRENCY_ARG, required: true },
        ...MORE,
      },
      successStatus: 201,
      returns: receivableList.schema,
      async handler({ args: { reference, amount_due, currency, customer, iban, due_on: dueOn } }) {
        const amountDue = amountOf('amount_due', amount_due, currency);
        const created = await receivables.create({ reference, amountDue, currency, customer, iban, dueOn });
        return respond(receivableList.record(created), { status: 201 });
      },
    });
  });

  rest.group(
    NAMESPACE,
    { path: '/receivables/{id}', tags: TAGS, permission: MANAGE, args: { id: ID_ARG } },
    (endpoint) => {
      endpoint({
        method: 'GET',
        summary: 'Show a receivable',
        operationId: 'getBankReceivable',
        returns: receivableList.schema,
        handler: async ({ args }) => receivableList.record(await receivables.get(args.id)),
      });
      endpoint({
        method: 'PUT',
        summary: 'Change a receivable',
        description:
          'Absent fields stay unchanged. A changed amount can settle or reopen it. The currency cannot change once it has payments.',
        operationId: 'updateBankReceivable',
        strictBody: true,
        args: { reference: REFERENCE, amount_due: AMOUNT_DUE, currency: CURRENCY_ARG, ...MORE },
        returns: receivableList.schema,
        async handler({ args: { id, reference, amount_due, currency, customer, iban, due_on: dueOn } }) {
          const before = await receivables.get(id);
          // Keeps the amount in major units, because minor units differ between currencies.
          const isOther = currency !== undefined && currency !== before.currency;
          const amount = amount_due ?? (isOther ? receivableList.record(before).amount_due : undefined);
          const amountDue =
            amount === undefined ? undefined : amountOf('amount_due', amount, currency ?? before.currency);
          return receivableList.record(
            await receivables.update(id, { reference, amountDue, currency, customer, iban, dueOn }),
          );
        },
      });
      endpoint({
        method: 'DELETE',
        summary: 'Remove a receivable',
        description: 'Only without any past payments. Otherwise cancel it.',
        operationId: 'deleteBankReceivable',
        returns: {
          type: 'object',
          properties: {
            deleted: { type: 'boolean', required: true },
            previous: { ...receivableList.schema, required: true },
          },
        },
        handler: async ({ args }) => ({
          deleted: true,
          previous: receivableList.record(await receivables.remove(args.id)),
        }),
      });
    },
  );

  function step(verb: 'cancel' | 'reopen', summary: string, description: string): void {
    rest.route(NAMESPACE, {
      method: 'POST',
      path: `/receivables/{id}/${verb}`,
      summary,
      description,
      operationId: `${verb}BankReceivable`,
      tags: TAGS,
      permission: MANAGE,
      idempotency: 'accepted',
      args: { id: ID_ARG },
      returns: receivableList.schema,
      handler: async ({ args }) => receivableList.record(await receivables[verb](args.id)),
    });
  }
  step('cancel', 'Cancel a receivable', 'Only without payments. Idempotent.');
  step('reopen', 'Reopen a cancelled receivable', 'Idempotent.');
}
