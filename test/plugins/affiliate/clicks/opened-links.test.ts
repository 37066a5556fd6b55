import { HostError } from 'mortise';
import { utc } from 'mortise/database';
import { beforeEach, expect, it, vi } from 'vitest';
import { createCalendar } from '../../../../src/core/calendar.js';
import { createSignatures } from '../../../../src/core/crypto/signatures.js';
import type { Database } from '../../../../src/core/database/database.js';
import {
  type AttributionModel,
  COOKIE_NAME,
  createAttribution,
} from '../../../../src/plugins/affiliate/attribution/attribution.js';
import type { AffiliateDirectory, KnownAffiliate } from '../../../../src/plugins/affiliate/clicks/directory.js';
import { openLink } from '../../../../src/plugins/affiliate/clicks/open-link.js';
import { createRecentClicks } from '../../../../src/plugins/affiliate/clicks/recent-clicks.js';
import { createClickRecorder } from '../../../../src/plugins/affiliate/clicks/recorder.js';
import { createLinks } from '../../../../src/plugins/affiliate/links/links.js';
import { createRollups } from '../../../../src/plugins/affiliate/statistics/rollups.js';
import { trackingMigrations } from '../../../../src/plugins/affiliate/tables/migrations.js';
import { describeDatabases } from '../../../support/databases.js';
import { visitorsOf } from '../../../support/visitors.js';
import { conversionHistory } from './history.js';

const DAY = 24 * 60 * 60 * 1000;
const HOME = 'http://shop.example/';
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const AFFILIATES: readonly KnownAffiliate[] = [
  { id: 1, code: 'ada', status: 'active', cookieDays: null },
  { id: 2, code: 'bob', status: 'active', cookieDays: 7 },
  { id: 3, code: 'cleo', status: 'inactive', cookieDays: null },
];

