import type { Database } from '../../../database.js';
import type { OwnedHooks } from '../../../hooks.js';
import type { Site } from '../../../index.js';
import type { CheckFinding, DoctorCheck } from '../../../operations.js';
import type { Locks } from '../../../services.js';
import type { AccessSecret } from '../access/secrets.js';
import { BANK_LOCK, MAX_SILENCE, silenceOf } from '../bank-lock.js';
import { type BankKey, bankCatalogues } from '../catalogues.js';
import type { Matching } from '../matching/matching.js';
import type { Runs } from '../runs/runs.js';
import type { FileDropOptions } from '../sources/file-drop.js';
import type { Source } from '../sources/source.js';
import type { Transactions } from '../transactions/transactions.js';
import { checkInbox } from './inbox.js';
import '../tables/sources.js';

const HOUR = 3_600_000;
/** Hours after which the schedule is assumed to be broken. */
const MAX_PAUSE_HOURS = 24;

export interface BankCheckParts {
  readonly db: Database;
  readonly hooks: Pick<OwnedHooks, 'applyFiltersAsync'>;
  readonly locks: Pick<Locks, 'holder'>;
  readonly secret: Pick<AccessSecret, 'state'>;
  readonly runs: Pick<Runs, 'list'>;
  readonly transactions: Pick<Transactions, 'counts'>;
  readonly matching: Pick<Matching, 'waiting'>;
  readonly inboxes: readonly FileDropOptions[];
  /** Returns the sources of the site, before the filter. */
  readonly sources: () => Promise<readonly Source[]>;
  readonly site: Pick<Site, 'strings'>;
  readonly now: () => Date;
}

/** Returns the checks of everything that runs need. */
export function bankChecks(parts: BankCheckParts): readonly DoctorCheck[] {
  const { db, hooks, locks, secret, runs, inboxes, site, now } = parts;
  const titleOf = (key: BankKey) => (locale: string) => site.strings(locale, bankCatalogues).text(key);

  /** Whether a process is storing transactions. */
  async function isHeld(): Promise<boolean> {
    const holder = await locks.holder(BANK_LOCK);
    return holder !== null && silenceOf(holder) < MAX_SILENCE;
  }

  const allSources = async () => hooks.applyFiltersAsync('vendor_bank_sources', await parts.sources());

  return [
    {
      name: 'secret',
      title: titleOf('doctor.secret'),
      hint: 'Create a secret for scheduled calls: mortise bank secret rotate.',
      async find() {
        const { isSet } = await secret.state();
        const message = 'There is no access secret: programs cannot start runs over REST.';
        return isSet ? [] : [{ subject: 'secret', severity: 'notice', message }];
      },
    },
    {
      name: 'lock',
      title: titleOf('doctor.lock'),
      hint: 'The lock expires two minutes after the last response. To release it now: mortise bank unlock.',
      async find() {
        const holder = await locks.holder(BANK_LOCK);
        if (!holder || silenceOf(holder) < MAX_SILENCE) return [];
        const seconds = Math.round(silenceOf(holder) / 1000);
        const message = `The lock holder has not responded for ${seconds} seconds.`;
        return [{ subject: BANK_LOCK, severity: 'error', message }];
      },
    },
    {
      name: 'inboxes',
      title: titleOf('doctor.inboxes'),
      async find() {
        const isWriting = await isHeld();
        return (await Promise.all(inboxes.map((inbox) => checkInbox(inbox, isWriting)))).flat();
      },
    },
    {
      name: 'sources',
      title: titleOf('doctor.sources'),
      find: async () => checkSources(db, await allSources()),
    },
    {
      name: 'runs',
      title: titleOf('doctor.runs'),
      find: async () => checkRuns({ runs, now, hasSources: (await allSources()).length > 0 }),
    },
    {
      name: 'matching',
      title: titleOf('doctor.matching'),
      find: async () => checkTransactions(parts, await isHeld()),
    },
  ];
}

/**
 * Checks the last fetch of each source. Does not fetch now, because that would count against the banks' rate limits.
 */
async function checkSources(db: Database, sources: readonly Source[]): Promise<CheckFinding[]> {
  if (sources.length === 0) {
    const message =
      'There are no sources: runs only match stored transactions. Set folders in code, bank({ inboxes }), or add sources, unless you upload statements manually.';
    return [{ subject: 'none', severity: 'notice', message }];
  }
  const rows = await db.query.selectFrom('bank_sources').select(['name', 'last_status', 'last_error']).execute();
  return sources.flatMap(({ name }): CheckFinding[] => {
    const row = rows.find((row) => row.name === name);
    if (!row || row.last_status === '') {
      const message = `It has never completed. Run mortise bank process --source=${name}`;
      return [{ subject: name, severity: 'notice', message }];
    }
    if (row.last_status !== 'failed') return [];
    const message = `The last read failed: ${row.last_error} Resolve the error, then try again: mortise bank process --force --source=${name}`;
    return [{ subject: name, severity: 'error', message }];
  });
}

/** Checks the result and age of the last run other than dry runs. */
async function checkRuns({
  runs,
  now,
  hasSources,
}: Pick<BankCheckParts, 'now' | 'runs'> & { readonly hasSources: boolean }): Promise<CheckFinding[]> {
  const { runs: latest } = await runs.list({ limit: 20, offset: 0 });
  const last = latest.find(({ dry_run: isDryRun }) => !isDryRun);
  if (!last) {
    return [
      { subject: 'none', severity: 'notice', message: 'There are no runs yet. Start one: mortise bank process.' },
    ];
  }
  const { run_id: id, status, started_at: startedAt } = last;
  const hours = Math.floor((now().getTime() - Date.parse(startedAt)) / HOUR);
  if (status === 'failed' || status === 'aborted') {
    const errors = last.errors.map(({ message }) => message).slice(0, 3);
    const message = [`The last run, ${id}, ${status === 'failed' ? 'failed' : 'was interrupted'}.`, ...errors];
    message.push('Run again: mortise bank process --force. See the log for details.');
    return [{ subject: id, severity: 'error', message: message.join(' ') }];
  }
  if (hasSources && hours >= MAX_PAUSE_HOURS) {
    const message = `The last run, ${id}, started ${hours} hours ago. Check your scheduler: it should call mortise bank process, or the URL with the secret.`;
    return [{ subject: id, severity: 'error', message }];
  }
  return [];
}

/** Checks for transactions that need matching, a review or a fix. */
async function checkTransactions(
  { transactions, matching }: Pick<BankCheckParts, 'matching' | 'transactions'>,
  isHeld: boolean,
): Promise<CheckFinding[]> {
  const counts = await transactions.counts();
  const findings: CheckFinding[] = [];
  const waiting = isHeld ? 0 : await matching.waiting(false);
  if (waiting > 0) {
    const message = `${waiting} imported transactions have not been matched. Run mortise bank match, or wait for the next run.`;
    findings.push({ subject: 'new', severity: 'notice', message });
  }
  const failed = counts.get('error') ?? 0;
  if (failed > 0) {
    const message = `${failed} transactions failed to match because of an error. See mortise bank list --status=error. Resolve the errors, then run mortise bank match --rematch.`;
    findings.push({ subject: 'error', severity: 'error', message });
  }
  const review = counts.get('review') ?? 0;
  if (review > 0) {
    const message = `${review} transactions need a decision. See mortise bank list --status=review. Match, unmatch or ignore each.`;
    findings.push({ subject: 'review', severity: 'notice', message });
  }
  return findings;
}
