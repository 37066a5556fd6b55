import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StatementEntry } from '../../src/plugins/bank/formats/statement.js';
import { bank } from '../../src/plugins/bank/index.js';
import { entry, named, statementOf } from '../plugins/bank/importing/import-site.js';
import { dialects } from '../support/databases.js';
import { killLoop, shortOrFull } from '../support/kill-loop.js';
import { type SharedDatabase, shareDatabase } from '../support/shared-database.js';
import { openDroppedStatements } from './dropped-statements.js';
import { heardTransactionsMigrations } from './heard-transactions.js';

const ROUNDS = shortOrFull(2, 50);

/** Entries per file, and the offset between files, which overlap by more than a chunk. */
const ENTRIES = shortOrFull(700, 1400);
const STEP = 300;

/** Some movements have references, the others are identical in pairs. */
function movement(index: number): StatementEntry {
  const day = `2026-03-${String((Math.floor(index / 100) % 28) + 1).padStart(2, '0')}`;
  const transaction = { amount: index + 1, bookedOn: day, valueOn: day };
  if (index % 3 === 0) return named(`B-${index}`, transaction);
  return entry({ ...transaction, amount: Math.floor(index / 2) + 1, remittance: `Order ${Math.floor(index / 2)}` });
}

const fileOfRound = (round: number): StatementEntry[] =>
  Array.from({ length: ENTRIES }, (_, index) => movement(round * STEP + index));

describe.each(dialects)('bank import with killed processes, on $name', { timeout: 600_000 }, (dialect) => {
  let folder: string;
  let site: SharedDatabase;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mortise-statements-'));
    await mkdir(path.join(folder, 'inbox'));
    site = await shareDatabase(dialect, { plugins: [bank()], migrations: [['heard', heardTransactionsMigrations]] });
  });
  afterEach(async () => {
    await site.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Expires the locks of killed processes, without the two-minute wait. */
  const passTwoMinutes = () => site.db.query.updateTable('locks').set({ expires_at: 0 }).execute();

  const dropRound = (round: number): Promise<void> =>
    writeFile(
      path.join(folder, 'inbox', `${String(round).padStart(3, '0')}.jsonl`),
      statementOf(fileOfRound(round))
        .map((part) => JSON.stringify(part))
        .join('\n'),
    );

  const identityOf = (row: { bank_reference: string; amount: number; booked_on: string; remittance: string }): string =>
    [row.bank_reference, row.amount, row.booked_on, row.remittance].join(' ');

  async function subjects(event: string): Promise<string[]> {
    const heard = site.db.query.selectFrom('heard_transactions').select('subject').where('event', '=', event);
    return (await heard.execute()).map(({ subject }) => subject).toSorted();
  }

  it('loses and duplicates nothing, and delivers each event', async () => {
    await killLoop({
      rounds: ROUNDS,
      within: 900,
      async start(round) {
        await dropRound(round);
        return site.start('import-statements', folder);
      },
      check: passTwoMinutes,
    });

    const { db } = site;
    const last = await openDroppedStatements(site.url, folder);
    try {
      // No process is left that could have claimed them.
      await db.query.updateTable('outbox').set({ claimed_until: 0, due_at: 0 }).execute();
      const run = await last.process({ isForced: true });
      expect(run).toMatchObject({ status: 'finished', totals: { errors: 0 } });
      last.outbox.start();
      await expect.poll(async () => (await last.outbox.list()).length, { timeout: 120_000 }).toBe(0);
    } finally {
      await last.outbox.close();
      await last.db.close();
    }

    const total = (ROUNDS - 1) * STEP + ENTRIES;
    const expected = Array.from({ length: total }, (_, index) => movement(index));
    const rows = await db.query.selectFrom('bank_transactions').selectAll().execute();
    expect(rows.map(identityOf).toSorted()).toEqual(
      expected
        .map(({ bankReference, amount, bookedOn, remittance }) =>
          identityOf({ bank_reference: bankReference, amount, booked_on: bookedOn, remittance }),
        )
        .toSorted(),
    );
    expect(await subjects('imported')).toEqual(rows.map(({ id }) => String(id)).toSorted());
    const names = Array.from({ length: ROUNDS }, (_, round) => `${String(round).padStart(3, '0')}.jsonl`);
    expect([...new Set(await subjects('file'))]).toEqual(names);
    expect((await readdir(path.join(folder, 'done'))).toSorted()).toEqual(names);
    for (const name of ['inbox', 'processing', 'failed']) expect(await readdir(path.join(folder, name))).toEqual([]);
    expect((await db.query.selectFrom('runs').select('status').where('status', '=', 'running').execute()).length).toBe(
      0,
    );
  });
});
