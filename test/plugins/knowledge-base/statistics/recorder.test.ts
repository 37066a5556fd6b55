import { setTimeout as sleep } from 'node:timers/promises';
import { HostError } from 'mortise';
import { afterEach, beforeEach, describe, expect, it, type Mock, vi } from 'vitest';
import { createCalendar } from '../../../../src/core/calendar.js';
import type {
  Caller,
  RecordedEvent,
  StatisticsEvent,
} from '../../../../src/plugins/knowledge-base/statistics/event.js';
import { createRecorder, type Recorder } from '../../../../src/plugins/knowledge-base/statistics/recorder.js';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const caller = (headers: Record<string, string> = {}, remoteAddress = '192.0.2.1'): Caller => ({
  headers: { 'user-agent': BROWSER, ...headers },
  remoteAddress,
  user: null,
});
const view = (articleId: number): StatisticsEvent => ({ kind: 'view', articleId, locale: 'en' });
const away = () => new HostError('database_unavailable', 'away', { status: 503 });

describe('statistics recorder', () => {
  let written: RecordedEvent[][];
  let log: { warn: Mock<(...told: unknown[]) => void>; error: Mock<(...told: unknown[]) => void> };
  let write: (events: readonly RecordedEvent[]) => Promise<void>;
  let recorder: Recorder;
  let salts: Map<string, string>;
  const events = () => written.flat();
  const make = (more: { interval?: number; capacity?: number } = {}) =>
    createRecorder({
      calendar: createCalendar('UTC'),
      log,
      salts: { of: async (period) => salts.get(period) ?? `salt of ${period}` },
      write: (batch) => write(batch),
      isExcluded: async (event) => event.locale === 'xx',
      interval: 60_000,
      ...more,
    });

  beforeEach(() => {
    written = [];
    salts = new Map();
    log = { warn: vi.fn(), error: vi.fn() };
    write = async (batch) => void written.push([...batch]);
    recorder = make();
  });
  afterEach(() => recorder.close());

  it('writes nothing during requests, and everything on flush', async () => {
    for (let id = 1; id <= 3; id += 1) recorder.record(view(id), caller());
    expect(written).toEqual([]);
    await recorder.flush();
    expect(written).toHaveLength(1);
    expect(events().map(({ articleId }) => articleId)).toEqual([1, 2, 3]);
  });
  it('writes periodically', async () => {
    recorder = make({ interval: 5 });
    recorder.record(view(1), caller());
    await expect.poll(events).toHaveLength(1);
  });
  it('writes as soon as 500 events are queued, in batches of 500', async () => {
    for (let id = 1; id <= 1200; id += 1) recorder.record(view(id), caller());
    await expect.poll(() => events().length).toBe(1200);
    expect(Math.max(...written.map((batch) => batch.length))).toBe(500);
    expect(events().map(({ articleId }) => articleId)).toEqual(Array.from({ length: 1200 }, (_, index) => index + 1));
  });
  it('writes the rest on close and ignores later events', async () => {
    recorder.record(view(1), caller());
    await recorder.close();
    expect(events()).toHaveLength(1);
    recorder.record(view(2), caller());
    await recorder.flush();
    expect(events()).toHaveLength(1);
  });

  it('ignores bots, excluded events and empty queries', async () => {
    recorder.record(view(1), caller({ 'user-agent': 'Googlebot/2.1' }));
    recorder.record(view(2), caller({ 'user-agent': '' }));
    recorder.record({ ...view(3), locale: 'xx' }, caller());
    recorder.record({ kind: 'search', query: ' \u0000 ', locale: 'en', results: 0, categoryId: 0 }, caller());
    await recorder.flush();
    expect(written).toEqual([]);
  });
  it('counts votes from any user agent', async () => {
    recorder.record({ kind: 'rating', articleId: 1, locale: 'en', value: 5 }, caller({ 'user-agent': 'curl/8' }));
    recorder.record({ kind: 'helpful', articleId: 1, locale: 'en', value: false }, caller({ 'user-agent': 'curl/8' }));
    await recorder.flush();
    expect(events()).toMatchObject([
      { kind: 'rating', number: 5 },
      { kind: 'helpful', number: 0 },
    ]);
  });
  it('distinguishes visitors by IP address and browser, with a daily salt', async () => {
    const people = [caller(), caller(), caller({}, '192.0.2.2'), caller({ 'user-agent': `${BROWSER}.1` })];
    for (const each of people) recorder.record(view(1), each);
    await recorder.flush();
    const [first, same, other, third] = events().map(({ visitor }) => visitor);
    expect(first).toMatch(/^[\w-]{22}$/);
    expect(same).toBe(first);
    expect(new Set([first, other, third]).size).toBe(3);
    salts.set(`d:${new Date().toISOString().slice(0, 10)}`, 'another day');
    recorder.record(view(1), caller());
    await recorder.flush();
    expect(events().at(-1)?.visitor).not.toBe(first);
  });
  it('stores no visitor id with Do Not Track or Global Privacy Control', async () => {
    recorder.record(view(1), caller({ dnt: '1' }));
    recorder.record(view(1), caller({ 'sec-gpc': '1' }));
    recorder.record(view(1), caller({ dnt: '0' }));
    await recorder.flush();
    expect(events().map(({ visitor }) => visitor === null)).toEqual([true, true, false]);
  });
  it('truncates values to the column length', async () => {
    const search = {
      kind: 'search',
      query: 'x y'.repeat(200),
      locale: 'e'.repeat(99),
      results: 1,
      categoryId: 0,
    } as const;
    recorder.record(search, caller());
    await recorder.flush();
    expect(events()[0]?.locale).toHaveLength(35);
    expect(events()[0]?.query?.length).toBeLessThanOrEqual(200);
  });

  describe('database outage', () => {
    beforeEach(() => {
      write = async () => {
        throw away();
      };
    });
    const back = () => {
      write = async (batch) => void written.push([...batch]);
    };

    it('queues events in order, warns once, and writes them after recovery', async () => {
      for (let id = 1; id <= 3; id += 1) {
        recorder.record(view(id), caller());
        await recorder.flush();
      }
      expect(log.warn).toHaveBeenCalledTimes(1);
      back();
      await recorder.flush();
      expect(events().map(({ articleId }) => articleId)).toEqual([1, 2, 3]);
      expect(log.error).not.toHaveBeenCalled();
    });
    it('is followed by automatic retries', async () => {
      recorder = make({ interval: 5 });
      recorder.record(view(1), caller());
      await sleep(30);
      back();
      await expect.poll(events).toHaveLength(1);
    });
    it('drops the oldest events beyond the capacity and logs their number once', async () => {
      recorder = make({ capacity: 1000 });
      for (let id = 1; id <= 1700; id += 1) recorder.record(view(id), caller());
      await recorder.flush();
      for (let id = 1701; id <= 2500; id += 1) recorder.record(view(id), caller());
      await recorder.flush();
      back();
      await recorder.flush();
      const ids = events().map(({ articleId }) => articleId);
      expect(ids).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1501));
      expect(log.error).toHaveBeenCalledExactlyOnceWith({ what: 'statistics', lost: 1500 }, expect.any(String));
    });
    it('does not block close, which logs the lost events', async () => {
      recorder.record(view(1), caller());
      await recorder.close();
      expect(log.error).toHaveBeenCalledExactlyOnceWith({ what: 'statistics', lost: 1 }, expect.any(String));
    });
  });

  it('drops events the database rejects five times, so that later ones get through', async () => {
    write = async (batch) => {
      if (batch.some(({ articleId }) => articleId === 13)) throw new Error('Data too long');
      written.push([...batch]);
    };
    recorder.record(view(13), caller());
    for (let attempt = 0; attempt < 5; attempt += 1) await recorder.flush();
    recorder.record(view(14), caller());
    await recorder.flush();
    expect(events().map(({ articleId }) => articleId)).toEqual([14]);
    expect(log.error).toHaveBeenCalledExactlyOnceWith({ what: 'statistics', lost: 1 }, expect.any(String));
  });
});
