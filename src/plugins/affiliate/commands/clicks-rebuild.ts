import { addDays, type Calendar, isDay } from '../../../calendar.js';
import { HostError } from '../../../index.js';
import type { OwnedCommands } from '../../../operations.js';
import { firstKeptDay } from '../clicks/retention.js';
import type { Rollups } from '../statistics/rollups.js';

export interface ClicksRebuildParts {
  readonly calendar: Calendar;
  readonly rollups: Pick<Rollups, 'rebuildDay'>;
  readonly now: () => Date;
}

/** Registers `mortise affiliate clicks rebuild`. */
export function registerClicksRebuild(cli: OwnedCommands, { calendar, rollups, now }: ClicksRebuildParts): void {
  cli.command('affiliate clicks rebuild', {
    summary: 'Recalculate daily clicks and conversions',
    options: [
      {
        flags: '--from <day>',
        description: 'first day, such as 2026-01-31; default: as far back as clicks are stored',
      },
      { flags: '--to <day>', description: 'last day; default: today' },
    ],
    async run({ options, output, signal }) {
      const today = calendar.dayOf(now());
      const from = typeof options.from === 'string' ? options.from : firstKeptDay(today);
      const to = typeof options.to === 'string' ? options.to : today;
      if (!isDay(to) || to > today) throw lastDayInvalid(to, today);
      if (isDay(from) && from > to) throw daysInvalid(from, to);
      // The first call validates the day.
      await rollups.rebuildDay(from);
      const days: string[] = [];
      for (let day = addDays(from, 1); day <= to; day = addDays(day, 1)) days.push(day);
      const bar = output.progress('Days', days.length + 1);
      bar.advance();
      let done = 1;
      try {
        for (const day of days) {
          if (signal.aborted) break;
          await rollups.rebuildDay(day);
          done += 1;
          bar.advance();
        }
      } finally {
        bar.stop();
      }
      output.record({ from, to, days: done });
      return signal.aborted ? 130 : 0;
    },
  });
}

function daysInvalid(from: string, to: string): HostError {
  const message = `The first day, ${from}, is after the last day, ${to}. Swap them.`;
  return new HostError('vendor_affiliate_invalid_param', message, { status: 400, params: { from: message } });
}

function lastDayInvalid(day: string, today: string): HostError {
  const message = `"${day}" is not a day up to ${today}. Use a day such as 2026-01-31.`;
  return new HostError('vendor_affiliate_invalid_param', message, { status: 400, params: { to: message } });
}
