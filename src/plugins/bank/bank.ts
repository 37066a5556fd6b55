import type { PluginContext } from '../../index.js';
import { type AccessSecret, createAccessSecret } from './access/secrets.js';
import { bankChecks } from './doctor/checks.js';
import { createExclusive, type Exclusive } from './exclusive.js';
import { statementFormats } from './formats/formats.js';
import { createFindFormat, type FindFormat } from './importing/find-format.js';
import { createImportFile } from './importing/import-file.js';
import type { ImportFile } from './importing/importer.js';
import { createMatching, type Matching } from './matching/matching.js';
import { registerPrivacy } from './privacy/privacy.js';
import { createSiteProfiles, type SiteProfiles } from './profiles/site-profiles.js';
import { statusOf } from './receivables/order.js';
import { createReceivables, type Receivables } from './receivables/receivables.js';
import { referenceDigits, referenceKey } from './receivables/reference.js';
import { createProcessing, createRunWork, createSourcesOf, type Processing } from './runs/process.js';
import { createRuns, type Runs } from './runs/runs.js';
import { scheduleRuns } from './runs/schedule.js';
import { type Unlocking, unlock } from './runs/unlock.js';
import { bankSettings, checkSettings, matchSettingsOf } from './settings/schema.js';
import { type FileDropOptions, fileDrop } from './sources/file-drop.js';
import { createOutbound } from './sources/outbound/outbound.js';
import { createSiteSources, type SiteSources } from './sources/site-sources.js';
import { createSourceRows } from './sources/source-rows.js';
import { createTrySource, type TrySource } from './sources/try-source.js';
import { createTransactions, type Transactions } from './transactions/transactions.js';
import { createUploads, type Uploads } from './uploads/uploads.js';
import './declared.js';

/** API of the plugin: `context.plugin('bank')`. Its routes and commands are built on it. */
export interface Bank {
  readonly transactions: Transactions;
  readonly receivables: Receivables;
  readonly matching: Matching;
  /** The plugin's own rules for references and statuses, for authors of an `OrderProvider`. */
  readonly orders: {
    readonly referenceKey: typeof referenceKey;
    readonly referenceDigits: typeof referenceDigits;
    readonly statusOf: typeof statusOf;
  };
  readonly importFile: ImportFile;
  readonly findFormat: FindFormat;
  /** Detects the format of a file for a preview, without storing anything. */
  readonly detect: Uploads['detect'];
  /** Same as `detect`, with an unsaved profile. */
  readonly tryProfile: Uploads['tryProfile'];
  /** Profiles for reading CSV and JSON. */
  readonly profiles: SiteProfiles;
  /** Sources that statements are fetched from, and a way to test one. */
  readonly sources: SiteSources & { readonly test: TrySource };
  /** Imports an uploaded file, or does a dry run of it. */
  readonly importUpload: Uploads['importUpload'];
  readonly runs: Runs;
  readonly processing: Processing;
  /** Serializes everything that writes. */
  readonly exclusive: Pick<Exclusive, 'run'>;
  /** Returns the lock in use; null when nothing is writing. */
  readonly lockHolder: Exclusive['lockHolder'];
  readonly secret: AccessSecret;
  /**
   * Releases the lock of an unresponsive holder.
   * @throws HostError 409 `vendor_bank_locked` while the holder still sends heartbeats
   */
  readonly unlock: () => Promise<Unlocking>;
  /** Seconds between the starts of two runs. */
  readonly interval: () => Promise<number>;
  readonly now: () => Date;
}

export interface BankOptions {
  /** Folders that statements are dropped into. Configured in code only, not in a form: the plugin moves files there. */
  readonly inboxes?: readonly FileDropOptions[];
  /** Options for outgoing requests to banks. */
  readonly outbound?: {
    /**
     * Whether sources may be on a private network.
     * @default false
     */
    readonly allowPrivate?: boolean;
    /**
     * Base URL of the Fio banka API, for example of a proxy.
     * @default the bank's own
     */
    readonly fioApi?: string;
  };
}

/** Wires up the plugin. */
export function createBank(context: PluginContext, { inboxes = [], outbound = {} }: BankOptions = {}): Bank {
  const { db, hooks, outbox, locks, log, settings, site } = context;
  const now = (): Date => new Date();
  settings.register({ ...bankSettings, check: checkSettings });
  const interval = async (): Promise<number> => (await settings.get('bank')).runInterval;
  const importFile = createImportFile({ db, hooks, outbox, now });
  const profiles = createSiteProfiles({ db, hooks, now });
  const findFormat = createFindFormat(hooks, async () => statementFormats(await profiles.inUse()));
  const drops = inboxes.map(fileDrop);
  const siteSources = createSiteSources({
    db,
    secrets: context.secrets,
    now,
    fioApi: outbound.fioApi,
    outbound: createOutbound(outbound),
    jsonProfiles: async () => (await profiles.inUse()).json,
  });
  const sources = async () => [...drops, ...(await siteSources.inUse())];
  const transactions = createTransactions(db);
  const secret = createAccessSecret(context.options, now);
  const sourceLimits = async () => ({ timeLimit: (await settings.get('bank')).sourceTimeLimit * 1000 });
  const sourcesOf = createSourcesOf(hooks, sources);
  const work = createRunWork({
    db,
    outbox,
    log,
    importFile,
    findFormat,
    sourceLimits,
    sourcesOf,
    rows: createSourceRows(db),
    matchNew: (run) => matching.matchNew(run),
  });
  const runs = createRuns(context.runs, { outbox, work });
  const exclusive = createExclusive({ db, locks, runs });
  const matching = createMatching({
    db,
    hooks,
    outbox,
    exclusive,
    settings: async () => matchSettingsOf(await settings.get('bank')),
    now,
  });
  const processing = createProcessing({ db, hooks, exclusive, runs, sourcesOf, interval });
  const uploads = createUploads({
    importFile,
    findFormat,
    exclusive,
    log,
    matchNew: matching.matchNew,
    uploadSource: siteSources.upload,
  });
  const test = createTrySource({ sources: siteSources, inCode: drops, findFormat, limits: sourceLimits });
  scheduleRuns(context.jobs, processing, async () => (await settings.get('bank')).schedule);
  registerPrivacy({ db, hooks, exclusive, now, keepYears: async () => (await settings.get('bank')).keepYears });
  const checked = { db, hooks, locks, secret, runs, transactions, matching, inboxes, sources, site, now };
  for (const check of bankChecks(checked)) context.doctor.check(check);
  context.doctor.command('bank doctor');
  context.onClose(exclusive.close);
  return {
    now,
    orders: { referenceKey, referenceDigits, statusOf },
    receivables: createReceivables({ db, now }),
    matching,
    importFile,
    findFormat,
    runs,
    processing,
    interval,
    transactions,
    secret,
    profiles,
    ...uploads,
    sources: { ...siteSources, test },
    unlock: () => unlock(locks),
    exclusive,
    lockHolder: exclusive.lockHolder,
  };
}
