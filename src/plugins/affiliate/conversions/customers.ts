import { type Database, json } from '../../../database.js';
import { type Conversion, toConversion } from './conversion.js';

/** Customer data in the ledger. */
export interface Customers {
  /** Returns the conversions of an email, oldest first. */
  find(email: string): Promise<readonly Conversion[]>;
  /**
   * Erases a person from conversions and commissions. Earnings are kept.
   * @returns the number of conversions
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
          // Digests contain the email, too, and emails can be guessed.
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
