import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/core/database/database.js';
import { isBot, truncateAddress, type VisitorRequest } from '../../../src/core/visitors/visitors.js';
import type { Hooks } from '../../../src/hooks/hooks.js';
import { describeDatabases } from '../../support/databases.js';
import { retainedHeap } from '../../support/retained-heap.js';
import { siteVisitors, visitorHooks } from '../../support/visitors.js';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const HOUR = 3_600_000;
const NOON = new Date('2026-11-28T12:00:00Z');
const DAY = '2026-11-28';

const from = (remoteAddress: string | undefined, headers: VisitorRequest['headers'] = {}): VisitorRequest => ({
  remoteAddress,
  headers: { 'user-agent': FIREFOX, ...headers },
});

describe('truncated address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.0'],
    ['::ffff:203.0.113.7', '203.0.113.0'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::'],
    ['not an address', ''],
    [undefined, ''],
  ])('of %s is %j', (address, truncated) => {
    expect(truncateAddress(address)).toBe(truncated);
  });
});

describe('bots', () => {
  it.each([
    [FIREFOX, false],
    ['', true],
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', true],
    ['curl/8.5.0', true],
    ['facebookexternalhit/1.1', true],
  ])('are recognized by the user agent %j: %s', async (agent, expected) => {
    expect(await isBot(agent)).toBe(expected);
  });
});

