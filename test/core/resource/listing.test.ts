import type { Database } from 'mortise/database';
import { defineResource } from 'mortise/resource';
import { beforeEach, expect, it } from 'vitest';
import { describeDatabases } from '../../support/databases.js';
import { addTickets, ticketList, ticketMigrations } from './ticket-list.js';

describeDatabases('a resource', (database) => {
  let db: Database;
  beforeEach(async () => {
    db = await database();
    await db.migrate('acme-tickets', ticketMigrations);
  });

  const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id);
  type Query = Partial<Parameters<typeof ticketList.list>[1]>;
  const listed = async (query: Query = {}) =>
    idsOf((await ticketList.list(db, { page: 1, perPage: 50, ...query })).rows);

  it('applies each type of filter', async () => {
    const [plain = 0, closed = 0, owned = 0, urgent = 0] = await addTickets(db, [
      { code: 'A-1' },
      { status: 'closed', due_on: '2026-03-09' },
      { owner_id: 7, title: 'Half of 50% off' },
      { priority: 9, code: 'FIRE', title: 'PRINTER' },
    ]);
    const cases: [Query, number[]][] = [
      [{}, [urgent, owned, closed, plain]],
      [{ status: 'closed' }, [closed]],
      [{ owner_id: 7 }, [owned]],
      [{ code: 'A-1' }, [plain]],
      [{ code: 'a-1' }, []],
      [{ from: new Date('2026-03-01T12:02:00Z') }, [urgent, owned]],
      [{ to: new Date('2026-03-01T12:02:00Z') }, [closed, plain]],
      [{ due_from: '2026-03-06' }, [closed]],
      [{ due_to: '2026-03-05' }, [urgent, owned, plain]],
      [{ is_urgent: true }, [urgent]],
      [{ is_urgent: false, status: 'open' }, [owned, plain]],
      [{ search: ' printer ' }, [urgent, closed, plain]],
      [{ search: 'FIRE' }, [urgent, closed, plain]],
      [{ search: '50%' }, [owned]],
      [{ search: '%' }, [owned]],
      [{ search: '_' }, []],
      [{ search: ' ' }, [urgent, owned, closed, plain]],
    ];
    for (const [query, expected] of cases) expect([query, await listed(query)]).toEqual([query, expected]);
  });

  it('reads only the selected columns, on all pages', async () => {
    const ids = await addTickets(db, [{ title: 'One' }, { title: 'Two' }]);
    const titles = defineResource({
      table: 'acme_tickets',
      select: ['id', 'title'],
      read: (rows) => rows,
      title: 'Ticket',
      fields: () => ({}),
      filters: () => ({}),
      sort: { title: 'title' },
    });
    const [one, two] = [
      { id: ids[0], title: 'One' },
      { id: ids[1], title: 'Two' },
    ];
    expect((await titles.list(db, { page: 1, perPage: 2 })).rows).toEqual([one, two]);
    expect((await titles.list(db, { page: 2, perPage: 1 })).rows).toEqual([two]);
    expect((await titles.list(db, { page: 1, perPage: 1, offset: 1 })).rows).toEqual([two]);
    expect((await titles.next(db, {}, { after: { value: 'One', id: ids[0] ?? 0 }, limit: 2 })).rows).toEqual([two]);
  });

  it('treats hostile values as plain texts', async () => {
    const [id] = await addTickets(db, [{ title: "Robert'); drop table acme_tickets;--", code: '\\' }]);
    for (const search of ["'); DROP table", '\\', "' or 1=1 --"]) {
      const expected = search.startsWith("' or") ? [] : [id];
      expect([search, await listed({ search })]).toEqual([search, expected]);
    }
    expect(await listed({ code: "' or ''='" })).toEqual([]);
    expect(await listed()).toEqual([id]);
  });

  it('sorts by columns and expressions, with ties in the order of ids and null first', async () => {
    const [none = 0, two = 0, one = 0, other = 0] = await addTickets(db, [
      { title: 'b', priority: 1 },
      { title: 'a', priority: 3, owner_id: 2 },
      { title: 'b', priority: 2, owner_id: 1 },
      { title: 'a', priority: 3 },
    ]);
    expect(await listed({ orderBy: 'title', order: 'asc' })).toEqual([two, other, none, one]);
    expect(await listed({ orderBy: 'title', order: 'desc' })).toEqual([one, none, other, two]);
    expect(await listed({ orderBy: 'owner_id', order: 'asc' })).toEqual([none, other, one, two]);
    expect(await listed({ orderBy: 'owner_id', order: 'desc' })).toEqual([two, one, other, none]);
    expect(await listed({ orderBy: 'urgency', order: 'asc' })).toEqual([two, other, one, none]);
  });

  it('returns pages and the total, up to a maximum', async () => {
    const ids = await addTickets(db, [{}, {}, {}, { status: 'closed' }, {}]);
    const page = async (query: Query) => {
      const { rows, ...rest } = await ticketList.list(db, { page: 1, perPage: 2, order: 'asc', ...query });
      return { ids: idsOf(rows), ...rest };
    };
    expect(await page({})).toEqual({ ids: ids.slice(0, 2), total: 5, isCapped: false });
    expect(await page({ page: 3 })).toEqual({ ids: ids.slice(4), total: 5, isCapped: false });
    expect(await page({ page: 4 })).toEqual({ ids: [], total: 5, isCapped: false });
    expect(await page({ countLimit: 4 })).toEqual({ ids: ids.slice(0, 2), total: 4, isCapped: true });
    expect(await page({ countLimit: 5 })).toMatchObject({ total: 5, isCapped: false });
    expect(await page({ status: 'closed' })).toEqual({ ids: [ids[3]], total: 1, isCapped: false });
    expect(await page({ code: 'nothing' })).toEqual({ ids: [], total: 0, isCapped: false });
    expect(await ticketList.count(db, { status: 'open' })).toBe(4);
  });

  it('prepares derived columns before it reads or counts', async () => {
    const [id] = await addTickets(db, [{ title: 'Broken', code: '' }]);
    const coded = defineResource({
      table: 'acme_tickets',
      read: (rows) => rows,
      title: 'Ticket',
      prepare: async ({ query }, { code }) => {
        if (code !== undefined)
          await query.updateTable('acme_tickets').set({ code: 'T-1' }).where('code', '=', '').execute();
      },
      fields: () => ({}),
      filters: (filter) => ({ code: filter.text('code', {}) }),
      sort: { id: 'id' },
    });
    expect((await coded.list(db, { page: 1, perPage: 1 })).rows).toMatchObject([{ code: '' }]);
    expect(await coded.count(db, { code: 'T-1' })).toBe(1);
    expect((await coded.list(db, { page: 1, perPage: 1, code: 'T-1' })).rows).toMatchObject([{ id }]);
  });

  it('shows a total from counters without a limit', async () => {
    await addTickets(db, [{}, {}, {}]);
    const counted = defineResource({
      table: 'acme_tickets',
      read: (rows) => rows,
      title: 'Ticket',
      fields: () => ({}),
      filters: (filter) => ({ status: filter.enum('status', ['open', 'closed']) }),
      sort: { id: 'id' },
      count: async (_, { status }) => (status === undefined ? 3_000 : null),
    });
    const page = { page: 1, perPage: 2, countLimit: 2 };
    expect(await counted.list(db, page)).toMatchObject({ total: 3_000, isCapped: false });
    expect(await counted.list(db, { ...page, status: 'open' })).toMatchObject({ total: 2, isCapped: true });
    expect(await counted.count(db, {})).toBe(3_000);
  });

  it('cannot have filters with the names of arguments that every list has', () => {
    const declare = () =>
      defineResource({
        table: 'acme_tickets',
        read: (rows) => rows,
        title: 'Ticket',
        fields: () => ({}),
        filters: (filter) => ({ order: filter.id('owner_id') }),
        sort: { id: 'id' },
      });
    expect(declare).toThrow(expect.objectContaining({ code: 'resource_invalid' }));
  });

  it.each(['asc', 'desc'] as const)('continues after any row in %s order, null included', async (order) => {
    await addTickets(db, [{ owner_id: 2 }, {}, { owner_id: 1 }, {}, { owner_id: 2 }, { owner_id: 1 }, {}]);
    for (const orderBy of ['owner_id', 'opened_at', 'title', 'urgency'] as const) {
      const found: number[] = [];
      for (let after = null as Parameters<typeof ticketList.next>[2]['after']; ; ) {
        const { rows, cursor } = await ticketList.next(db, { orderBy, order }, { after, limit: 2 });
        found.push(...idsOf(rows));
        if (cursor === null) break;
        after = cursor;
      }
      expect([orderBy, found]).toEqual([orderBy, await listed({ orderBy, order })]);
    }
  });

  it('reads all rows in batches, without repeating or skipping any when others are inserted or deleted', async () => {
    const ids = await addTickets(
      db,
      Array.from({ length: 2500 }, () => ({})),
    );
    const found: number[] = [];
    const sizes: number[] = [];
    for await (const rows of ticketList.batches(db, { order: 'asc' })) {
      sizes.push(rows.length);
      found.push(...idsOf(rows));
      // An older row, which offsets would shift into the next batch, and the loss of one that was read.
      await addTickets(db, [{}], '2020-01-01T00:00:00Z');
      await db.query
        .deleteFrom('acme_tickets')
        .where('id', '=', ids[sizes.length] ?? 0)
        .execute();
    }
    expect(sizes).toEqual([1000, 1000, 500]);
    expect(found).toEqual(ids);
  });
});
