import { setTimeout as sleep } from 'node:timers/promises';
import { HostError } from 'mortise';
import { afterEach, beforeEach, describe, expect, it, type Mock, vi } from 'vitest';
import { createCalendar } from '../../../../src/core/calendar.js';
import type {
  RecordedEvent,
  StatisticsEvent,
} from '../../../../src/plugins/knowledge-base/content/statistics/event.js';
import {
  createRecorder,
  type Recorder,
  type Sender,
} from '../../../../src/plugins/knowledge-base/content/statistics/recorder.js';

const sender = (key: string | null = 'ada', { isBot = false } = {}): Sender => ({
  visitor: {
    isOptedOut: key === null,
    isBot: async () => isBot,
    key: async ({ at } = {}) => key && `${key} ${at?.getDate()}`,
  },
  user: null,
});
const view = (articleId: number): StatisticsEvent => ({ kind: 'view', articleId, locale: 'en' });
const away = () => new HostError('database_unavailable', 'away', { status: 503 });

describe('statistics recorder', () => {
  let written: RecordedEvent[][];
  let log: { warn: Mock<(...calls: unknown[]) => void>; error: Mock<(...calls: unknown[]) => void> };
  let write: (events: readonly RecordedEvent[]) => Promise<void>;
  let recorder: Recorder;
  const events = () => written.flat();
  const make = (more: { interval?: number; capacity?: number } = {}) =>
    createRecorder({
      calendar: createCalendar('UTC'),
      log,
      write: (batch) => write(batch),
      isExcluded: async (event) => event.locale === 'xx',
      interval: 60_000,
      ...more,
    });

  beforeEach(() => {
    written = [];
    log = { warn: vi.fn(), error: vi.fn() };
    write = async (batch) => void written.push([...batch]);
    recorder = make();
  });
  afterEach(() => recorder.close());

  it('writes nothing during requests, and everything on flush', async () => {
    for (let id = 1; id <= 3; id += 1) recorder.record(view(id), sender());
    expect(written).toEqual([]);
    await recorder.flush();
    expect(written).toHaveLength(1);
    expect(events().map(({ articleId }) => articleId)).toEqual([1, 2, 3]);
  });
  it('writes periodically', async () => {
    recorder = make({ interval: 5 });
    recorder.record(view(1), sender());
    await expect.poll(events).toHaveLength(1);
  });
  it('writes as soon as 500 events are queued, in batches of 500', async () => {
    for (let id = 1; id <= 1200; id += 1) recorder.record(view(id), sender());
    await expect.poll(() => events().length).toBe(1200);
    expect(Math.max(...written.map((batch) => batch.length))).toBe(500);
    expect(events().map(({ articleId }) => articleId)).toEqual(Array.from({ length: 1200 }, (_, index) => index + 1));
  });
  it('writes the rest on close and ignores later events', async () => {
    recorder.record(view(1), sender());
    await recorder.close();
    expect(events()).toHaveLength(1);
    recorder.record(view(2), sender());
    await recorder.flush();
    expect(events()).toHaveLength(1);
  });

  it('ignores bots, excluded events and empty queries', async () => {
    recorder.record(view(1), sender('bot', { isBot: true }));
    recorder.record(view(2), null);
    recorder.record({ ...view(3), locale: 'xx' }, sender());
    recorder.record({ kind: 'search', query: ' \u0000 ', locale: 'en', results: 0, categoryId: 0 }, sender());
    await recorder.flush();
    expect(written).toEqual([]);
  });
  it('counts votes from any user agent', async () => {
    const bot = sender('bot', { isBot: true });
    recorder.record({ kind: 'rating', articleId: 1, locale: 'en', value: 5 }, bot);
    recorder.record({ kind: 'helpful', articleId: 1, locale: 'en', value: false }, null);
    await recorder.flush();
    expect(events()).toMatchObject([
      { kind: 'rating', number: 5 },
      { kind: 'helpful', number: 0, visitor: null },
    ]);
  });
  it("stores the visitor's key of the day, and none for visitors who opted out", async () => {
    recorder.record(view(1), sender());
    recorder.record(view(1), sender(null));
    await recorder.flush();
    expect(events().map(({ visitor }) => visitor)).toEqual([`ada ${new Date().getDate()}`, null]);
  });
  it('truncates values to the column length', async () => {
    const search = {
      kind: 'search',
      query: 'x y'.repeat(200),
      locale: 'e'.repeat(99),
      results: 1,
      categoryId: 0,
    } as const;
    recorder.record(search, sender());
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
        recorder.record(view(id), sender());
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
      recorder.record(view(1), sender());
      await sleep(30);
      back();
      await expect.poll(events).toHaveLength(1);
    });
    it('drops the oldest events beyond the capacity and logs their number once', async () => {
      recorder = make({ capacity: 1000 });
      for (let id = 1; id <= 1700; id += 1) recorder.record(view(id), sender());
      await recorder.flush();
      for (let id = 1701; id <= 2500; id += 1) recorder.record(view(id), sender());
      await recorder.flush();
      back();
      await recorder.flush();
      const ids = events().map(({ articleId }) => articleId);
      expect(ids).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1501));
      expect(log.error).toHaveBeenCalledExactlyOnceWith({ what: 'statistics', lost: 1500 }, expect.any(String));
    });
    it('does not block close, which logs the lost events', async () => {
      recorder.record(view(1), sender());
      await recorder.close();
      expect(log.error).toHaveBeenCalledExactlyOnceWith({ what: 'statistics', lost: 1 }, expect.any(String));
    });
  });

  it('drops events the database rejects five times, so that later ones get through', async () => {
    write = async (batch) => {
      if (batch.some(({ articleId }) => articleId === 13)) throw new Error('Data too long');
      written.push([...batch]);
    };
    recorder.record(view(13), sender());
    for (let attempt = 0; attempt < 5; attempt += 1) await recorder.flush();
    recorder.record(view(14), sender());
    await recorder.flush();
    expect(events().map(({ articleId }) => articleId)).toEqual([14]);
    expect(log.error).toHaveBeenCalledExactlyOnceWith({ what: 'statistics', lost: 1 }, expect.any(String));
  });
});
