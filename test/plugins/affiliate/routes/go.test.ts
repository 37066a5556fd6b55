import { HostError } from 'mortise';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { affiliate } from '../../../../src/plugins/affiliate/index.js';
import { dialects, migratedDatabase } from '../../../support/databases.js';
import { cookieOf, openProgramSite, type ProgramSite, type TestAffiliate } from './program-site.js';

const HOME = 'http://localhost:8080/';

describe.each(dialects)('GET /go/{code}/{link?} on $name', (dialect) => {
  let site: ProgramSite;
  let ada: TestAffiliate;
  let drop: () => Promise<void>;

  beforeEach(async () => {
    const database = await migratedDatabase(dialect, [affiliate()]);
    drop = database.drop;
    site = await openProgramSite({ database: database.url });
    ada = await site.add('ada');
  });
  afterEach(async () => {
    await site.close();
    await drop();
  });

  const hooks = () => site.host.hooks;
  const clicks = async () => {
    await site.program.tracking.clicks.flush();
    return site.host.db.query.selectFrom('affiliate_clicks').selectAll().orderBy('id').execute();
  };
  const link = async (body: object): Promise<string> => {
    const { data } = await site.call('POST', '/links/generate', { as: ada.userId, body });
    return new URL(String(data.short_url)).pathname;
  };

  it('redirects without caching or indexing, and counts the click', async () => {
    const { status, headers } = await site.open(await link({ url: '/shoes?size=7#red', campaign: 'winter' }), {
      Referer: 'https://www.blog.example/post',
    });
    expect(status).toBe(302);
    expect(headers).toMatchObject({
      location: `${HOME}shoes?size=7&ref=ada&ref_campaign=winter#red`,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    });
    const [cookie = ''] = headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/^vendor_aff=.*; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/i);
    const [row, ...others] = await clicks();
    expect(others).toEqual([]);
    expect(row).toMatchObject({ affiliate_id: ada.id, campaign: 'winter', source: 'blog.example', device: 'desktop' });
    const [, value = ''] = /^vendor_aff=([^;]*)/.exec(cookie) ?? [];
    const carried = site.program.tracking.attributionOf(new Map([['vendor_aff', decodeURIComponent(value)]]));
    expect(carried).toMatchObject({ code: 'ada', clickId: row?.click_id });
  });

  it.each([
    ['https://shop.example', true],
    ['http://shop.example', false],
  ])('sets the Secure flag of the cookie on %s: %s', async (url, isSecure) => {
    const otherSite = await openProgramSite({ url });
    try {
      await otherSite.add('ada');
      const [cookie = ''] = (await otherSite.open('/go/ada', { Host: 'shop.example' })).headers['set-cookie'] ?? [];
      expect(cookie).toMatch(/^vendor_aff=/);
      expect(/; Secure(;|$)/i.test(cookie)).toBe(isSecure);
    } finally {
      await otherSite.close();
    }
  });

  it.each([
    ['HEAD', {}, 'HEAD'],
    ['loading ahead', { 'Sec-Purpose': 'prefetch;prerender' }, 'GET'],
    ['a program', { 'User-Agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' }, 'GET'],
    ['what says nothing of itself', { 'User-Agent': '' }, 'GET'],
  ])('redirects %s, and counts nothing', async (_who, headers, method) => {
    const answer = await site.open('/go/ADA', headers, method);
    expect(answer).toMatchObject({ status: 302, headers: { location: `${HOME}?ref=ada` } });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(await clicks()).toEqual([]);
  });

  it('redirects home without a cookie for an unknown code or an inactive affiliate', async () => {
    await site.add('cleo', 'inactive');
    await site.add('pete', 'pending');
    for (const path of ['/go/nobody', '/go/cleo', '/go/pete/abc', '/go/..%2fevil']) {
      const { status, headers } = await site.open(path);
      expect([path, status, headers.location]).toEqual([path, 302, HOME]);
      expect(headers['set-cookie']).toBeUndefined();
    }
    expect(await clicks()).toEqual([]);
  });

  it('returns 404 for other paths and methods', async () => {
    for (const path of ['/go', '/go/', '/go/a/b/c']) expect((await site.open(path)).status).toBe(404);
    expect((await site.open('/go/ada', {}, 'POST')).status).toBe(404);
  });

  it('redirects without waiting for the database, and writes the click later', async () => {
    await site.open('/go/ada');
    await clicks();
    const transaction = vi.spyOn(site.host.db, 'transaction').mockRejectedValue(new Error('away'));
    const select = vi.spyOn(site.host.db.query, 'selectFrom').mockImplementation(() => {
      throw new Error('Nothing may be asked now.');
    });
    try {
      expect((await site.open('/go/ada')).status).toBe(302);
    } finally {
      transaction.mockRestore();
      select.mockRestore();
    }
    expect(await clicks()).toHaveLength(2);
  });

  it('redirects home while the database is down and the code is not cached', async () => {
    const select = vi.spyOn(site.host.db.query, 'selectFrom').mockImplementation(() => {
      throw new HostError('database_unavailable', 'away', { status: 503 });
    });
    try {
      expect(await site.open('/go/ada')).toMatchObject({ status: 302, headers: { location: HOME } });
    } finally {
      select.mockRestore();
    }
    expect((await site.open('/go/ada')).headers.location).toBe(`${HOME}?ref=ada`);
  });

  it.each(['DNT', 'Sec-GPC'])('counts clicks with %s, without telling their visitors apart', async (header) => {
    for (const headers of [{ [header]: '1' }, { [header]: '1' }, {}]) await site.open('/go/ada', headers);
    expect((await clicks()).map(({ is_unique, visitor }) => [is_unique, visitor === ''])).toEqual([
      [0, true],
      [0, true],
      [1, false],
    ]);
  });

  it('asks for consent, and sets no cookie when it is denied or cannot be checked', async () => {
    const visitors: unknown[] = [];
    hooks().addFilter('vendor_affiliate_can_set_cookie', async (_can, { cookies }) => {
      visitors.push(cookies.get('consent'));
      if (cookies.get('consent') === 'broken') throw new Error('The consent manager is away.');
      return cookies.get('consent') === 'yes';
    });
    const cookieFor = async (consent: string) => cookieOf(await site.open('/go/ada', { Cookie: `consent=${consent}` }));
    expect(await cookieFor('no')).toBe('');
    expect(await cookieFor('broken')).toBe('');
    expect(await cookieFor('yes')).toMatch(/^vendor_aff=/);
    expect(visitors).toEqual(['no', 'broken', 'yes']);
    expect(await clicks()).toHaveLength(3);
  });

  it('lets plugins detect bots, identify visitors, and set cookie days and link parameters', async () => {
    hooks().addFilter('vendor_affiliate_is_bot', (isBot, { headers }) => isBot || headers['x-probe'] !== undefined);
    hooks().addFilter('vendor_affiliate_visitor_key', async (_key, { affiliateId, visit }) => {
      return `${affiliateId}-${String(visit.headers['x-member'])}`;
    });
    hooks().addFilter('vendor_affiliate_cookie_days', (days, { code }) => (code === 'ada' ? 2 : days));
    hooks().addFilter('vendor_affiliate_ref_param', () => 'partner');
    hooks().addFilter('vendor_affiliate_link_url', (url, { affiliate }) => `${url}&utm_source=${affiliate.code}`);
    expect(cookieOf(await site.open('/go/ada', { 'X-Probe': '1' }))).toBe('');
    const { headers } = await site.open('/go/ada', { 'X-Member': 'seven' });
    expect(headers.location).toBe(`${HOME}?partner=ada&utm_source=ada`);
    expect(headers['set-cookie']?.[0]).toMatch(/Max-Age=172800/i);
    expect((await clicks()).map(({ visitor }) => visitor)).toEqual([`${ada.id}-seven`]);
  });

  it('redirects when a plugin fails', async () => {
    const broken = () => {
      throw new Error('A plugin is broken.');
    };
    hooks().addFilter('vendor_affiliate_is_bot', broken);
    hooks().addFilter('vendor_affiliate_link_url', broken);
    hooks().addFilter('vendor_affiliate_cookie_days', broken);
    expect(await site.open('/go/ada')).toMatchObject({ status: 302, headers: { location: `${HOME}?ref=ada` } });
  });

  it('attributes to the last or the first affiliate, by setting or filter', async () => {
    await site.add('bob');
    const codeIn = (cookie: string) =>
      site.program.tracking.attributionOf(new Map([['vendor_aff', decodeURIComponent(cookie.split('=')[1] ?? '')]]))
        ?.code;
    const first = cookieOf(await site.open('/go/ada'));
    expect(codeIn(cookieOf(await site.open('/go/bob', { Cookie: first })))).toBe('bob');
    await site.host.settings.save('affiliate', { attribution: 'first' });
    expect(cookieOf(await site.open('/go/bob', { Cookie: first }))).toBe('');
    hooks().addFilter('vendor_affiliate_attribution', (model, { code }) => (code === 'bob' ? 'last' : model));
    expect(codeIn(cookieOf(await site.open('/go/bob', { Cookie: first })))).toBe('bob');
  });

  it('announces each click once it is stored, and retries failed listeners', async () => {
    const heard: unknown[] = [];
    let isBroken = true;
    hooks().addAction('vendor_affiliate_click_recorded', async (click) => {
      if (isBroken) throw new Error('away');
      heard.push(click);
    });
    await site.open('/go/ada');
    await clicks();
    isBroken = false;
    await expect.poll(() => heard, { timeout: 10_000 }).toHaveLength(1);
    const [row] = await clicks();
    expect(heard[0]).toMatchObject({ click_id: row?.click_id, affiliate_id: ada.id, unique: true, landing_path: '/' });
  });

  it('writes pending clicks on deactivation', async () => {
    await site.open('/go/ada');
    await site.host.plugins.deactivate('affiliate');
    expect(await site.host.db.query.selectFrom('affiliate_clicks').selectAll().execute()).toHaveLength(1);
  });
});
