import { parse } from 'csv-parse/sync';
import type { User } from 'mortise';
import { commandRow, type Resource } from 'mortise/resource';
import type { TestHost } from 'mortise/testing';
import { expect, it } from 'vitest';
import { readValues } from '../../../src/core/resource/values.js';

/** Sent value of a filter, or all sent values, and the items that pass it. */
export type FilterCase<Item> = readonly [
  sent: string | Readonly<Record<string, string>>,
  passes: (item: Item) => boolean,
];

/** Surfaces of a declared list, which has rows. */
export interface ListSurfaces<Item> {
  /** Values that only code sets. */
  readonly internal?: object;
  /** Path of the REST list. */
  readonly rest?: string;
  readonly command?: readonly string[];
  /** Path of the admin page, and its parameters if they are not named like the filters; null for a filter without one. */
  readonly page?: string;
  readonly parameters?: Readonly<Record<string, string | null>>;
  /** Path of the CSV file in the admin area. */
  readonly file?: string;
  /** One case of each filter: some rows must pass, and some not. */
  readonly filters: Readonly<Record<string, FilterCase<Item>>>;
}

/** Specifies what holds for every declared list, on all of its surfaces. */
export function specifyList<Item extends { readonly id: number | string }>(
  open: () => {
    readonly host: TestHost;
    readonly admin: User;
    readonly subscriber: User;
    readonly resource: Resource<Item, object, unknown, string>;
  } & ListSurfaces<Item>,
): void {
  /** All items, in the default order. */
  async function itemsOf(): Promise<Item[]> {
    const { host, resource, internal = {} } = open();
    const { rows } = await resource.list(host.db, { ...internal, page: 1, perPage: 1000 });
    return [...rows];
  }

  /** Each filter with the items that should pass, as the records tell. */
  async function cases() {
    const { resource, filters } = open();
    const items = await itemsOf();
    const sendable = Object.entries(resource.filters).filter(([, { argument }]) => argument !== null);
    expect(Object.keys(filters).toSorted()).toEqual(sendable.map(([name]) => name).toSorted());
    return sendable.map(([name, filter]) => {
      const [argument, passes] = filters[name] ?? ['', () => false];
      const sent = typeof argument === 'string' ? { [name]: argument } : argument;
      const expected = items.filter(passes);
      expect([name, expected.length > 0 && expected.length < items.length]).toEqual([name, true]);
      return { name, filter, sent, expected };
    });
  }

  const idsOf = (items: readonly { readonly id: number | string }[]) => items.map(({ id }) => Number(id));
  const queryOf = (values: Readonly<Record<string, string>>) => new URLSearchParams(values).toString();

  async function readRest(path: string, query: string) {
    const { host, admin } = open();
    const answer = await host.request('GET', `${path}?${query}`, { as: admin });
    if (answer.status === 500) throw new Error(JSON.stringify(answer.data));
    const body = answer.data as { readonly data?: unknown };
    return { ...answer, rows: (Array.isArray(body) ? body : body.data) as { readonly id: number | string }[] };
  }

  async function visit(path: string): Promise<Response> {
    const { host, admin } = open();
    return host.visit(path, { as: admin });
  }

  it('applies each filter in SQL', async () => {
    const { host, resource, internal } = open();
    for (const { name, sent, expected } of await cases()) {
      const values = { ...internal, ...(await readValues(resource, host, sent)) };
      const { rows, total } = await resource.list(host.db, { ...values, page: 1, perPage: 1000 });
      expect([name, idsOf(rows)]).toEqual([name, idsOf(expected)]);
      expect([name, total, await resource.count(host.db, values)]).toEqual([name, rows.length, rows.length]);
    }
  });

  it('sorts by each order, down as the reverse of up, and reads on after any row', async () => {
    const { host, resource, internal = {} } = open();
    for (const orderBy of resource.orders) {
      const [up, down] = await Promise.all(
        (['asc', 'desc'] as const).map(async (order) => {
          const query = { ...internal, orderBy, order };
          const ids = idsOf((await resource.list(host.db, { ...query, page: 1, perPage: 1000 })).rows);
          const read: number[] = [];
          for (let after = null as Parameters<typeof resource.next>[2]['after']; ; ) {
            const { rows, cursor } = await resource.next(host.db, query, { after, limit: 2 });
            read.push(...idsOf(rows));
            if (cursor === null) break;
            after = cursor;
          }
          expect([orderBy, order, read]).toEqual([orderBy, order, ids]);
          return ids;
        }),
      );
      expect([orderBy, down]).toEqual([orderBy, up?.toReversed()]);
    }
  });

  it('has the same rows over REST, for each filter, order and page', async () => {
    const { host, resource, internal = {}, rest } = open();
    if (rest === undefined) return;
    for (const { sent, expected } of await cases()) {
      const { rows, headers } = await readRest(rest, queryOf({ ...sent, per_page: '100' }));
      expect([sent, idsOf(rows)]).toEqual([sent, idsOf(expected)]);
      expect([sent, headers['X-CMS-Total']]).toEqual([sent, String(expected.length)]);
    }
    for (const orderby of resource.orders.length > 1 ? resource.orders : []) {
      const { rows } = await resource.list(host.db, {
        ...internal,
        orderBy: orderby,
        order: 'asc',
        page: 1,
        perPage: 100,
      });
      const answer = await readRest(rest, queryOf({ orderby, order: 'asc', per_page: '100' }));
      expect([orderby, idsOf(answer.rows)]).toEqual([orderby, idsOf(rows)]);
    }
    const all = idsOf(await itemsOf());
    const pages: number[] = [];
    for (let page = 1; pages.length < all.length; page += 1) {
      const { rows } = await readRest(rest, `per_page=2&page=${page}`);
      pages.push(...idsOf(rows));
    }
    expect(pages).toEqual(all);
    expect(await readRest(rest, 'page=100')).toMatchObject({ status: 400, data: { code: resource.errors.page } });
  });

  it('prints the same rows, for each filter with an option', async () => {
    const { host, resource, command } = open();
    if (!command) return;
    for (const { filter, sent, expected } of await cases()) {
      if (!filter.options.cli) continue;
      const options = Object.entries(sent).map(([name, value]) => {
        const [option = ''] = (resource.filters[name]?.options.cli?.[0] ?? '').split(' ');
        return `--${option}=${value}`;
      });
      const { code, stdout, stderr } = await host.command(...command, '--format=json', ...options);
      expect([options, code, stderr]).toEqual([options, 0, '']);
      const rows = expected.map((item) => commandRow(resource, item));
      expect([options, JSON.parse(stdout)]).toEqual([options, JSON.parse(JSON.stringify(rows))]);
    }
  });

  it('shows as many rows on the admin page, for each of its filters', async () => {
    const { page: path, parameters = {} } = open();
    if (path === undefined) return;
    for (const { name, filter, sent, expected } of await cases()) {
      if (parameters[name] === null) continue;
      const values = Object.entries(sent).map(([each, value]) => [parameters[each] ?? each, value]);
      const query =
        filter.input === 'search'
          ? `search=${encodeURIComponent(Object.values(sent)[0] ?? '')}`
          : queryOf(Object.fromEntries(values));
      const answer = await visit(`${path}?${query}`);
      expect([query, answer.status]).toEqual([query, 200]);
      const page = await answer.text();
      expect([query, page.split('class="m-cell-first').length - 1]).toEqual([query, expected.length]);
    }
  });

  it('exports the rows of each filter as CSV', async () => {
    const { file, parameters = {} } = open();
    if (file === undefined) return;
    for (const { name, filter, sent, expected } of await cases()) {
      if (parameters[name] === null || filter.input === 'search') continue;
      const values = Object.entries(sent).map(([each, value]) => [parameters[each] ?? each, value]);
      const text = await (await visit(`${file}?${queryOf(Object.fromEntries(values))}`)).text();
      const rows: { readonly id: string }[] = parse(text, { columns: true, bom: true });
      expect([sent, rows.map(({ id }) => Number(id)).toSorted()]).toEqual([sent, idsOf(expected).toSorted()]);
    }
  });

  it('is closed to visitors and to users without the permission', async () => {
    const { host, subscriber, rest, page, file } = open();
    if (rest !== undefined) {
      expect((await host.request('GET', rest)).status).toBe(401);
      expect((await host.request('GET', rest, { as: subscriber })).status).toBe(403);
    }
    for (const path of [page, file]) {
      if (path !== undefined) expect((await host.visit(path, { as: subscriber })).status).toBe(403);
    }
  });
}
