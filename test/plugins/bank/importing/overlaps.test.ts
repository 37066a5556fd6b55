import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDatabase } from '../../../../src/core/database/database.js';
import { runMigrations } from '../../../../src/core/runs/tables.js';
import { lockMigrations } from '../../../../src/core/services/locks/tables.js';
import type { StatementEntry } from '../../../../src/plugins/bank/formats/statement.js';
import type { ImportReport } from '../../../../src/plugins/bank/importing/importer.js';
import { entry, fileOf, named, openImports, statementOf } from './import-site.js';

/** Few different movements, so that they repeat often. */
const movements = fc.array(
  fc.record({
    amount: fc.constantFrom(100, 200),
    day: fc.constantFrom('2026-03-02', '2026-03-03'),
    text: fc.constantFrom('', 'rent'),
    reference: fc.constantFrom('', '', 'B-1', 'B-2', 'B-3'),
  }),
  { maxLength: 12 },
);
const slices = fc.array(fc.record({ from: fc.nat(11), length: fc.integer({ min: 0, max: 12 }) }), { maxLength: 6 });

interface Movement {
  readonly amount: number;
  readonly day: string;
  readonly text: string;
  readonly reference: string;
}

/** Builds an entry. Entries with the same bank reference have the same data. */
function entryOf({ amount, day, text, reference }: Movement): StatementEntry {
  const transaction = { amount, bookedOn: day, valueOn: day, remittance: text };
  if (reference === '') return entry(transaction);
  return named(reference, { amount: 500, remittance: reference });
}

/** Returns the fields that distinguish entries. */
function identityOf({ bankReference, amount, bookedOn, remittance }: StatementEntry): string {
  return JSON.stringify([bankReference, amount, bookedOn, remittance]);
}

function countsOf(identities: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const identity of identities) counts.set(identity, (counts.get(identity) ?? 0) + 1);
  return counts;
}

/** Returns the highest count of each movement in any file, or 1 if it has a bank reference. */
function expectedOf(files: readonly (readonly StatementEntry[])[]): Map<string, number> {
  const most = new Map<string, number>();
  for (const file of files) {
    for (const [identity, count] of countsOf(file.map(identityOf))) {
      const isNamed = !identity.startsWith('["",');
      most.set(identity, Math.max(most.get(identity) ?? 0, isNamed ? 1 : count));
    }
  }
  return most;
}

function expectSum(report: ImportReport, entries: number): void {
  expect(report.fetched).toBe(entries);
  expect(report.new + report.updated + report.duplicates + report.review).toBe(entries);
}

async function importAll(files: readonly (readonly StatementEntry[])[]): Promise<string[]> {
  const db = createDatabase({ url: 'sqlite::memory:' });
  try {
    await db.migrateAll([
      ['locks', lockMigrations],
      ['runs', runMigrations],
    ]);
    const { importFile, rows } = await openImports(db);
    // A new profile each time, so that no file is recognized by its bytes.
    for (const [index, file] of files.entries()) {
      const report = await importFile(fileOf(statementOf(file)), { profile: String(index) });
      expectSum(report, file.length);
    }
    return (await rows()).map((row) => JSON.stringify([row.bank_reference, row.amount, row.booked_on, row.remittance]));
  } finally {
    await db.close();
  }
}

describe('overlapping files', { timeout: 120_000 }, () => {
  it('store the highest count of each movement in any file, in any order and however often', async () => {
    await fc.assert(
      fc.asyncProperty(movements, slices, async (all, parts) => {
        const files = parts.map(({ from, length }) => all.slice(from, from + length).map(entryOf));
        const stored = await importAll(files);
        expect(countsOf(stored)).toEqual(expectedOf(files));
      }),
      { numRuns: process.env.MORTISE_FULL ? 400 : 15 },
    );
  });

  it('give the same result when they are imported again', async () => {
    await fc.assert(
      fc.asyncProperty(movements, slices, async (all, parts) => {
        const files = parts.map(({ from, length }) => all.slice(from, from + length).map(entryOf));
        const once = await importAll(files);
        const again = await importAll([...files, ...files.toReversed(), ...files]);
        expect(again.toSorted()).toEqual(once.toSorted());
      }),
      { numRuns: process.env.MORTISE_FULL ? 200 : 8 },
    );
  });

  it('store each booked entry once, whether or not it was pending before', async () => {
    const pendings = fc.array(fc.constantFrom('2026-03-02', '2026-03-03'), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(pendings, fc.nat(4), async (days, late) => {
        const pending = days.map((day) => entry({ bookingStatus: 'pending', bookedOn: day, valueOn: day }));
        const booked = days.map((_day, index) => entry({ bookedOn: index < late ? '2026-03-04' : '2026-03-05' }));
        expect(await importAll([pending, booked])).toHaveLength(days.length);
        expect(await importAll([pending, booked, pending, booked])).toHaveLength(days.length);
        expect(await importAll([booked, pending])).toHaveLength(days.length);
      }),
      { numRuns: process.env.MORTISE_FULL ? 100 : 6 },
    );
  });
});
