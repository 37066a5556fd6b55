import type { Database } from '../../../database.js';
import type { Outbox } from '../../../webhooks.js';
import type { CommissionAnnouncements } from './announce.js';
import type { CommissionRows } from './commission-rows.js';

/** Dependencies of the steps that change commissions. */
export interface CommissionParts {
  readonly db: Database;
  readonly rows: CommissionRows;
  readonly announcements: CommissionAnnouncements;
  readonly now: () => Date;
}

export interface LedgerStore {
  readonly db: Database;
  readonly outbox: Pick<Outbox, 'announce'>;
  readonly now: () => Date;
}
