import type { Person } from '../../../access.js';
import type { Database } from '../../../database.js';
import type { OwnedHooks } from '../../../hooks.js';
import { conversionRecord } from '../conversions/conversion.js';
import type { Customers } from '../conversions/customers.js';
import { affiliateRecords, affiliatesOf, detachAffiliate } from './affiliate-data.js';

const ACCOUNT = { name: 'affiliate/affiliates', label: 'Affiliate accounts' };
const LINKS = { name: 'affiliate/links', label: 'Affiliate links' };
const COMMISSIONS = { name: 'affiliate/commissions', label: 'Affiliate commissions' };
const PAYMENTS = { name: 'affiliate/payments', label: 'Affiliate payments' };
const PURCHASES = { name: 'affiliate/purchases', label: 'Purchases with an affiliate' };

const PLACE_STAYS = 'Commissions refer to it by number. It has no personal data and is inactive.';
const BOOKS_STAY = "They belong to the site's accounting and refer to the affiliate by number.";
const PAYMENTS_STAY = 'Accounting records must name payees.';
const PURCHASES_STAY = 'Commissions are calculated from them. The buyer is removed.';

export interface PrivacyParts {
  readonly hooks: Pick<OwnedHooks, 'addAction' | 'addFilter'>;
  readonly db: Database;
  readonly customers: Customers;
  /** Deletes a pending email. */
  readonly cancelEmail: (id: number) => Promise<boolean>;
  /** Invalidates the caches of affiliates, as part of the running transaction. */
  readonly changed: () => Promise<void>;
}

/**
 * Exports and erases personal data of affiliates and customers. Clicks contain none once the salt of their day is
 * deleted.
 */
export function registerPrivacy({ hooks, db, customers, cancelEmail, changed }: PrivacyParts): void {
  hooks.addFilter('privacy_export', async (groups, person) => {
    const { affiliates, links, commissions, payments } = await affiliateRecords(db, await affiliatesOf(db, person));
    return [
      ...groups,
      { ...ACCOUNT, records: affiliates },
      { ...LINKS, records: links },
      { ...COMMISSIONS, records: commissions },
      { ...PAYMENTS, records: payments },
      { ...PURCHASES, records: (await customers.find(person.email)).map((each) => ({ ...conversionRecord(each) })) },
    ];
  });

  hooks.addFilter('privacy_erase', async (erasures, person, { dryRun }) => {
    const ids = await affiliatesOf(db, person);
    const { affiliates, links, commissions, payments } = await affiliateRecords(db, ids);
    const purchases = await customers.find(person.email);
    if (!dryRun) await db.join(() => erase(person, ids));
    return [
      ...erasures,
      { ...ACCOUNT, count: affiliates.length, outcome: 'detached', reason: PLACE_STAYS },
      { ...LINKS, count: links.length, outcome: 'erased', reason: null },
      { ...COMMISSIONS, count: commissions.length, outcome: 'detached', reason: BOOKS_STAY },
      { ...PAYMENTS, count: payments.length, outcome: 'kept', reason: PAYMENTS_STAY },
      { ...PURCHASES, count: purchases.length, outcome: 'detached', reason: PURCHASES_STAY },
    ];
  });

  async function erase(person: Person, ids: readonly number[]): Promise<void> {
    for (const id of ids) {
      await detachAffiliate(db, id);
      await cancelEmail(id);
    }
    if (ids.length > 0) await changed();
    await customers.forget(person.email);
  }

  // The affiliate remains, with the amounts owed to them.
  hooks.addAction('user_deleted', async ({ id }) => {
    await db.join(async () => {
      const { numUpdatedRows } = await db.query
        .updateTable('affiliate_affiliates')
        .set({ user_id: null })
        .where('user_id', '=', id)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows > 0n) await changed();
    });
  });
}
