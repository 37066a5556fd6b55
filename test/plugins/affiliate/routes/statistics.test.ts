import { utc } from 'mortise/database';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { affiliate } from '../../../../src/plugins/affiliate/index.js';
import { dialects, migratedDatabase } from '../../../support/databases.js';
import { BROWSER, openProgramSite, type ProgramSite, type TestAffiliate } from './program-site.js';

describe.each(dialects)('affiliate statistics on $name', (dialect) => {
  let site: ProgramSite;
  let ada: TestAffiliate;
  let bob: TestAffiliate;
  let drop: () => Promise<void>;

  beforeEach(async () => {
    const database = await migratedDatabase(dialect, [affiliate()]);
    drop = database.drop;
    site = await openProgramSite({ database: database.url });
    ada = await site.add('ada');
    bob = await site.add('bob');
  });
  afterEach(async () => {
    await site.close();
    await drop();
  });

  const get = (path: string, as: number = site.admin.id) => site.call('GET', path, { as });
  const month = new Date().toISOString().slice(0, 7);
  const today = new Date().toISOString().slice(0, 10);

  /** Records two clicks of one visitor for Ada, one of another for Bob, and a conversion for Ada. */
  async function visitAndBuy(): Promise<void> {
    await site.open('/go/ada', { Referer: 'https://blog.example/a' });
    await site.open('/go/ada', { Referer: 'https://blog.example/b' });
    await site.open('/go/bob', { 'User-Agent': BROWSER.replace('X11; Linux x86_64', 'Android 14; Mobile') });
    await site.program.tracking.clicks.flush();
    const [click] = await site.host.db.query.selectFrom('affiliate_clicks').select('click_id').orderBy('id').execute();
    await site.program.ledger.record({
      affiliateCode: 'ada',
      origin: 'api',
      amount: '80.50',
      clickId: click?.click_id,
      customerEmail: 'jane@example.org',
    });
  }

  it('returns a month of the program, and of an affiliate', async () => {
    await visitAndBuy();
    const all = await get('/clicks/monthly');
    expect(all.status).toBe(200);
    expect(all.data).toMatchObject({
      total_clicks: 3,
      unique_clicks: 2,
      conversions: 1,
      conversion_rate: 50,
      top_sources: [
        { source: 'blog.example', clicks: 2, share: 66.67 },
        { source: 'direct', clicks: 1, share: 33.33 },
      ],
      device_breakdown: { desktop: 2, mobile: 1, tablet: 0, other: 0 },
      has_prev_data: false,
      has_next_data: false,
      previous_month: null,
      next_month: null,
    });
    const days = all.data.clicks_data as { date: string }[];
    expect(days[0]?.date).toBe(`${month}-01`);
    expect(days.find(({ date }) => date === today)).toEqual({ date: today, clicks: 3, unique: 2, conversions: 1 });
    expect((await get(`/clicks/monthly?affiliate_id=${bob.id}`)).data.total_clicks).toBe(1);
    expect((await get('/clicks/monthly', ada.userId)).data.total_clicks).toBe(2);
    expect((await get(`/clicks/monthly?affiliate_id=${ada.id}`, ada.userId)).data.total_clicks).toBe(2);
    const foreign = await get(`/clicks/monthly?affiliate_id=${bob.id}`, ada.userId);
    expect([foreign.status, foreign.data.code]).toEqual([403, 'vendor_affiliate_forbidden']);
  });

  it('returns zeros for a future month, and rejects an invalid month', async () => {
    await visitAndBuy();
    const { status, data } = await get('/clicks/monthly?month=2&year=2096');
    expect(status).toBe(200);
    expect(data).toMatchObject({ total_clicks: 0, top_sources: [], has_prev_data: false, next_month: null });
    expect(data.previous_month).toMatch(/^20\d\d-\d\d$/);
    expect(data.clicks_data).toHaveLength(29);
    for (const query of ['month=13', 'month=0', 'year=2019', 'month=x', 'month=1.5', 'year=20260']) {
      const refused = await get(`/clicks/monthly?${query}`);
      expect([query, refused.status, refused.data.code]).toEqual([query, 400, 'rest_invalid_param']);
    }
  });

  it('applies a filter to the monthly clicks', async () => {
    site.host.hooks.addFilter('vendor_affiliate_monthly_clicks', async (found, { affiliateId }) => {
      return affiliateId === undefined ? { ...found, top_sources: [] } : found;
    });
    await visitAndBuy();
    expect((await get('/clicks/monthly')).data.top_sources).toEqual([]);
    expect((await get('/clicks/monthly', ada.userId)).data.top_sources).toHaveLength(1);
  });

  it('returns the statistics of an affiliate', async () => {
    await visitAndBuy();
    const { status, data } = await get(`/stats/affiliate/${ada.id}`, ada.userId);
    expect(status).toBe(200);
    expect(data.basic).toEqual({
      affiliate_id: ada.id,
      code: 'ada',
      status: 'active',
      currency: 'EUR',
      clicks: 2,
      unique_clicks: 1,
      conversions: 1,
      conversion_rate: 100,
      revenue: 80.5,
      earnings_pending: 8.05,
      earnings_approved: 0,
      earnings_paid: 0,
      earnings_refunded: 0,
      balance: 0,
      epc: 0,
    });
    const monthly = data.monthly as object[];
    expect(monthly).toHaveLength(12);
    expect(monthly.at(-1)).toEqual({
      month,
      clicks: 2,
      unique_clicks: 1,
      conversions: 1,
      revenue: 80.5,
      earnings: 8.05,
    });
    expect(data.recent_clicks).toMatchObject([
      { source: 'blog.example', campaign: null, device: 'desktop', landing_path: '/', converted: false },
      { source: 'blog.example', converted: true },
    ]);
    expect(data.recent_conversions).toMatchObject([
      { type: 'custom_form', status: 'pending', base_amount: 80.5, amount: 8.05, currency: 'EUR' },
    ]);
    expect(JSON.stringify(data)).not.toContain('jane@example.org');
    expect((await get(`/stats/affiliate/${ada.id}`)).data).toEqual(data);
    expect((await get(`/stats/affiliate/${bob.id}`)).data.basic).toMatchObject({ clicks: 1, conversions: 0 });
  });

  it('returns the statistics of the program', async () => {
    await visitAndBuy();
    await site.add('cleo', 'inactive');
    const { status, data, headers } = await get('/stats/overview');
    expect(status).toBe(200);
    expect(data).toEqual({
      currency: 'EUR',
      affiliates: { total: 3, active: 2, pending: 0, inactive: 1, rejected: 0, new_30d: 3 },
      commissions: {
        pending: { count: 1, amount: 8.05 },
        approved: { count: 0, amount: 0 },
        paid: { count: 0, amount: 0 },
        rejected: { count: 0, amount: 0 },
        refunded: { count: 0, amount: 0 },
      },
      earnings: { earned: 0, unpaid: 0, paid: 0, refunded: 0 },
      clicks: { total: 3, unique: 2, last_30d: 3 },
      conversions: { total: 1, last_30d: 1, revenue: 80.5, rate: 50 },
      top_affiliates: [],
      generated_at: expect.stringMatching(/Z$/),
      cached: false,
    });
    expect(headers).toMatchObject({ Age: '0' });
    const again = await get('/stats/overview');
    expect(again.data).toEqual({ ...data, cached: true });
    const { password } = await site.host.applicationPasswords.create(site.admin.id, { name: 'Figures' });
    const wire = await site.http.get('/api/vendor-affiliate/v1/stats/overview').auth(site.admin.login, password);
    expect(wire.headers['cache-control']).toMatch(/no-store/);
    expect(Number(wire.headers.age)).toBeLessThan(60);
  });

  it('computes the program statistics once for two hundred concurrent requests, and caches them', async () => {
    let computed = 0;
    site.host.hooks.addFilter('vendor_affiliate_stats_overview', async (overview) => {
      computed += 1;
      return { ...overview, clicks: { ...overview.clicks, total: computed } };
    });
    const answers = await Promise.all(Array.from({ length: 200 }, () => get('/stats/overview')));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(computed).toBe(1);
    await visitAndBuy();
    const cached = await get('/stats/overview');
    expect(cached.data).toMatchObject({ cached: true, clicks: { total: 1 }, conversions: { total: 0 } });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 60_000 });
    try {
      expect((await get('/stats/overview')).data.cached).toBe(true);
      await expect.poll(async () => (await get('/stats/overview')).data.conversions).toMatchObject({ total: 1 });
      expect(computed).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it('clicks rebuild restores damaged sums, leaves correct ones, and rejects an invalid day', async () => {
    await visitAndBuy();
    const { db } = site.host;
    const sums = () =>
      db.query
        .selectFrom('affiliate_rollups')
        .selectAll()
        .where('clicks', '>', 0)
        .orderBy('affiliate_id')
        .orderBy('day')
        .orderBy('dim')
        .orderBy('value')
        .execute();
    const before = await sums();
    await db.query.updateTable('affiliate_rollups').set({ clicks: 77 }).where('dim', '=', 1).execute();
    const { code, stdout } = await site.host.command('affiliate', 'clicks', 'rebuild', '--format=json');
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { to: today }]);
    expect(await sums()).toEqual(before);
    for (const [option, day] of [
      ['from', '2001-01-01'],
      ['from', 'yesterday'],
      ['to', 'yesterday'],
      ['to', '9999-01-01'],
      // After the end of the range, which defaults to today.
      ['from', '9999-01-01'],
    ]) {
      const refused = await site.host.command('affiliate', 'clicks', 'rebuild', `--${option}=${day}`);
      expect(refused.code).not.toBe(0);
      expect(refused.stderr).toContain(day);
    }
  });

  it('runs the jobs that approve held commissions, if enabled, and delete old clicks', async () => {
    await visitAndBuy();
    const { db, schedules } = site.host;
    const past = utc.encode(new Date(Date.now() - 1000));
    await db.query.updateTable('affiliate_commissions').set({ hold_until: past, is_flagged: 0 }).execute();
    const statusOf = async () =>
      (await db.query.selectFrom('affiliate_commissions').select('status').executeTakeFirst())?.status;
    const run = async (name: string) => {
      await schedules.begin(name);
      await site.host.work();
    };
    await site.host.settings.save('affiliate', { approveAfterHold: false });
    await run('affiliate_approval');
    expect(await statusOf()).toBe('pending');
    await site.host.settings.save('affiliate', { approveAfterHold: true });
    await run('affiliate_approval');
    expect(await statusOf()).toBe('approved');
    await db.query
      .updateTable('affiliate_clicks')
      .set({ clicked_at: utc.encode(new Date('2020-02-02T00:00:00Z')) })
      .where('affiliate_id', '=', bob.id)
      .execute();
    await run('affiliate_retention');
    const clickRows = await db.query.selectFrom('affiliate_clicks').select('affiliate_id').execute();
    expect(clickRows.map((row) => row.affiliate_id)).toEqual([ada.id, ada.id]);
  });
});