describeDatabases('visitors', (database) => {
  let db: Database;
  let now: Date;
  let hooks: Hooks;
  beforeEach(async () => {
    db = await database();
    now = NOON;
    hooks = visitorHooks();
  });
  const site = () => siteVisitors(db, { hooks, now: () => now });
  const salts = () => db.query.selectFrom('visitor_salts').selectAll().execute();

  it('have one key per network, browser and day', async () => {
    const visitors = site().forOwner('acme');
    const key = await visitors.identify(from('203.0.113.7')).key();
    expect(key).toMatch(/^[\w-]{22}$/);
    expect(await visitors.identify(from('203.0.113.250')).key()).toBe(key);
    expect(await visitors.identify(from('203.0.113.7')).key({ at: new Date(NOON.getTime() + HOUR) })).toBe(key);
    const others = await Promise.all([
      visitors.identify(from('203.0.114.7')).key(),
      visitors.identify(from('203.0.113.7', { 'user-agent': 'Other' })).key(),
      visitors.identify(from('203.0.113.7')).key({ scope: 7 }),
      visitors.identify(from('203.0.113.7')).key({ at: new Date(NOON.getTime() + 24 * HOUR) }),
      site().forOwner('other').identify(from('203.0.113.7')).key(),
    ]);
    expect(new Set([key, ...others]).size).toBe(6);
  });

  it('have the same key in /48 of IPv6', async () => {
    const visitors = site().forOwner('acme');
    const key = await visitors.identify(from('2001:db8:1:2::3')).key();
    expect(await visitors.identify(from('2001:db8:1:9::4')).key()).toBe(key);
    expect(await visitors.identify(from('2001:db8:2:2::3')).key()).not.toBe(key);
  });

  it('have the same key in all processes, also when these create the salt at the same time', async () => {
    const keys = await Promise.all(
      Array.from({ length: 5 }, () => site().forOwner('acme').identify(from('203.0.113.7')).key()),
    );
    expect(new Set(keys).size).toBe(1);
    expect(await salts()).toMatchObject([{ owner: 'acme', day: DAY }]);
  });

  it('opt out with DNT, with Global Privacy Control, or without consent', async () => {
    const visitors = site().forOwner('acme');
    for (const header of ['dnt', 'sec-gpc']) {
      const visitor = visitors.identify(from('203.0.113.7', { [header]: '1' }));
      expect(visitor.isOptedOut).toBe(true);
      expect(await visitor.key()).toBeNull();
      expect(visitors.identify(from('203.0.113.7', { [header]: '0' })).isOptedOut).toBe(false);
    }
    hooks.addFilter('visitor_consent', (isGranted, { cookies }) => {
      if (cookies?.get('consent') === 'broken') throw new Error('The consent manager is away.');
      return isGranted && cookies?.get('consent') === 'yes';
    });
    const withConsent = (consent: string) =>
      visitors.identify({ ...from('203.0.113.7'), cookies: new Map([['consent', consent]]) }).isOptedOut;
    expect(['yes', 'no', 'broken'].map(withConsent)).toEqual([false, true, true]);
    expect(await salts()).toEqual([]);
  });

  it('cannot be recognized 48 hours later, by any process', async () => {
    const visitors = site();
    const key = await visitors.forOwner('acme').identify(from('203.0.113.7')).key();
    now = new Date(NOON.getTime() + 48 * HOUR);
    await visitors.forgetOld();
    expect(await salts()).toHaveLength(1);
    now = new Date(now.getTime() + 1);
    await visitors.forgetOld();
    expect(await salts()).toEqual([]);
    expect(await visitors.forOwner('acme').identify(from('203.0.113.7')).key({ at: NOON })).not.toBe(key);
  });

  it('do not leave old salts in the memory of processes that delete none', async () => {
    const serving = site().forOwner('acme');
    const key = await serving.identify(from('203.0.113.7')).key();
    now = new Date(NOON.getTime() + 49 * HOUR);
    await site().forgetOld();
    await serving.identify(from('203.0.113.7')).key();
    expect(await serving.identify(from('203.0.113.7')).key({ at: NOON })).not.toBe(key);
  });

  it('do not hold their requests', () => {
    const visitors = site().forOwner('acme');
    const grown = retainedHeap(() =>
      Array.from({ length: 2000 }, (_, index) =>
        visitors.identify(from('203.0.113.7', { 'user-agent': `${index} ${'x'.repeat(12_000)}` })),
      ),
    );
    expect(grown).toBeLessThan(6_000_000);
  });

  it('are counted once per day, scope and plugin', async () => {
    const { recordVisits } = site().forOwner('acme');
    const ada = { day: DAY, scope: 'menu', visitor: 'ada' };
    const bob = { ...ada, visitor: 'bob' };
    const tomorrow = { ...ada, day: '2026-11-29' };
    const other = { ...ada, scope: 'poll' };
    expect(await recordVisits([])).toEqual([]);
    expect(await recordVisits([ada, ada, other])).toEqual([ada, other]);
    expect(await recordVisits([bob, ada, tomorrow])).toEqual([bob, tomorrow]);
    expect(await site().forOwner('other').recordVisits([ada])).toEqual([ada]);
  });

  it('are not counted by a transaction that fails', async () => {
    const { recordVisits } = site().forOwner('acme');
    const visit = { day: DAY, scope: 'menu', visitor: 'ada' };
    const attempt = db.transaction(async () => {
      await recordVisits([visit]);
      throw new Error('no sums');
    });
    await expect(attempt).rejects.toThrow('no sums');
    expect(await recordVisits([visit])).toEqual([visit]);
  });

  it('are counted in numbers beyond one statement', async () => {
    const { recordVisits } = site().forOwner('acme');
    const many = Array.from({ length: 1200 }, (_, index) => ({ day: DAY, scope: 'menu', visitor: `v${index}` }));
    expect(await recordVisits(many)).toHaveLength(1200);
    expect(await recordVisits(many)).toEqual([]);
  });

  it('are forgotten two days later', async () => {
    const visitors = site();
    const days = ['2026-11-25', '2026-11-26', '2026-11-28'];
    await visitors.forOwner('acme').recordVisits(days.map((day) => ({ day, scope: 'menu', visitor: 'ada' })));
    await visitors.forgetOld();
    const rows = await db.query.selectFrom('visitor_visits').select('day').orderBy('day').execute();
    expect(rows.map(({ day }) => day)).toEqual(['2026-11-26', DAY]);
  });
});
