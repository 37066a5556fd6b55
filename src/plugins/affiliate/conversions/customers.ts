import { type Database, json } from '../../../index.js';
import { type Conversion, toConversion } from './conversion.js';

/** What the ledger knows of people who bought something. */
export interface Customers {
  /** The conversions of an address, oldest first. */
  find(email: string): Promise<readonly Conversion[]>;
  /**
   * Takes a person out of conversions and commissions; what was earned stays.
   * @returns how many conversions there were
   */
  forget(email: string): Promise<number>;
}

export function createCustomers(db: Database): Customers {
  const of = (email: string): string => email.trim().toLowerCase();
  return {
    async find(email) {
      const rows = await db.query
        .selectFrom('affiliate_conversions')
        .selectAll()
        .where('customer_email', '=', of(email))
        .where('customer_email', '!=', '')
        .orderBy('id')
        .execute();
      return rows.map(toConversion);
    },
    forget: (email) =>
      db.transaction(async () => {
        if (of(email) === '') return 0;
        const { numUpdatedRows } = await db.query
          .updateTable('affiliate_conversions')
          // The digests are made of the address, too, and addresses can be guessed.
          .set({ customer_email: '', customer_ref: '', digest: '', likeness: '', visitor: '', meta: json.encode({}) })
          .where('customer_email', '=', of(email))
          .executeTakeFirstOrThrow();
        await db.query
          .updateTable('affiliate_commissions')
          .set({ customer_email: '', description: '' })
          .where('customer_email', '=', of(email))
          .execute();
        return Number(numUpdatedRows);
      }),
  };
}
