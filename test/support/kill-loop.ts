import { setTimeout as sleep } from 'node:timers/promises';
import type { Script } from '../core/database/processes/start-script.js';
import type { TestDialect } from './databases.js';

/** Few kills are enough for each change. `npm run test:soak` runs the loops at full length. */
const IS_FULL = Boolean(process.env.MORTISE_FULL);

/** Returns the first value in a short run, the second at full length. */
export function shortOrFull<Value>(short: Value, full: Value): Value {
  return IS_FULL ? full : short;
}

/**
 * Returns the numbers of statements after which a process dies: before the first, before the last and in between, or
 * before every statement at full length.
 * @param count number of statements of an undisturbed process
 * @param parts fractions of the statements that run before a kill in a short loop
 */
export function killPoints(count: number, parts: readonly number[] = [0, 0.5, 1]): number[] {
  if (IS_FULL) return Array.from({ length: count }, (_, index) => index);
  return parts.map((part) => Math.min(Math.floor(part * count), count - 1));
}

/**
 * Returns the points at which processes kill themselves. A short run tries all of them on SQLite and the last one on
 * other databases, which differ in how they roll back, not in what.
 */
export function killPointsOn<Point>(dialect: TestDialect, points: readonly Point[]): readonly Point[] {
  return IS_FULL || dialect.name === 'sqlite' ? points : points.slice(-1);
}

export interface KillLoop {
  /** Number of rounds. */
  readonly rounds: number;
  /** Whether a process that prints `done` before its kill ends the loop. @default false */
  readonly untilDone?: boolean;
  /** Starts the processes of a round. Those of one round run concurrently and are killed one after the other. */
  start(round: number): Script | readonly Script[] | Promise<Script | readonly Script[]>;
  /** Returns the number of lines that a process prints before its kill. @default 1 */
  lines?(): number;
  /** Maximum time (ms) between the last of these lines and the kill. @default the time that the last line took */
  readonly within?: number;
  /** Checks the state after a round. `last` is the last line that the first process printed. */
  check?(last: string, round: number): unknown;
}

/**
 * Starts processes again and again and kills each at a random moment. A process that prints `done` before is done.
 * @returns the number of rounds, which is smaller if the loop ended because a process was done
 */
export async function killLoop({
  rounds,
  untilDone = false,
  start,
  lines = () => 1,
  within,
  check,
}: KillLoop): Promise<number> {
  for (let round = 0; round < rounds; round += 1) {
    const scripts = [await start(round)].flat();
    const printed: string[] = [];
    try {
      for (const script of scripts) printed.push(await killedAtRandom(script, lines(), within));
    } finally {
      await Promise.all(scripts.map((script) => script.kill('SIGKILL')));
    }
    await check?.(printed[0] ?? '', round);
    if (untilDone && printed.includes('done')) return round;
  }
  return rounds;
}

/** Kills a script after the given number of lines. @returns the last line that it printed */
async function killedAtRandom(script: Script, lines: number, within: number | undefined): Promise<string> {
  let last = '';
  let took = 0;
  for (let count = 0; count < lines && last !== 'done'; count += 1) {
    const before = performance.now();
    last = await script.line();
    took = performance.now() - before;
  }
  if (last === 'done') return last;
  const killed = sleep(Math.random() * (within ?? took)).then(() => script.kill('SIGKILL'));
  const output = (async () => {
    while (last !== 'done') last = await script.line();
  })().catch(() => undefined);
  await killed;
  await output;
  if (last !== 'done') await script.killed();
  return last;
}
