import { type CallLog, createCallLog } from './call-log.js';

/** Maximum number of distinct timestamps stored; beyond it they are rounded. */
const MAX_TIMES = 1000;

/**
 * Serializes a log: the first timestamp, then for each further one the milliseconds since the previous one, in base
 * 36. `*` and a number after a timestamp is the number of its calls. A very large log is rounded up to a thousandth
 * of the window. This keeps the text short, and calls count slightly longer, never shorter.
 */
export function writeCalls(log: CallLog, windowMs: number): string {
  const exact = group(log, 1);
  const groups = exact.length > MAX_TIMES ? group(log, Math.ceil(windowMs / MAX_TIMES)) : exact;
  let before = 0;
  return groups
    .map(({ time, count }) => {
      const text = (time - before).toString(36) + (count > 1 ? `*${count.toString(36)}` : '');
      before = time;
      return text;
    })
    .join(' ');
}

/** Parses the output of {@link writeCalls}. */
export function readCalls(text: string): CallLog {
  const log = createCallLog();
  let time = 0;
  for (const part of text === '' ? [] : text.split(' ')) {
    const [step = '', count = '1'] = part.split('*');
    time += Number.parseInt(step, 36);
    log.add(time, Number.parseInt(count, 36));
  }
  return log;
}

function group(log: CallLog, step: number): { time: number; count: number }[] {
  const groups: { time: number; count: number }[] = [];
  for (let index = 0; index < log.size; index += 1) {
    const time = Math.ceil(log.at(index) / step) * step;
    const last = groups.at(-1);
    if (last?.time === time) last.count += 1;
    else groups.push({ time, count: 1 });
  }
  return groups;
}
