import { Readable } from 'node:stream';
import { pino } from 'pino';
import type { Database } from '../../../../src/core/database/database.js';
import { createOutbox } from '../../../../src/core/outbox/outbox.js';
import { createLocks } from '../../../../src/core/services/locks/locks.js';
import { createHooks } from '../../../../src/hooks/hooks.js';
import type {
  StatementAccount,
  StatementEntry,
  StatementPart,
} from '../../../../src/plugins/bank/formats/statement.js';
import type { StatementFile, StatementFormat } from '../../../../src/plugins/bank/formats/statement-format.js';
import { createImportFile } from '../../../../src/plugins/bank/importing/import-file.js';
import type { ImportOptions, ImportReport } from '../../../../src/plugins/bank/importing/importer.js';
import { migrations } from '../../../../src/plugins/bank/tables/migrations.js';

export const ACCOUNT: StatementAccount = {
  iban: 'CZ6508000000192000145399',
  number: '',
  bankCode: '',
  bic: '',
  name: 'Our shop',
  currency: 'CZK',
};

/** Credit of 100.00 with no data except the date. */
export function entry(more: Partial<StatementEntry> = {}): StatementEntry {
  return {
    position: 'entry 1',
    direction: 'credit',
    amount: 100_00,
    currency: 'CZK',
    original: null,
    bookedOn: '2026-03-02',
    valueOn: '2026-03-02',
    bookingStatus: 'booked',
    counterparty: { name: '', iban: '', account: '', bankCode: '', bic: '' },
    variableSymbol: '',
    constantSymbol: '',
    specificSymbol: '',
    endToEndId: '',
    creditorReference: '',
    bankReference: '',
    isReferenceUnique: false,
    remittance: '',
    typeCode: '',
    isReversal: false,
    charges: 0,
    ...more,
  };
}

/** Entry with a unique bank reference. */
export function named(bankReference: string, more: Partial<StatementEntry> = {}): StatementEntry {
  return entry({ bankReference, isReferenceUnique: true, ...more });
}

/** File in the format of these tests, added as third parties add theirs: one line of JSON per part. */
export function fileOf(parts: readonly StatementPart[], name = 'statement.jsonl'): StatementFile {
  return textFile(parts.map((part) => `${JSON.stringify(part)}\n`).join(''), name);
}

export function textFile(text: string, name = 'statement.jsonl'): StatementFile {
  const bytes = Buffer.from(text);
  return { name, size: bytes.length, open: () => Readable.from([bytes]) };
}

export function statementOf(entries: readonly StatementEntry[], account = ACCOUNT): StatementPart[] {
  return [{ kind: 'statement', account }, ...entries.map((each): StatementPart => ({ kind: 'entry', entry: each }))];
}

/** @param name two names are two formats with separate keys */
export function lines(name = 'lines'): StatementFormat {
  return {
    name,
    recognise: (head) => (head.startsWith('{"kind"') ? 1 : 0),
    async *read(file) {
      let text = '';
      for await (const piece of file.open()) text += String(piece);
      for (const line of text.split('\n')) if (line !== '') yield JSON.parse(line) as StatementPart;
    },
  };
}

export interface ImportSite {
  readonly db: Database;
  readonly hooks: ReturnType<typeof createHooks>;
  readonly outbox: ReturnType<typeof createOutbox>;
  readonly locks: ReturnType<typeof createLocks>;
  /** Imports a file of these entries. */
  import(entries: readonly StatementEntry[], more?: Partial<ImportOptions>): Promise<ImportReport>;
  importFile(file: StatementFile, more?: Partial<ImportOptions>): Promise<ImportReport>;
  rows(): Promise<StoredTransaction[]>;
}

export type StoredTransaction = Awaited<ReturnType<typeof readRows>>[number];

function readRows(db: Database) {
  return db.query.selectFrom('bank_transactions').selectAll().orderBy('id').execute();
}

/** Opens imports into a database, with hooks and an outbox. */
export async function openImports(db: Database): Promise<ImportSite> {
  await db.migrate('bank', migrations);
  const hooks = createHooks();
  const log = pino({ level: 'silent' });
  const outbox = createOutbox({ db, hooks, log });
  const locks = createLocks(db, log);
  const importFile = createImportFile({ db, hooks, outbox, now: () => new Date('2026-03-10T12:00:00Z') });
  const site: ImportSite = {
    db,
    hooks,
    outbox,
    locks,
    import: (entries, more) => site.importFile(fileOf(statementOf(entries)), more),
    importFile: (file, more) =>
      locks.run('bank_run', (lease) => {
        const from = { sourceId: null, runId: null, isDryRun: false };
        return importFile(file, { format: lines(), ...from, lease, ...more });
      }),
    rows: () => readRows(db),
  };
  return site;
}
