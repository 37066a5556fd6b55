/** Type tests: tsc fails if a line below an `@ts-expect-error` compiles. Nothing here runs. */
import type { Database } from '../../../src/database.js';
import { defineResource, type FiltersOf, type RecordOf } from '../../../src/resource.js';
import { ticketList } from './ticket-list.js';

export async function types(db: Database): Promise<void> {
  const page = { page: 1, perPage: 20 };
  await ticketList.list(db, { ...page, status: 'open', from: new Date(), is_urgent: true, orderBy: 'urgency' });
  // @ts-expect-error not a status
  await ticketList.list(db, { ...page, status: 'new' });
  // @ts-expect-error a time, not a text
  await ticketList.list(db, { ...page, from: '2026-01-31' });
  // @ts-expect-error not a filter
  await ticketList.list(db, { ...page, assignee: 7 });
  // @ts-expect-error not an order
  await ticketList.list(db, { ...page, orderBy: 'secret' });

  const { rows } = await ticketList.list(db, page);
  const opened: Date | undefined = rows[0]?.openedAt;
  // @ts-expect-error not in the table
  const missing: unknown = rows[0]?.assignee;

  const record = (_: RecordOf<typeof ticketList>): void => undefined;
  for (const row of rows) record(ticketList.record(row));
  const owner: number | null = ticketList.record({ ...rows[0], openedAt: opened } as never).owner_id;
  // @ts-expect-error not a member of REST
  const words: unknown = ticketList.record({} as never).words;
  const values: FiltersOf<typeof ticketList> = { owner_id: owner ?? undefined };
  // @ts-expect-error an id
  const wrong: FiltersOf<typeof ticketList> = { owner_id: 'me' };
  await ticketList.count(db, { ...values, ...(missing ? wrong : {}), search: String(words) });

  defineResource({
    table: 'acme_tickets',
    read: (tickets) => tickets,
    title: 'Ticket',
    fields: (field) => ({
      title: field.text(({ title }) => title),
      // @ts-expect-error a number
      priority: field.text(({ priority }) => priority),
    }),
    filters: (filter) => ({
      priority: filter.custom(
        { type: 'integer' },
        { read: Number, where: (eb, priority) => eb('acme_tickets.priority', '=', priority) },
      ),
      // @ts-expect-error not a column
      assignee: filter.id('assignee_id'),
      // @ts-expect-error not a column
      wrong: filter.custom({ type: 'integer' }, { read: Number, where: (eb, value) => eb('assignee', '=', value) }),
    }),
    sort: { title: 'title' },
  });
  // @ts-expect-error not a column
  defineResource({ ...ticketOptions, sort: { title: 'subject' } });
}

const ticketOptions = {
  table: 'acme_tickets',
  read: (tickets: readonly { readonly id: number }[]) => tickets,
  title: 'Ticket',
  fields: () => ({}),
  filters: () => ({}),
} as const;
