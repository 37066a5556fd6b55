import { definePlugin, type Host, type Plugin, type User } from 'mortise';
import { type Database, json, type TableOf, utc } from 'mortise/database';
import type { Resource } from 'mortise/resource';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe } from 'vitest';
import { auditCommands } from '../../src/cli/audit.js';
import { userCommands } from '../../src/cli/users.js';
import { webhookCommands } from '../../src/cli/webhooks.js';
import type { TableDefinition } from '../../src/core/database/tables.js';
import { authEventList } from '../../src/core/identity/auth-events.js';
import { userList } from '../../src/core/identity/user-queries.js';
import { deliveryList } from '../../src/core/webhooks/deliveries.js';
import { commissionList } from '../../src/plugins/affiliate/commissions/commission.js';
import { affiliate } from '../../src/plugins/affiliate/index.js';
import { payoutList } from '../../src/plugins/affiliate/payouts/payout.js';
import { affiliatesTable } from '../../src/plugins/affiliate/tables/affiliates.js';
import { commissionsTable } from '../../src/plugins/affiliate/tables/commissions.js';
import { payoutsTable } from '../../src/plugins/affiliate/tables/payouts.js';
import { bank } from '../../src/plugins/bank/index.js';
import { receivableList } from '../../src/plugins/bank/receivables/receivable-list.js';
import { paymentsTable } from '../../src/plugins/bank/tables/payments.js';
import { receivablesTable } from '../../src/plugins/bank/tables/receivables.js';
import { transactionsTable } from '../../src/plugins/bank/tables/transactions.js';
import { transactionList } from '../../src/plugins/bank/transactions/transaction-list.js';
import { feedbackList } from '../../src/plugins/knowledge-base/domain/feedback/feedback-list.js';
import { synonymList } from '../../src/plugins/knowledge-base/domain/search/synonyms/synonym-list.js';
import { knowledgeBase } from '../../src/plugins/knowledge-base/index.js';
import { feedbackTable } from '../../src/plugins/knowledge-base/tables/feedback.js';
import { type ListSurfaces, specifyList } from '../core/resource/list-specification.js';

/** Moments of the rows, a day apart. */
const DAYS = ['2026-03-01 12:00:00.000', '2026-03-02 12:00:00.000', '2026-03-03 12:00:00.000'] as const;

/** Columns of affiliates that cannot be empty. */
const REQUIRED = { social: '{}', meta: '{}', version: 1, currency: 'EUR' };

/** Inserts rows into a table, whose other columns are empty. */
async function addRows<T extends TableDefinition>(
  db: Database,
  table: T,
  rows: readonly Partial<TableOf<T>>[],
): Promise<number[]> {
  const empty = Object.entries(table.columns).flatMap(
    ([
      name,
      {
        definition: { kind, nullable },
      },
    ]) => {
      if (kind === 'id') return [];
      const values = {
        integer: 0,
        bigint: 0,
        boolean: 0,
        datetime: DAYS[0],
        key: '',
        string: '',
        text: '',
        json: '[]',
      };
      return [[name, nullable ? null : values[kind]]];
    },
  );
  const found = await db.insertMany(
    // The rows have all columns of the table.
    table.name as 'affiliate_payouts',
    rows.map((row) => ({ ...Object.fromEntries(empty), ...row })),
  );
  return found.map(({ id }) => id);
}

/** The commands of the core, which a test host only runs if a plugin adds them. */
function coreCommands(host: Host): Plugin {
  return definePlugin({
    name: 'acme-core-commands',
    version: '1.0.0',
    setup({ cli }) {
      const commands = { ...userCommands(host), ...auditCommands(host), ...webhookCommands(host) };
      for (const [name, command] of Object.entries(commands)) cli.command(name, command);
    },
  });
}

