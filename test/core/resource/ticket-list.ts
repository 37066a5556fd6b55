import { definePlugin, type Plugin, type PluginContext } from 'mortise';
import { adminList, detailPage, pagePart } from 'mortise/admin';
import {
  column,
  type Database,
  defineTable,
  type Insertable,
  type Migration,
  type TableOf,
  utc,
} from 'mortise/database';
import { defineResource, exportRoute, listCommand, listRoute } from 'mortise/resource';

export const ticketsTable = defineTable(
  'acme_tickets',
  {
    id: column.id(),
    status: column.key(16),
    /** Null until it is assigned. */
    owner_id: column.integer().nullable(),
    priority: column.integer(),
    title: column.string(200),
    code: column.key(32),
    cost: column.bigint(),
    secret: column.string(200),
    due_on: column.key(10),
    opened_at: column.datetime(),
    closed_at: column.datetime().nullable(),
  },
  { indexes: [['opened_at'], ['status', 'opened_at']] },
);

declare module 'mortise' {
  interface Tables {
    acme_tickets: TableOf<typeof ticketsTable>;
  }
}

export const ticketMigrations: readonly Migration[] = [
  { name: '0001_tickets', up: (schema) => schema.createTable(ticketsTable) },
];

const STATUSES = ['open', 'closed'] as const;

/** Resource with a field and a filter of each type. */
export const ticketList = defineResource({
  table: 'acme_tickets',
  read: (rows) => rows.map((row) => ({ ...row, openedAt: utc.decode(row.opened_at) })),
  title: 'Ticket',
  fields: (field) => ({
    id: field.integer(({ id }) => id, { csv: true, cli: true }),
    status: field.text(({ status }) => status, { csv: true, cli: true, text: 'status-' }),
    owner_id: field.idOrNull(({ owner_id: owner }) => owner, { cli: 'owner' }),
    title: field.text(({ title }) => title, { csv: true, cli: true, description: 'Its subject.' }),
    cost: field.money(({ cost }) => [cost, 'EUR'], { csv: true }),
    secret: field.text(({ secret }) => secret, { capability: 'manage_options', fallback: () => '***' }),
    opened_at: field.dateTime(({ openedAt }) => openedAt, { csv: true }),
    words: field.plain(({ title }) => title.split(' ').length, { csv: true }),
  }),
  filters: (filter) => ({
    status: filter.enum('status', STATUSES, {
      label: 'tickets.status',
      text: 'status-',
      cli: ['status <status>', 'only these'],
    }),
    owner_id: filter.id('owner_id', { cli: ['owner <id>', 'only of this user'] }),
    code: filter.text('code', { maxLength: 32 }, { label: 'tickets.code', cli: ['code <code>', 'with this code'] }),
    from: filter.from('opened_at', {
      description: 'Opened at or after this time.',
      cli: ['from <day>', 'opened since'],
    }),
    to: filter.until('opened_at', { description: 'Opened at or before this time.', cli: ['to <day>', 'opened until'] }),
    due_from: filter.fromDay('due_on'),
    due_to: filter.untilDay('due_on'),
    is_urgent: filter.custom(
      { type: 'boolean' },
      {
        read: (sent) => sent === true || sent === 'true',
        where: (eb, isUrgent) => eb('priority', isUrgent ? '>=' : '<', 5),
      },
    ),
    // Looks an owner up by the title of a ticket.
    colleague_of: filter.custom(
      { type: 'string' },
      {
        cli: ['colleague-of <title>', 'only of the owner of this ticket'],
        async read(sent, { db, invalid }) {
          const row = await db.query
            .selectFrom('acme_tickets')
            .select('owner_id')
            .where('title', '=', String(sent))
            .executeTakeFirst();
          if (row) return row.owner_id;
          throw invalid('There is no such ticket.');
        },
        where: (eb, owner) => eb('owner_id', 'is', owner),
      },
    ),
    secret: filter.internal((eb, secret: string) => eb('secret', '=', secret)),
    search: filter.search({ contains: ['title'], equals: ['code'] }, { label: 'tickets.search' }),
  }),
  sort: { opened_at: 'opened_at', owner_id: 'owner_id', title: 'title', urgency: (eb) => eb('priority', '*', -1) },
  order: ['opened_at', 'desc'],
});

