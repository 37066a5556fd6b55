import type { Database } from '../../../database.js';
import type { OwnedHooks } from '../../../hooks.js';
import type { DoctorCheck } from '../../../operations.js';
import type { Locks } from '../../../services.js';
import type { AccessSecret } from '../access/secrets.js';
import { BANK_LOCK, LONGEST_SILENCE, silenceOf } from '../bank-lock.js';
import type { Matching } from '../matching/matching.js';
import type { Runs } from '../runs/runs.js';
import type { FileDropOptions } from '../sources/file-drop.js';
import type { Source } from '../sources/source.js';
import type { Transactions } from '../transactions/transactions.js';
import { checkInbox } from './inbox.js';
import { checkRuns } from './runs.js';
import { checkSources } from './sources.js';
import { checkTransactions } from './transactions.js';

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
  readonly now: () => Date;
}

/** Returns the checks of everything that runs need. */
export function bankChecks(parts: BankCheckParts): readonly DoctorCheck[] {
  const { db, hooks, locks, secret, runs, inboxes, now } = parts;

  /** Whether a process is storing transactions. */
  async function isHeld(): Promise<boolean> {
    const holder = await locks.holder(BANK_LOCK);
    return holder !== null && silenceOf(holder) < LONGEST_SILENCE;
  }

  const allSources = async () => hooks.applyFiltersAsync('vendor_bank_sources', await parts.sources());

  return [
    {
      name: 'secret',
      hint: 'Create a secret for scheduled calls: mortise bank secret rotate.',
      async find() {
        const { isSet } = await secret.state();
        const message = 'There is no access secret: programs cannot start runs over REST.';
        return isSet ? [] : [{ subject: 'secret', severity: 'notice', message }];
      },
    },
    {
      name: 'lock',
      hint: 'The lock expires two minutes after the last response. To release it now: mortise bank unlock.',
      async find() {
        const holder = await locks.holder(BANK_LOCK);
        if (!holder || silenceOf(holder) < LONGEST_SILENCE) return [];
        const seconds = Math.round(silenceOf(holder) / 1000);
        const message = `The lock holder has not responded for ${seconds} seconds.`;
        return [{ subject: BANK_LOCK, severity: 'error', message }];
      },
    },
    {
      name: 'inboxes',
      async find() {
        const isWriting = await isHeld();
        return (await Promise.all(inboxes.map((inbox) => checkInbox(inbox, isWriting)))).flat();
      },
    },
    { name: 'sources', find: async () => checkSources(db, await allSources()) },
    { name: 'runs', find: async () => checkRuns({ runs, now, hasSources: (await allSources()).length > 0 }) },
    { name: 'matching', find: async () => checkTransactions(parts, await isHeld()) },
  ];
}
