import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BrowserAgent } from '../../support/browser-agent.js';
import { addTickets, ticketList, tickets } from './ticket-list.js';

describe('the surfaces of a resource', () => {
  let host: TestHost;
  let admin: { readonly id: number; readonly login: string; readonly password: string };
  let ids: number[];
  beforeEach(async () => {
    host = await createTestHost({ plugins: [tickets()], timezone: 'Europe/Berlin' });
    admin = await host.createUser('administrator');
    ids = await addTickets(host.db, [
      { title: 'One', cost: 1250, code: 'AB' },
      { title: '=1+1', status: 'closed', opened_at: '2026-03-02 23:30:00.000' },
    ]);
  });
  afterEach(() => host.close());

  const get = (query: string, as = admin.id) => host.request('GET', `/acme/v1/tickets${query}`, { as });

  describe('REST', () => {
    it('lists records with the pagination headers', async () => {
      const { data, headers } = await get('?per_page=1');
      expect(data).toEqual([
        {
          id: ids[1],
          status: 'closed',
          owner_id: null,
          title: '=1+1',
          cost: 0,
          secret: 'hidden',
          opened_at: '2026-03-02T23:30:00.000Z',
        },
      ]);
      expect(headers).toMatchObject({ 'X-CMS-Total': '2', 'X-CMS-TotalPages': '2' });
    });

    it('shows a field that requires a permission to those who hold it', async () => {
      const user = await host.createUser('subscriber');
      expect((await get('', user.id)).data).toMatchObject([{ secret: '***' }, { secret: '***' }]);
    });

    it.each([
      ['?status=closed', 1],
      ['?from=2026-03-03', 1],
      ['?to=2026-03-01', 1],
      ['?to=2026-03-01T12:00:00Z', 1],
      ['?is_urgent=true', 0],
      ['?search=one', 1],
      ['?code=', 2],
    ])('reads the filter %s in the time zone of the site', async (query, count) => {
      expect((await get(query)).data).toHaveLength(count);
    });

    it.each([
      ['?status=new', 'rest_invalid_param'],
      ['?from=2026-02-30', 'rest_invalid_param'],
      ['?due_from=tomorrow', 'rest_invalid_param'],
      ['?owner_id=0', 'rest_invalid_param'],
      ['?owner_id=1e300', 'rest_invalid_param'],
      ['?orderby=secret', 'rest_invalid_param'],
      ['?search=%00', 'rest_invalid_param'],
      ['?page=3&per_page=1', 'rest_post_invalid_page_number'],
    ])('rejects %s', async (query, code) => {
      expect(await get(query)).toMatchObject({ status: 400, data: { code } });
    });

    it('describes its arguments and records', async () => {
      const { data } = await host.request('GET', '/openapi.json', { as: admin.id });
      const { paths, components } = data as {
        paths: Record<string, { get: { parameters: { name: string }[] } }>;
        components: { schemas: object };
      };
      const names = paths['/acme/v1/tickets']?.get.parameters.map(({ name }) => name);
      const filters = Object.keys(ticketList.filters).filter((name) => name !== 'secret');
      expect(names?.slice(0, filters.length + 4)).toEqual(['page', 'per_page', ...filters, 'orderby', 'order']);
      expect(components.schemas).toMatchObject({
        Ticket: { properties: { title: { type: 'string', description: 'Its subject.' }, cost: { type: 'number' } } },
      });
    });
  });

  it('looks values up, and has no argument, option or parameter for filters that only code sets', async () => {
    expect((await get('?colleague_of=One')).data).toHaveLength(2);
    expect(await get('?colleague_of=None')).toMatchObject({ status: 400, data: { code: 'rest_invalid_param' } });
    expect((await get('?secret=wrong')).data).toHaveLength(2);
    expect((await host.command('tickets', 'list', '--secret=wrong')).code).toBe(2);
    expect(await (await host.visit('/admin/tickets?secret=wrong', { as: admin })).text()).toContain('2 items');
    expect(await ticketList.count(host.db, { secret: 'wrong' })).toBe(0);
  });

  it('prints 100 rows as a table, and all rows for programs', async () => {
    await addTickets(
      host.db,
      Array.from({ length: 1100 }, () => ({})),
    );
    const table = await host.command('tickets', 'list', '--format=table');
    expect(table.stdout.trim().split('\n')).toHaveLength(102);
    expect(table.stderr).toContain('100 of 1102 rows; use --limit for more.');
    const all = await host.command('tickets', 'list', '--format=json');
    expect([JSON.parse(all.stdout).length, all.stderr]).toEqual([1102, '']);
    const some = await host.command('tickets', 'list', '--format=json', '--limit=1050');
    expect([JSON.parse(some.stdout).length, some.stderr]).toEqual([1050, '1050 of 1102 rows; use --limit for more.\n']);
  });

  it('exports the filtered rows as CSV', async () => {
    const { password } = await host.applicationPasswords.create(admin.id, { name: 'Export' });
    const url = await host.listen();
    const authorization = `Basic ${Buffer.from(`${admin.login}:${password}`).toString('base64')}`;
    const answer = await fetch(`${url}/api/acme/v1/tickets.csv?status=closed`, { headers: { authorization } });
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="tickets.csv"');
    expect(await answer.text()).toBe(
      `"id","status","title","cost","opened_at","words"\r\n${ids[1]},"closed","'=1+1","0.00","2026-03-02T23:30:00.000Z",1\r\n`,
    );
  });

  it('prints the filtered rows, and how many there are', async () => {
    const { stdout, stderr } = await host.command('tickets', 'list', '--format=csv', '--limit=1', '--from=2026-03-01');
    expect(stdout.trim().split(/\r?\n/)).toEqual(['"id","status","owner","title"', `${ids[1]},"closed",,"'=1+1"`]);
    expect(stderr).toContain('1 of 2 rows; use --limit for more.');
    const first = await host.command('tickets', 'list', '--field=id', '--orderby=title', '--order=desc', '--limit=1');
    expect(first.stdout.trim()).toBe(String(ids[0]));
    const invalid = await host.command('tickets', 'list', '--to=soon');
    expect([invalid.code, invalid.stderr]).toEqual([2, expect.stringContaining('rest_invalid_param')]);
  });

  describe('the admin list', () => {
    const see = async (query = '') => (await host.visit(`/admin/tickets${query}`, { as: admin })).text();
    const titles = async (query: string) =>
      [
        ...(await see(query)).matchAll(
          /class="m-cell-first"><span[^>]*>Title<\/span><span class="m-cell-value">([^<]*)/g,
        ),
      ].map(([, title]) => title);

    it('filters, searches and sorts by its URL', async () => {
      expect(await titles('')).toEqual(['=1+1', 'One']);
      expect(await titles('?status=closed')).toEqual(['=1+1']);
      expect(await titles('?orderby=title&order=desc')).toEqual(['One', '=1+1']);
      expect(await titles('?search=one')).toEqual(['One']);
      expect(await titles('?c=ab')).toEqual(['One']);
      expect(await titles('?to=2026-03-01')).toEqual(['One']);
      const page = await see('?status=open&c=ab');
      expect(page).toContain('€12.50');
      expect(page).toContain('/admin/tickets/export.csv?status=open&#38;c=ab"');
    });

    it.each([
      ['?from=soon', '“soon” is not a valid date'],
      ['?owner_id=x', '“x” is not a valid value'],
    ])('has no rows for %s and says why', async (query, sentence) => {
      expect(await see(query)).toContain(sentence);
      expect(await titles(query)).toEqual([]);
      expect((await host.visit(`/admin/tickets/export.csv${query}`, { as: admin })).status).toBe(422);
    });

    it('runs a bulk action on each selected row', async () => {
      const browser = new BrowserAgent(await host.listen());
      await browser.logIn(admin.login, admin.password);
      const submit = async (fields: Readonly<Record<string, string | string[]>>) =>
        browser.postForm('/admin/tickets', {
          ...(await browser.hiddenFields('/admin/tickets', 'bulk')),
          _action: 'bulk',
          ...fields,
        });
      const done = await submit({ bulk: 'close', ids: ids.map(String) });
      expect(done.status).toBe(303);
      expect((await browser.get(String(done.headers.location))).text).toContain('1 closed. 1 unchanged.');
      for (const bulk of ['', 'constructor']) expect((await submit({ bulk, ids: ids.map(String) })).status).toBe(422);
      expect((await submit({ bulk: 'close' })).status).toBe(422);
    });
  });
});