/** Inserts tickets, each a minute after the other. */
export async function addTickets(
  db: Database,
  tickets: readonly Partial<Insertable<TableOf<typeof ticketsTable>>>[],
  first = '2026-03-01T12:00:00Z',
): Promise<number[]> {
  const rows = tickets.map((ticket, index) => ({
    status: 'open',
    owner_id: null,
    priority: 1,
    title: 'Printer on fire',
    code: '',
    cost: 0,
    secret: 'hidden',
    due_on: '2026-03-05',
    opened_at: utc.encode(new Date(Date.parse(first) + index * 60_000)),
    closed_at: null,
    ...ticket,
  }));
  return (await db.insertMany('acme_tickets', rows)).map(({ id }) => id);
}

const TEXTS = {
  en: {
    'status-open': 'Open',
    'status-closed': 'Closed',
    'tickets.title': 'Tickets',
    'tickets.status': 'Status',
    'tickets.code': 'Code',
    'tickets.search': 'Search tickets',
    'tickets.none': 'No tickets yet.',
    'tickets.close': 'Close',
    'tickets.now-closed': '{count} closed.',
    status: 'Status',
    title: 'Title',
    cost: 'Cost',
  },
};

/** Plugin with the resource on every surface. */
export const tickets = (): Plugin =>
  definePlugin({
    name: 'acme-tickets',
    version: '1.0.0',
    tablePrefix: 'acme_',
    migrations: ticketMigrations,
    setup(context) {
      const { rest, cli } = context;
      const route = { summary: 'List tickets', permission: 'authenticated', operationId: 'listTickets' } as const;
      rest.route('acme/v1', listRoute(ticketList, context, { ...route, path: '/tickets' }));
      rest.route(
        'acme/v1',
        exportRoute(ticketList, context, {
          path: '/tickets.csv',
          name: 'tickets',
          summary: 'Export tickets',
          permission: 'export',
        }),
      );
      cli.command('tickets list', listCommand(ticketList, context, { summary: 'List tickets' }));
      registerTicketPages(context);
    },
  });

function registerTicketPages(context: PluginContext): void {
  const { admin, db, site } = context;
  const list = adminList(ticketList, context, {
    path: '/tickets',
    texts: () => site.strings(site.locale, TEXTS),
    caption: 'tickets.title',
    columns: { title: true, status: true, cost: true },
    row: ({ id, title }) => ({ id, label: title }),
    empty: 'tickets.none',
    inputs: { code: { name: 'c', read: (text) => text.toUpperCase() } },
    file: { path: '/tickets/export.csv', name: 'tickets' },
    bulk: {
      actions: {
        close: {
          label: 'tickets.close',
          done: 'tickets.now-closed',
          start: () => async (id) => {
            const change = db.query.updateTable('acme_tickets').set({ status: 'closed' }).where('id', '=', id);
            return (await change.where('status', '=', 'open').executeTakeFirstOrThrow()).numUpdatedRows === 1n;
          },
        },
      },
      errorText: ({ message }) => message,
    },
  });
  const page = { title: 'Tickets', capability: 'manage_options', template: 'core/admin/detail' } as const;
  admin.page({
    ...page,
    path: '/tickets',
    async load(request) {
      const { table, notices } = await list.load(request);
      return detailPage(request, { notices, sections: [pagePart({ table })] });
    },
    heading: (_data, request) => ({ actions: [{ label: 'CSV', link: list.fileLink(request) }] }),
    actions: { bulk: list.bulk },
  });
  admin.page({ ...page, path: '/tickets/export.csv', parent: '/tickets', load: list.file });
}
