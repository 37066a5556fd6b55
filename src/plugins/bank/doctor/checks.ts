import type { Database } from '../../../database.js';
import type { OwnedHooks } from '../../../hooks.js';
import type { Locks } from '../../../services.js';
import type { AccessSecret } from '../access/secrets.js';
import { BANK_LOCK, LONGEST_SILENCE, silenceOf } from '../bank-lock.js';
import type { Matching } from '../matching/matching.js';
import type { Runs } from '../runs/runs.js';
import type { FileDropOptions } from '../sources/file-drop.js';
import type { Source } from '../sources/source.js';
import type { Transactions } from '../transactions/transactions.js';
import { checkClock } from './clock.js';
import { type Finding, fine, worthALook, wrong } from './finding.js';
import { checkInbox } from './inbox.js';
import { checkRuns } from './runs.js';
import { checkSources } from './sources.js';
import { checkTransactions } from './transactions.js';

export interface DoctorParts {
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

/** Checks everything that runs need and suggests fixes, without changing anything. */
export type Doctor = () => Promise<readonly Finding[]>;

export function createDoctor(parts: DoctorParts): Doctor {
  const { db, hooks, locks, secret, runs, inboxes, now } = parts;

  async function checkSecret(): Promise<Finding> {
    const { isSet } = await secret.state();
    if (isSet) return fine('secret', 'An access secret exists.');
    const hint = 'Create one for scheduled calls: mortise bank secret rotate.';
    return worthALook('secret', 'There is no access secret: programs cannot start runs over REST.', hint);
  }

  async function checkLock(): Promise<{ readonly finding: Finding; readonly isHeld: boolean }> {
    const holder = await locks.holder(BANK_LOCK);
    if (!holder) return { finding: fine('lock', 'The lock is free.'), isHeld: false };
    const seconds = Math.round(silenceOf(holder) / 1000);
    if (silenceOf(holder) < LONGEST_SILENCE) {
      const message = `A process is storing transactions; it last responded ${seconds} seconds ago.`;
      return { finding: fine('lock', message), isHeld: true };
    }
    const message = `The lock holder has not responded for ${seconds} seconds.`;
    const hint = 'The lock expires two minutes after the last response. To release it now: mortise bank unlock.';
    return { finding: wrong('lock', message, hint), isHeld: false };
  }

  return async () => {
    const lock = await checkLock();
    const sources = await hooks.applyFiltersAsync('vendor_bank_sources', await parts.sources());
    const findings = [
      await checkSecret(),
      lock.finding,
      await checkClock({ db, now }),
      ...(await Promise.all(inboxes.map((inbox) => checkInbox(inbox, lock.isHeld)))).flat(),
      ...(await checkSources(db, sources)),
      await checkRuns({ runs, now, hasSources: sources.length > 0 }),
      ...(await checkTransactions(parts, lock.isHeld)),
    ];
    return findings;
  };
}
