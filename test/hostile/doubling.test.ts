import { describe, expect, it } from 'vitest';
import { readExportedFunctions } from '../architecture/source-modules.js';
import { READERS, type Read, type Reader } from './readers.js';
import { TRUSTED } from './trusted.js';

const LENGTHS = process.env.MORTISE_FULL
  ? ([8_000, 16_000, 32_000, 64_000] as const)
  : ([4_000, 8_000, 16_000, 32_000] as const);
/** CPU time (ms). Faster readings are not compared, because compilation and garbage collection take as long. */
const NEGLIGIBLE = 40;
/** Maximum growth factor of the time per doubling of the text. */
const PER_DOUBLING = 2.5;
const OVERFLOW = 'overflows the stack';

/** Text makers: each token and pairs of tokens repeated, every second one between two other tokens. */
function hostileTexts(tokens: readonly string[]): ((length: number) => string)[] {
  const pairs = tokens.flatMap((a) => tokens.filter((b) => b !== a).map((b) => a + b));
  // All pairs take half an hour.
  const chosen = process.env.MORTISE_FULL ? pairs : pairs.filter((_pair, index) => index % 29 === 0);
  return [...tokens, ...chosen].map((piece, index) => {
    const start = index % 2 === 0 ? '' : (tokens[(index + 1) % tokens.length] ?? '');
    const end = index % 2 === 0 ? '' : (tokens[(index * 3 + 2) % tokens.length] ?? '');
    return (length) => start + piece.repeat(Math.ceil(length / piece.length)) + end;
  });
}

/** Returns the CPU time (ms). @throws Error with {@link OVERFLOW} */
async function timeOf(read: Read, text: string): Promise<number> {
  const start = process.cpuUsage();
  try {
    await read(text);
  } catch (error) {
    // Rejecting a text is a valid result. A stack overflow is not: if V8 has to compile a pattern then, it ends the
    // process.
    if (/call stack/.test(String(error))) throw new Error(OVERFLOW);
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

/**
 * Returns the minimum time (ms) for each length. Garbage collection and other processes slow down single readings, so
 * texts are read again, up to 12 times, while their times grow too fast.
 */
async function leastTimes(read: Read, make: (length: number) => string): Promise<number[]> {
  const least = LENGTHS.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < 12 && (round === 0 || growsTooFast(least)); round += 1) {
    for (const [index, length] of LENGTHS.entries()) {
      least[index] = Math.min(least[index] ?? 0, await timeOf(read, make(length)));
    }
  }
  return least;
}

/** Whether both last doublings take too long. Garbage collection makes a single one slow. */
function growsTooFast([_, a = 0, b = 0, c = 0]: readonly number[]): boolean {
  return c > NEGLIGIBLE && b > a * PER_DOUBLING && c > b * PER_DOUBLING;
}

/** @returns beginnings of texts that take too long, with the time (ms) of each length, or overflows */
async function slowTexts({ read, tokens }: Reader): Promise<string[]> {
  const found: string[] = [];
  for (const make of hostileTexts(tokens)) {
    try {
      const longest = await timeOf(read, make(LENGTHS[3]));
      if (longest < NEGLIGIBLE || longest < (await timeOf(read, make(LENGTHS[1]))) * PER_DOUBLING ** 2) continue;
      const times = await leastTimes(read, make);
      if (growsTooFast(times)) found.push(`${JSON.stringify(make(40))}: ${times.map(Math.round).join(', ')} ms`);
    } catch (error) {
      if (!(error instanceof Error) || error.message !== OVERFLOW) throw error;
      found.push(`${JSON.stringify(make(40))} ${OVERFLOW}`);
    }
  }
  return found;
}

describe('time per doubling of a hostile text', () => {
  it.each(READERS)('$of', async (reader) => {
    expect(await slowTexts(reader)).toEqual([]);
  });
});

describe('exported functions that read texts', () => {
  it('are measured here or listed as reading trusted or bounded texts', () => {
    const named = /^(?:parse|read|render|tokenize|decode|sanitize|split|scan|highlight|diff)(?:[A-Z]|$)/;
    const measured = new Set(READERS.map(({ of }) => of));
    const found = readExportedFunctions()
      .filter(({ name, firstParameter }) => named.test(name) && /\bstring\b|Buffer|Uint8Array/.test(firstParameter))
      .map(({ file, name }) => `${file} ${name}`);
    const missing = found.filter((reader) => !measured.has(reader) && !(reader in TRUSTED));
    expect({ missing, gone: Object.keys(TRUSTED).filter((reader) => !found.includes(reader)) }).toEqual({
      missing: [],
      gone: [],
    });
  });
});
