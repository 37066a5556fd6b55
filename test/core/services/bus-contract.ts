import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import type { BusMessage, BusService } from '../../../src/core/services/bus/bus.js';

/** Opens the buses of the given number of processes. */
export type OpenBuses = (count: number, log: ReturnType<typeof recordingLog>['log']) => Promise<readonly BusService[]>;

/** Logger that records its output as `level message` and as raw lines. */
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
 * Defines the contract of every bus.
 * @param reaches whether messages reach other processes
 */
export function busContract(name: string, open: OpenBuses, { reaches }: { readonly reaches: boolean }): void {
  describe(`bus: ${name}`, () => {
    it('calls local listeners of the topic with the message before publish returns', async () => {
      const [bus] = await open(1, recordingLog().log);
      const heard: BusMessage[] = [];
      bus?.subscribe('things', (message) => void heard.push(message));
      bus?.subscribe('other', () => expect.unreachable());
      bus?.publish('things', { id: 7, name: 'Grüße', isNew: true, none: null });
      expect(heard).toEqual([{ id: 7, name: 'Grüße', isNew: true, none: null }]);
    });

    it('calls each listener once per message', async () => {
      const [first, second] = await open(2, recordingLog().log);
      const heard: unknown[] = [];
      first?.subscribe('things', ({ id }) => void heard.push(id));
      for (let id = 0; id < 5; id += 1) first?.publish('things', { id });
      // The message of another process arrives later than an echo of the own ones would.
      second?.publish('things', { id: 'last' });
      if (reaches) await vi.waitFor(() => expect(heard).toContain('last'));
      expect(heard.filter((id) => id !== 'last')).toEqual([0, 1, 2, 3, 4]);
    });

    it('stops calling a removed listener', async () => {
      const [bus] = await open(1, recordingLog().log);
      const listener = vi.fn();
      bus?.subscribe('things', listener).remove();
      bus?.publish('things', {});
      expect(listener).not.toHaveBeenCalled();
    });

    it('logs synchronous and asynchronous errors of listeners and calls the others', async () => {
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
      expect(lines).toEqual(Array(2).fill('error A message listener failed'));
    });

    it('calls no listener after it is closed', async () => {
      const [bus] = await open(1, recordingLog().log);
      const listener = vi.fn();
      bus?.subscribe('things', listener);
      await bus?.close();
      bus?.publish('things', {});
      expect(listener).not.toHaveBeenCalled();
    });

    it.runIf(reaches)('delivers messages to other processes in the order of publishing', async () => {
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
