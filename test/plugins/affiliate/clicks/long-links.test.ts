import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { type Response, Test } from 'supertest';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { affiliate } from '../../../../src/plugins/affiliate/index.js';
import { dialects, migratedDatabase } from '../../../support/databases.js';
import { BROWSER, openProgramSite, type ProgramSite, type TestAffiliate } from '../routes/program-site.js';

const VISIT = { 'User-Agent': BROWSER, Accept: 'text/html', 'Sec-Fetch-Dest': 'document' };

describe.each(dialects)('URL with a referral code in an Express site on $name', (dialect) => {
  let site: ProgramSite;
  let ada: TestAffiliate;
  let base: string;
  let closing: (() => Promise<void>)[];

  beforeEach(async () => {
    closing = [];
    const database = await migratedDatabase(dialect, [affiliate()]);
    closing.push(database.drop);
    site = await openProgramSite({ database: database.url, trustProxy: 'loopback' });
    closing.push(site.close);
    const app = express();
    app.get('/unseen', (_request, response) => void response.send('unseen'));
    app.use(site.host.handler());
    app.get('/{*path}', (_request, response) => {
      response.set('Cache-Control', 'public, max-age=600').cookie('basket', '3').send('<h1>Shoes</h1>');
    });
    const server = createServer(app);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => new Promise((resolve) => server.close(() => resolve())));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    ada = await site.add('ada');
  });
  afterEach(async () => {
    vi.useRealTimers();
    for (const close of closing.reverse()) await close();
  });

  const hooks = () => site.host.hooks;
  const get = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
    new Test(base, method, path).set(VISIT).set(headers);
  const clicks = async () => {
    await site.program.tracking.clicks.flush();
    return site.host.db.query.selectFrom('affiliate_clicks').selectAll().orderBy('id').execute();
  };
  /** Returns the affiliate cookie as a browser sends it back, or an empty string. */
  const ours = (answer: Response): string =>
    answer
      .get('Set-Cookie')
      ?.find((each) => each.startsWith('vendor_aff='))
      ?.split(';')[0] ?? '';
  const carried = (cookie: string) =>
    site.program.tracking.attributionOf(
      new Map([['vendor_aff', decodeURIComponent(cookie.replace('vendor_aff=', ''))]]),
    );
  const isPage = ({ status, text }: Response): boolean => status === 200 && text === '<h1>Shoes</h1>';

  it('counts like a short link, and changes only the cookies and the cache header', async () => {
    const { data } = await site.call('POST', '/links/generate', {
      as: ada.userId,
      body: { url: '/shoes?size=7#red', campaign: 'winter' },
    });
    const { pathname, search } = new URL(String(data.url));
    const answer = await get(pathname + search, { Referer: 'https://www.blog.example/post' });
    expect(isPage(answer)).toBe(true);
    expect(answer.get('Set-Cookie')?.map((each) => each.split('=')[0])).toEqual(['basket', 'vendor_aff']);
    expect(answer.get('Set-Cookie')?.[1]).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/);
    expect(answer.headers['cache-control']).toBe('private, max-age=600');
    const [row, ...others] = await clicks();
    expect(others).toEqual([]);
    expect(row).toMatchObject({ affiliate_id: ada.id, campaign: 'winter', source: 'blog.example', is_unique: 1 });
    expect(row?.landing_path).toBe('/shoes');
    expect(carried(ours(answer))).toMatchObject({ code: 'ada', clickId: row?.click_id });
  });

  it('counts a visitor redirected from a short link once, with and without cookies', async () => {
    for (const keepsCookies of [true, false]) {
      const agent = { 'User-Agent': `${BROWSER} ${String(keepsCookies)}` };
      const short = await get('/go/ada', agent);
      const { pathname, search } = new URL(short.headers.location ?? '');
      expect(search).toBe('?ref=ada');
      const cookie = keepsCookies ? ours(short) : '';
      const landed = await get(pathname + search, { ...agent, ...(cookie ? { Cookie: cookie } : {}) });
      expect(isPage(landed)).toBe(true);
      if (keepsCookies) expect(ours(landed)).toBe('');
    }
    expect(await clicks()).toHaveLength(2);
  });

  it('counts a visit once across page loads, and a visitor once a day', async () => {
    const first = await get('/shoes?ref=ada');
    for (const path of ['/shoes?ref=ada', '/boots?ref=ada']) await get(path, { Cookie: ours(first) });
    expect(await clicks()).toHaveLength(1);
    vi.useFakeTimers({ now: Date.now() + 31 * 60_000, toFake: ['Date'] });
    await get('/shoes?ref=ada', { Cookie: ours(first) });
    const counted = await clicks();
    expect(counted.map(({ is_unique }) => is_unique).filter((unique) => unique === 1).length).toBeLessThanOrEqual(2);
    expect(counted).toHaveLength(2);
    // The visits may span two days. Within one day the visitor stays the same.
    if (counted[0]?.clicked_at.slice(0, 10) === counted[1]?.clicked_at.slice(0, 10)) {
      expect(counted.map(({ is_unique }) => is_unique)).toEqual([1, 0]);
    }
  });

  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['HEAD', {}, 'HEAD'],
    ['loading ahead', { 'Sec-Purpose': 'prefetch' }, 'GET'],
    ['a program', { 'User-Agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' }, 'GET'],
    ['what says nothing of itself', { 'User-Agent': '' }, 'GET'],
    ['a picture', { Accept: 'image/webp,*/*', 'Sec-Fetch-Dest': 'image' }, 'GET'],
    ['a frame', { 'Sec-Fetch-Dest': 'iframe' }, 'GET'],
  ])('counts nothing for %s', async (_what, headers, method) => {
    const answer = await get('/shoes?ref=ada', headers, method);
    expect(answer.status).toBe(200);
    expect(ours(answer)).toBe('');
    expect(await clicks()).toEqual([]);
  });

  it('marks a page served to a bot as private, so that caches do not hide visitors', async () => {
    const { headers } = await get('/shoes?ref=ada', { 'User-Agent': 'Googlebot/2.1' });
    expect(headers['cache-control']).toBe('private, max-age=600');
  });

  it('leaves the page unchanged when the parameter names no active affiliate', async () => {
    await site.add('cleo', 'inactive');
    for (const search of ['?ref=producthunt', '?ref=cleo', '?ref=', '?ref[]=%00', '?xref=ada', '?ref=..%2f']) {
      const answer = await get(`/shoes${search}`);
      expect([search, isPage(answer), ours(answer)]).toEqual([search, true, '']);
      expect(answer.headers['cache-control']).toBe('public, max-age=600');
    }
    expect(await clicks()).toEqual([]);
  });

  it('accepts campaigns in the format of links, and ignores others', async () => {
    await get('/shoes?ref=ADA&ref_campaign=spring.sale', { 'User-Agent': `${BROWSER} a` });
    await get('/shoes?ref=ada&ref_campaign=%3Cscript%3E', { 'User-Agent': `${BROWSER} b` });
    expect((await clicks()).map(({ campaign }) => campaign)).toEqual(['spring.sale', '']);
  });

  it('uses the parameter name from the settings or a filter', async () => {
    await site.host.settings.save('affiliate', { refParameter: 'partner' });
    expect(ours(await get('/shoes?ref=ada'))).toBe('');
    expect(ours(await get('/shoes?partner=ada'))).not.toBe('');
    hooks().addFilter('vendor_affiliate_ref_param', () => 'via');
    expect(ours(await get('/shoes?via=ada', { 'User-Agent': `${BROWSER} x` }))).not.toBe('');
    expect(await clicks()).toHaveLength(2);
  });

  it('asks for consent, and sets the cookie of the counted click once the visitor agrees', async () => {
    hooks().addFilter('vendor_affiliate_can_set_cookie', (_can, { cookies }) => cookies.get('consent') === 'yes');
    expect(ours(await get('/shoes?ref=ada'))).toBe('');
    const [row, ...others] = await clicks();
    expect(others).toEqual([]);
    const agreed = await get('/shoes?ref=ada', { Cookie: 'consent=yes' });
    expect(carried(ours(agreed))?.clickId).toBe(row?.click_id);
    expect(await clicks()).toHaveLength(1);
  });

  it('attributes a visitor to the first or the last affiliate', async () => {
    await site.add('bob');
    const first = ours(await get('/shoes?ref=ada'));
    expect(carried(ours(await get('/shoes?ref=bob', { Cookie: first })))?.code).toBe('bob');
    await site.host.settings.save('affiliate', { attribution: 'first' });
    const agent = { 'User-Agent': `${BROWSER} other` };
    expect(ours(await get('/shoes?ref=bob', { ...agent, Cookie: first }))).toBe('');
    expect((await clicks()).map(({ affiliate_id }) => affiliate_id === ada.id)).toEqual([true, false, false]);
  });

  it('serves the page when the database is down or a filter never settles', async () => {
    const select = vi.spyOn(site.host.db.query, 'selectFrom').mockImplementation(() => {
      throw new Error('away');
    });
    try {
      expect(isPage(await get('/shoes?ref=ada'))).toBe(true);
    } finally {
      select.mockRestore();
    }
    hooks().addFilter('vendor_affiliate_can_set_cookie', () => new Promise<boolean>(() => undefined));
    const answer = await get('/shoes?ref=ada');
    expect([isPage(answer), ours(answer)]).toEqual([true, '']);
  });

  it('counts pages of the host, but not routes outside it or after deactivation', async () => {
    expect(ours(await get('/admin/login?ref=ada'))).not.toBe('');
    expect(ours(await get('/unseen?ref=ada', { 'User-Agent': `${BROWSER} x` }))).toBe('');
    expect(await clicks()).toHaveLength(1);
    await site.host.plugins.deactivate('affiliate');
    expect(ours(await get('/shoes?ref=ada', { 'User-Agent': `${BROWSER} y` }))).toBe('');
  });
});
