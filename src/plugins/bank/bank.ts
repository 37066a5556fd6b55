import type { PluginContext } from '../../index.js';
import { type AccessSecret, createAccessSecret } from './access/secrets.js';
import { createDoctor, type Doctor } from './doctor/doctor.js';
import { statementFormats } from './formats/formats.js';
import { createFindFormat, type FindFormat } from './importing/find-format.js';
import { createImportFile } from './importing/import-file.js';
import type { ImportFile } from './importing/importer.js';
import { createMatching, type Matching } from './matching/matching.js';
import { createReceivables, type Receivables } from './receivables/receivables.js';
import { createProcessing, type Processing } from './runs/process.js';
import { createRuns, type Runs } from './runs/runs.js';
import { type Unlocking, unlock } from './runs/unlock.js';
import { matchSettingsOf } from './settings/match-settings.js';
import { bankSettings } from './settings/schema.js';
import { type FileDropOptions, fileDrop } from './sources/file-drop.js';
import { createSourceRows } from './sources/source-rows.js';
import { createTransactions, type Transactions } from './transactions/transactions.js';

/** What the plugin can do: `context.plugin('bank')`, and what its routes and commands are made of. */
export interface Bank {
  readonly transactions: Transactions;
  readonly receivables: Receivables;
  readonly matching: Matching;
  readonly importFile: ImportFile;
  readonly findFormat: FindFormat;
  readonly runs: Runs;
  readonly processing: Pick<Processing, 'process'>;
  readonly secret: AccessSecret;
  /** Ends the lock of a silent holder. @throws HostError 409 `vendor_bank_locked` while it gives signs of life */
  readonly unlock: () => Promise<Unlocking>;
  readonly doctor: Doctor;
  /** Seconds between the beginnings of two runs. */
  readonly interval: () => Promise<number>;
  readonly now: () => Date;
}

export interface BankOptions {
  /** Folders into which people or programs put statements. They are named here and in no form: files are moved there. */
  readonly inboxes?: readonly FileDropOptions[];
}

/** Puts the plugin together. */
export function createBank(context: PluginContext, { inboxes = [] }: BankOptions = {}): Bank {
  const { db, hooks, outbox, locks, log, settings } = context;
  const now = (): Date => new Date();
  settings.register(bankSettings);
  const interval = async (): Promise<number> => (await settings.get('bank')).runInterval;
  const matching = createMatching({
    ...context,
    settings: async () => matchSettingsOf(await settings.get('bank')),
    now,
  });
  const importFile = createImportFile({ db, hooks, outbox, now });
  const findFormat = createFindFormat(hooks, statementFormats);
  const runs = createRuns(db, outbox);
  const drops = inboxes.map(fileDrop);
  const sources = async () => drops;
  const transactions = createTransactions(db);
  const secret = createAccessSecret(context.options, now);
  const processing = createProcessing({
    ...{ db, hooks, locks, log, runs, importFile, findFormat, interval },
    rows: createSourceRows(db),
    sources,
    matchNew: matching.matchNew,
  });
  context.onClose(processing.close);
  return {
    now,
    receivables: createReceivables({ db, now }),
    ...{ matching, importFile, findFormat, runs, processing, interval, transactions, secret },
    unlock: () => unlock(locks),
    doctor: createDoctor({ db, hooks, locks, secret, runs, transactions, matching, inboxes, sources, now }),
  };
}