describe('every declared list', () => {
  let host: TestHost;
  let admin: User;
  let subscriber: User;
  beforeAll(async () => {
    host = await createTestHost({ plugins: [affiliate(), bank(), knowledgeBase()] });
    await host.plugins.activate([coreCommands(host)]);
    admin = await host.createUser('administrator');
    subscriber = await host.createUser('subscriber');
  });
  afterAll(() => host.close());

  /** @param prepare adds rows and returns the list */
  function describeList<Item extends { readonly id: number | string }>(
    name: string,
    resource: () => Resource<Item, object, unknown, string>,
    prepare: (db: Database) => Promise<ListSurfaces<Item>>,
  ): void {
    describe(name, () => {
      let surfaces: ListSurfaces<Item>;
      beforeAll(async () => {
        surfaces = await prepare(host.db);
      });
      specifyList(() => ({ host, admin, subscriber, resource: resource(), ...surfaces }));
    });
  }

  describeList(
    'users',
    () => userList,
    async () => {
      await host.users.create({
        login: 'zoe',
        email: 'zoe@example.com',
        name: 'Ada Lovelace',
        roles: ['editor', 'author'],
      });
      await host.users.create({ login: 'ann', email: 'ann@example.org', name: 'Bob', roles: [] });
      return {
        rest: '/mortise/v1/users',
        command: ['user', 'list'],
        page: '/admin/users',
        filters: {
          search: ['LOVELACE', ({ login }) => login === 'zoe'],
          role: ['editor', ({ login }) => login === 'zoe'],
        },
      };
    },
  );

  describeList(
    'the audit log',
    () => authEventList,
    async () => {
      for (const [index, event] of (['login', 'login_failed', 'login'] as const).entries()) {
        const author = index === 1 ? { login: 'ghost' } : { userId: subscriber.id };
        await host.authEvents.record({ event, ip: `192.0.2.${index}`, ...author });
      }
      return {
        command: ['audit', 'list'],
        page: '/admin/audit-log',
        filters: {
          event: ['login_failed', ({ event }) => event === 'login_failed'],
          user: [subscriber.login, ({ userId }) => userId === subscriber.id],
          address: ['192.0.2.2', ({ ip }) => ip === '192.0.2.2'],
        },
      };
    },
  );

  describeList(
    'webhook deliveries',
    () => deliveryList,
    async (db) => {
      const { id } = await host.webhooks.endpoints.create({
        url: 'https://example.com/hook',
        topics: ['settings_updated'],
      });
      const row = { topic: 'settings_updated', body: '{}', attempts: 1, response_status: null, response_body: null };
      for (const [index, status] of (['delivered', 'failed', 'waiting', 'failed'] as const).entries()) {
        const times = { duration: null, created_at: utc.encode(new Date()), attempted_at: null };
        const event = { event_id: `event-${index}`, error: status === 'failed' ? 'refused' : null };
        await db.insert('webhook_deliveries', { ...row, ...times, ...event, endpoint_id: id, status });
        await db.insert('webhook_deliveries', { ...row, ...times, ...event, endpoint_id: id + 1, status });
      }
      return {
        internal: { endpoint: id },
        rest: `/mortise/v1/webhooks/${id}/deliveries`,
        command: ['webhooks', 'deliveries', String(id)],
        page: `/admin/webhooks/${id}/messages`,
        filters: { status: ['failed', ({ status }) => status === 'failed'] },
      };
    },
  );

  describeList(
    'commissions',
    () => commissionList,
    async (db) => {
      const [ada = 0, bob = 0] = await addRows(db, affiliatesTable, [
        { code: 'ada', status: 'active', ...REQUIRED },
        { code: 'bob', status: 'active', ...REQUIRED },
      ]);
      await addRows(
        db,
        commissionsTable,
        DAYS.map((day, index) => ({
          affiliate_id: index === 1 ? bob : ada,
          type: index === 2 ? 'refund' : 'sale',
          status: index === 0 ? 'paid' : 'approved',
          amount: index === 2 ? -500 : 1000,
          payout_id: index === 0 ? 7 : 0,
          currency: 'EUR',
          rate_type: 'flat',
          origin: 'api',
          reference: `order-${index}`,
          created_at: day,
        })),
      );
      return {
        rest: '/vendor-affiliate/v1/commissions',
        command: ['affiliate', 'commission', 'list'],
        page: '/admin/affiliates/commissions',
        file: '/admin/affiliates/commissions/export.csv',
        // The admin page takes the code of the affiliate.
        parameters: { affiliate_id: null, payout_id: 'payout' },
        filters: {
          status: ['paid', ({ status }) => status === 'paid'],
          type: ['refund', ({ type }) => type === 'refund'],
          affiliate_id: [String(bob), ({ affiliateId }) => affiliateId === bob],
          payout_id: ['7', ({ payoutId }) => payoutId === 7],
          from: ['2026-03-02', ({ createdAt }) => createdAt >= new Date('2026-03-02')],
          to: ['2026-03-02', ({ createdAt }) => createdAt < new Date('2026-03-03')],
          reference: ['order-1', ({ reference }) => reference === 'order-1'],
        },
      };
    },
  );

  describeList(
    'affiliates',
    () => host.plugin('affiliate').affiliateList,
    async (db) => {
      await addRows(db, affiliatesTable, [
        {
          code: 'eve',
          status: 'pending',
          email: 'eve@example.com',
          registered_at: DAYS[1],
          ...REQUIRED,
        },
        {
          code: 'kim',
          status: 'rejected',
          email: 'kim@example.com',
          registered_at: DAYS[2],
          ...REQUIRED,
        },
      ]);
      return {
        rest: '/vendor-affiliate/v1/affiliates',
        command: ['affiliate', 'list'],
        page: '/admin/affiliates/people',
        file: '/admin/affiliates/people/export.csv',
        filters: {
          search: ['eve@', ({ code }) => code === 'eve'],
          status: ['rejected', ({ status }) => status === 'rejected'],
        },
      };
    },
  );

  describeList(
    'payouts',
    () => payoutList,
    async (db) => {
      await addRows(
        db,
        payoutsTable,
        (['draft', 'completed', 'draft'] as const).map((status) => ({ status, currency: 'EUR', method: 'manual' })),
      );
      return {
        rest: '/vendor-affiliate/v1/payouts',
        page: '/admin/affiliates/payouts',
        filters: { status: ['draft', ({ status }) => status === 'draft'] },
      };
    },
  );

  describeList(
    'bank transactions',
    () => transactionList,
    async (db) => {
      const ids = await addRows(
        db,
        transactionsTable,
        ['2026-03-01', '2026-03-02', '2026-03-03'].map((day, index) => ({
          account_id: index === 0 ? 1 : 2,
          source_id: index === 1 ? 1 : 2,
          run_id: index === 1 ? 1 : 2,
          direction: index === 2 ? 'debit' : 'credit',
          amount: 1000 * (index + 1),
          currency: index === 2 ? 'CZK' : 'EUR',
          booked_on: day,
          value_on: day,
          booking_status: index === 0 ? 'pending' : 'booked',
          counterparty_name: `Customer ${index}`,
          counterparty_iban: `DE0${index}`,
          variable_symbol: `10${index}`,
          status: index === 0 ? 'review' : 'matched',
          dedup_key: `key-${index}`,
          findings: json.encode({}),
        })),
      );
      await addRows(db, paymentsTable, [
        { transaction_id: ids[1], order_id: '4711', currency: 'EUR', amount: 100, rule: 'reference' },
      ]);
      return {
        rest: '/vendor-bank/v1/transactions',
        command: ['bank', 'list'],
        page: '/admin/bank/transactions',
        file: '/admin/bank/transactions/export.csv',
        parameters: { account_id: 'account', source_id: 'source', run_id: 'run', amount_min: 'min', amount_max: 'max' },
        filters: {
          status: ['review', ({ status }) => status === 'review'],
          direction: ['debit', ({ direction }) => direction === 'debit'],
          booking_status: ['pending', ({ bookingStatus }) => bookingStatus === 'pending'],
          account_id: ['1', ({ accountId }) => accountId === 1],
          source_id: ['1', ({ sourceId }) => sourceId === 1],
          run_id: ['1', ({ runId }) => runId === 1],
          currency: ['CZK', ({ currency }) => currency === 'CZK'],
          from: ['2026-03-02', ({ bookedOn }) => bookedOn >= '2026-03-02'],
          to: ['2026-03-02', ({ bookedOn }) => bookedOn <= '2026-03-02'],
          amount_min: [
            { currency: 'EUR', amount_min: '15' },
            ({ currency, amount }) => currency === 'EUR' && amount >= 1500,
          ],
          amount_max: [
            { currency: 'EUR', amount_max: '15' },
            ({ currency, amount }) => currency === 'EUR' && amount <= 1500,
          ],
          variable_symbol: ['101', ({ variableSymbol }) => variableSymbol === '101'],
          iban: ['DE 02', ({ counterparty }) => counterparty.iban === 'DE02'],
          order_id: ['4711', ({ id }) => id === ids[1]],
          search: ['customer 2', ({ counterparty }) => counterparty.name === 'Customer 2'],
        },
      };
    },
  );

  describeList(
    'receivables',
    () => receivableList,
    async (db) => {
      await addRows(
        db,
        receivablesTable,
        ['2026-03-01', '2026-03-02', null].map((due, index) => ({
          reference: `INV-${index}`,
          reference_key: `INV${index}`,
          amount_due: 1000 * (index + 1),
          currency: index === 2 ? 'CZK' : 'EUR',
          customer: `c${index}`,
          due_on: due,
          status: index === 0 ? 'paid' : 'open',
        })),
      );
      return {
        rest: '/vendor-bank/v1/receivables',
        command: ['bank', 'receivables', 'list'],
        page: '/admin/bank/receivables',
        parameters: { due_to: 'due' },
        filters: {
          status: ['paid', ({ status }) => status === 'paid'],
          customer: ['c1', ({ customer }) => customer === 'c1'],
          currency: ['CZK', ({ currency }) => currency === 'CZK'],
          due_to: ['2026-03-01', ({ dueOn }) => dueOn !== null && dueOn <= '2026-03-01'],
          search: ['inv-2', ({ reference }) => reference === 'INV-2'],
        },
      };
    },
  );

  describeList(
    'feedback',
    () => feedbackList,
    async (db) => {
      const write = async (title: string): Promise<number> => {
        const body = { title, content: 'Cook it.', status: 'publish' };
        const { data } = await host.request('POST', '/vendor-kb/v1/articles', { as: admin, body });
        return (data as { readonly id: number }).id;
      };
      const [soup, stew] = [await write('Soup'), await write('Stew')];
      const [one = 0] = await addRows(
        db,
        feedbackTable,
        DAYS.map((day, index) => ({
          article_id: index === 1 ? stew : soup,
          article_version: 1,
          type: index === 1 ? 'error' : 'question',
          message: index === 2 ? 'Where is the salt?' : 'Hello',
          status: index === 0 ? 'resolved' : 'new',
          assigned_to: index === 0 ? admin.id : null,
          created_at: day,
        })),
      );
      return {
        rest: '/vendor-kb/v1/feedback',
        command: ['kb', 'feedback', 'list', '--status=any'],
        page: '/admin/kb/feedback',
        parameters: { assigned_to: null, include: null, exclude: null },
        filters: {
          status: ['resolved', ({ status }) => status === 'resolved'],
          type: ['error', ({ type }) => type === 'error'],
          article: [String(stew), ({ articleId }) => articleId === stew],
          assigned_to: [String(admin.id), ({ assignedTo }) => assignedTo === admin.id],
          from: ['2026-03-02', ({ createdAt }) => createdAt >= new Date('2026-03-02')],
          to: ['2026-03-02', ({ createdAt }) => createdAt < new Date('2026-03-03')],
          search: ['SALT where', ({ message }) => message === 'Where is the salt?'],
          include: [String(one), ({ id }) => id === one],
          exclude: [String(one), ({ id }) => id !== one],
        },
      };
    },
  );

  describeList(
    'synonyms',
    () => synonymList,
    async () => {
      const { synonyms } = host.plugin('knowledge-base');
      const actor = { user: admin, source: 'rest' } as const;
      await synonyms.create({ locale: 'en', words: ['car', 'automobile'], also: [] }, actor);
      await synonyms.create({ locale: 'en', words: ['bike'], also: ['bicycle'] }, actor);
      await synonyms.create({ locale: 'de', words: ['Handy', 'Mobiltelefon'], also: [] }, actor);
      return {
        rest: '/vendor-kb/v1/search/synonyms',
        command: ['kb', 'synonyms', 'list'],
        page: '/admin/kb/search/synonyms',
        filters: {
          locale: ['DE', ({ locale }) => locale === 'de'],
          direction: ['one-way', ({ also }) => also.length > 0],
          search: ['HANDY', ({ locale }) => locale === 'de'],
        },
      };
    },
  );
});