describeDatabases('opening an affiliate link', (database) => {
  let db: Database;
  let now: Date;
  let model: AttributionModel;
  let consent: boolean;
  let browser: Map<string, string>;
  let warnings: unknown[];
  let announced: string[];
  let close: () => Promise<void>;
  let flush: () => Promise<void>;
  let open: (code: string, headers?: Record<string, string>, method?: string) => ReturnType<typeof openLink>;
  let attribution: ReturnType<typeof createAttribution>;
  let link: (code: string, url: string, campaign?: string) => Promise<string>;

  beforeEach(async () => {
    db = await database();
    await db.migrate('affiliate', trackingMigrations);
    now = new Date('2026-11-22T12:00:00Z');
    model = 'last';
    consent = true;
    browser = new Map();
    warnings = [];
    announced = [];
    const calendar = createCalendar('UTC');
    const directory: AffiliateDirectory = {
      byCode: async (code) => AFFILIATES.find((each) => each.code === code.toLowerCase()) ?? null,
    };
    const signatures = createSignatures({
      owner: 'affiliate',
      secret: 'a secret for tests, long enough to be accepted',
      now: () => now.getTime(),
    });
    const heard = (...warn: unknown[]): void => void warnings.push(warn);
    const links = createLinks({
      db,
      site: {
        origin: 'http://shop.example',
        secure: false,
        url: (path) => `http://shop.example${path}`,
        href: (path) => path,
      },
      now: () => now,
      outbox: { announce: async () => undefined },
      log: { warn: heard },
      allowedHosts: async () => ['partner.example'],
      refParameter: async () => 'ref',
      linkUrl: (url) => url,
      shortPath: '/go',
    });
    const recorder = createClickRecorder({
      db,
      calendar,
      visitors: visitorsOf(db, 'affiliate', () => now),
      rollups: createRollups({ db, calendar, conversions: conversionHistory(), now: () => now }),
      siteOrigin: 'http://shop.example',
      log: { warn: heard, error: heard },
      now: () => now,
      isBot: (isBot) => isBot,
      visitorKey: async (visitor) => visitor,
      announce: async (click) => void announced.push(click.click_id),
      interval: 60_000,
      capacity: 500,
    });
    ({ close, flush } = recorder);
    attribution = createAttribution({
      site: { secure: false },
      signatures,
      directory,
      modelFor: async () => model,
      daysFor: async ({ cookieDays }) => cookieDays ?? 30,
      canSetCookie: async () => consent,
    });
    const parts = {
      home: HOME,
      recent: createRecentClicks(() => now),
      directory,
      links,
      recorder,
      attribution,
      log: { warn: heard },
      now: () => now,
    };
    open = async (code, headers = {}, method = 'GET') => {
      const [affiliate, short] = code.split('/');
      const visit = { method, headers: { 'user-agent': AGENT, ...headers }, remoteAddress: '203.0.113.7' };
      const answer = await openLink(parts, { code: affiliate ?? '', link: short, visit, cookies: browser });
      const value = /^vendor_aff=([^;]*)/.exec(answer.setCookie ?? '')?.[1];
      if (value !== undefined) browser.set(COOKIE_NAME, decodeURIComponent(value));
      return answer;
    };
    link = async (code, url, campaign) => {
      const affiliate = AFFILIATES.find((each) => each.code === code);
      if (!affiliate) throw new Error(`Nobody has the code ${code}.`);
      return (await links.generate(affiliate, { url, campaign })).short_url.split('/').slice(-2).join('/');
    };
  });

  const stored = async () => {
    await close();
    return db.query.selectFrom('affiliate_clicks').selectAll().orderBy('id').execute();
  };

  it('redirects to the target with the code, and records the click', async () => {
    const short = await link('ada', '/shoes?size=7&token=secret#red', 'winter');
    const answer = await open(short, { referer: 'https://www.blog.example/post' });
    expect(answer.location).toBe('http://shop.example/shoes?size=7&token=secret&ref=ada&ref_campaign=winter#red');
    expect(answer.setCookie).toMatch(/HttpOnly/);
    expect(answer.setCookie).toMatch(/SameSite=Lax/);
    const [row, ...others] = await stored();
    expect(others).toEqual([]);
    expect(row).toMatchObject({ affiliate_id: 1, campaign: 'winter', source: 'blog.example', device: 'desktop' });
    expect(JSON.stringify(row)).not.toMatch(/203\.0\.113|secret|Firefox/);
    expect(row?.clicked_at).toBe(utc.encode(now));
    expect(attribution.read(browser)).toEqual({ code: 'ada', clickId: row?.click_id, at: now });
    expect(announced).toEqual([row?.click_id]);
    expect(warnings).toEqual([]);
  });

  it.each([
    ['a code that nobody has', 'nobody', {}, 'GET'],
    ['somebody who is not active', 'cleo', {}, 'GET'],
    ['a program', 'ada', { 'user-agent': 'curl/8.5.0' }, 'GET'],
    ['what says nothing of itself', 'ada', { 'user-agent': '' }, 'GET'],
    ['loading ahead', 'ada', { 'sec-purpose': 'prefetch' }, 'GET'],
    ['HEAD', 'ada', {}, 'HEAD'],
  ])('counts nothing and sets no cookie for %s', async (_case, code, headers, method) => {
    const { location, setCookie } = await open(code, headers, method);
    expect(new URL(location).origin).toBe('http://shop.example');
    expect(setCookie).toBeNull();
    expect(await stored()).toEqual([]);
  });

  it('attributes the visitor to the last affiliate, or to the first', async () => {
    await open('ada');
    await open('bob');
    expect(attribution.read(browser)?.code).toBe('bob');
    model = 'first';
    await open('ada');
    expect(attribution.read(browser)?.code).toBe('bob');
  });

  it('attributes for the cookie days of the affiliate or the program', async () => {
    await open('bob');
    now = new Date(now.getTime() + 6 * DAY);
    expect(attribution.read(browser)?.code).toBe('bob');
    now = new Date(now.getTime() + 2 * DAY);
    expect(attribution.read(browser)).toBeNull();
    await open('ada');
    now = new Date(now.getTime() + 29 * DAY);
    expect(attribution.read(browser)?.code).toBe('ada');
  });

  it('sets no cookie without consent, but counts the click', async () => {
    consent = false;
    expect((await open('ada')).setCookie).toBeNull();
    expect(await stored()).toHaveLength(1);
  });

  it('ignores a tampered cookie', async () => {
    await open('ada');
    const text = browser.get(COOKIE_NAME) ?? '';
    const forged = Buffer.from(`bob.${'0'.repeat(26)}.${now.getTime()}`).toString('base64url');
    for (const changed of [text.replace(/^[^.]+/, forged), `${text}x`, text.slice(1), '', 'bob.1.2.3']) {
      expect(attribution.read(new Map([[COOKIE_NAME, changed]]))).toBeNull();
    }
  });

  it('uses the cached target while the database is down, or the home page without one', async () => {
    const existing = await link('ada', '/shoes');
    const unknown = await link('ada', '/hats');
    await open(existing);
    const away = vi.spyOn(db.query, 'selectFrom').mockImplementation(() => {
      throw new HostError('database_unavailable', 'away', { status: 503 });
    });
    try {
      expect((await open(existing)).location).toBe('http://shop.example/shoes?ref=ada');
      const { location, setCookie } = await open(unknown);
      expect(location).toBe('http://shop.example/?ref=ada');
      expect(setCookie).not.toBeNull();
      expect(warnings).toHaveLength(1);
    } finally {
      away.mockRestore();
    }
    expect(await stored()).toHaveLength(3);
  });

  it('keeps the latest clicks during a long database outage, and logs the number lost', async () => {
    const transaction = vi.spyOn(db, 'transaction').mockImplementation(async () => {
      throw new HostError('database_unavailable', 'away', { status: 503 });
    });
    const ids: string[] = [];
    for (let count = 0; count < 550; count += 1) {
      if (count % 200 === 0) await flush();
      await open('ada');
      ids.push(attribution.read(browser)?.clickId ?? '');
    }
    await flush();
    transaction.mockRestore();
    await flush();
    const clickIds = await db.query.selectFrom('affiliate_clicks').select('click_id').orderBy('id').execute();
    expect(clickIds.map((row) => row.click_id)).toEqual(ids.slice(50));
    const [sums] = await db.query
      .selectFrom('affiliate_rollups')
      .select(['clicks', 'unique_clicks'])
      .where('affiliate_id', '=', 1)
      .where('dim', '=', 0)
      .execute();
    expect(sums).toEqual({ clicks: 500, unique_clicks: 1 });
    expect(warnings).toMatchObject([
      [{ what: 'clicks' }, expect.stringContaining('retried')],
      [{ what: 'clicks', lost: 50 }, expect.stringContaining('lost')],
    ]);
  });

  it('does not wait for the database, and writes the click later', async () => {
    const transaction = vi.spyOn(db, 'transaction').mockRejectedValueOnce(new Error('away'));
    expect((await open('ada')).setCookie).not.toBeNull();
    expect(transaction).not.toHaveBeenCalled();
    transaction.mockRestore();
    expect(await stored()).toHaveLength(1);
  });
});
