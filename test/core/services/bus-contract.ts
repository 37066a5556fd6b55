import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import type { BusMessage, BusService } from '../../../src/core/services/bus/bus.js';

/** Buses of so many processes. */
export type OpenBuses = (count: number, log: ReturnType<typeof recordingLog>['log']) => Promise<readonly BusService[]>;

/** A logger and what it was told: as `level message`, and as it would be written. */
export function recordingLog() {
  const lines: string[] = [];
  const raw: string[] = [];
  const levels: Readonly<Record<number, string>> = { 30: 'info', 40: 'warn', 50: 'error' };
  const log = pino(
    { level: 'info' },
    {
      write(text: string) {
        const { level, msg } = JSON.parse(text) as { level: number; msg: string };
        raw.push(text);
        lines.push(`${levels[level]} ${msg}`);
      },
    },
  );
  return { log, lines, raw };
}

/**
 * What every bus promises.
 * @param reaches whether messages get to other processes: some only serve one
 */
export function busContract(name: string, open: OpenBuses, { reaches }: { readonly reaches: boolean }): void {
  describe(`bus: ${name}`, () => {
    it('calls the listeners of the topic here before publish returns, each with a copy of what was sent', async () => {
      const [bus] = await open(1, recordingLog().log);
      const heard: BusMessage[] = [];
      bus?.subscribe('things', (message) => void heard.push(message));
      bus?.subscribe('other', () => expect.unreachable());
      bus?.publish('things', { id: 7, name: 'Grüße', isNew: true, none: null });
      expect(heard).toEqual([{ id: 7, name: 'Grüße', isNew: true, none: null }]);
    });

    it('tells each listener once', async () => {
      const [here, there] = await open(2, recordingLog().log);
      const heard: unknown[] = [];
      here?.subscribe('things', ({ id }) => void heard.push(id));
      for (let id = 0; id < 5; id += 1) here?.publish('things', { id });
      // What others say comes later than what came back from here would.
      there?.publish('things', { id: 'last' });
      if (reaches) await vi.waitFor(() => expect(heard).toContain('last'));
      expect(heard.filter((id) => id !== 'last')).toEqual([0, 1, 2, 3, 4]);
    });

    it('stops calling a listener that was removed', async () => {
      const [bus] = await open(1, recordingLog().log);
      const listener = vi.fn();
      bus?.subscribe('things', listener).remove();
      bus?.publish('things', {});
      expect(listener).not.toHaveBeenCalled();
    });

    it('logs what a listener throws, at once or later, and calls the others', async () => {
      const { log, lines } = recordingLog();
      const [bus] = await open(1, log);
      const listener = vi.fn();
      bus?.subscribe('things', () => {
        throw new Error('now');
      });
      bus?.subscribe('things', async () => {
        throw new Error('later');
      });
      bus?.subscribe('things', listener);
      expect(() => bus?.publish('things', {})).not.toThrow();
      expect(listener).toHaveBeenCalledOnce();
      await vi.waitFor(() => expect(lines).toHaveLength(2));
      expect(lines).toEqual(Array(2).fill('error A listener to messages failed'));
    });

    it('calls nobody after it was closed', async () => {
      const [bus] = await open(1, recordingLog().log);
      const listener = vi.fn();
      bus?.subscribe('things', listener);
      await bus?.close();
      bus?.publish('things', {});
      expect(listener).not.toHaveBeenCalled();
    });

    it.runIf(reaches)('reaches the other processes, in the order of sending', async () => {
      const buses = await open(3, recordingLog().log);
      const heard: unknown[][] = [];
      for (const [index, bus] of buses.entries()) {
        const mine: unknown[] = [];
        heard[index] = mine;
        bus.subscribe('things', ({ id }) => void mine.push(id));
      }
      const ids = Array.from({ length: 50 }, (_, id) => id);
      for (const id of ids) buses[0]?.publish('things', { id });
      await vi.waitFor(() => expect(heard).toEqual([ids, ids, ids]));
    });
  });
}
