import type { Database } from '../../database/database.js';
import { HostError } from '../../errors.js';
import { EMPTY_LICENCE, type LicenceRow } from './record.js';
import './tables.js';

/** The columns that a change may set. */
export type LicenceChange = Partial<Omit<LicenceRow, 'product' | 'version'>>;

export interface LicenceStore {
  read(product: string): Promise<LicenceRow | null>;
  /**
   * Reads the row, asks what is to change, and writes if nobody else has written meanwhile, else begins again. No lock is
   * held in between.
   * @param change null leaves everything as it is, `delete` removes the row; what it throws is passed on
   * @returns the row as it is afterwards
   * @throws HostError 409 `license_changed` when others are faster again and again
   */
  change(
    product: string,
    change: (row: LicenceRow | null) => LicenceChange | 'delete' | null,
  ): Promise<LicenceRow | null>;
  /** Removes the row if it is still the one that was read. */
  remove(row: LicenceRow): Promise<boolean>;
}

const ATTEMPTS = 10;

/** The rows of `licences`, written by several processes that do not wait for each other. */
export function createLicenceStore(db: Database): LicenceStore {
  async function read(product: string): Promise<LicenceRow | null> {
    const row = await db.query.selectFrom('licences').selectAll().where('product', '=', product).executeTakeFirst();
    return row ?? null;
  }

  async function insert(row: LicenceRow): Promise<boolean> {
    try {
      await db.query.insertInto('licences').values(row).execute();
      return true;
    } catch (error) {
      if (db.isUniqueViolation(error)) return false;
      throw error;
    }
  }

  async function update(next: LicenceRow, { product, version }: LicenceRow): Promise<boolean> {
    const { numUpdatedRows } = await db.query
      .updateTable('licences')
      .set(next)
      .where('product', '=', product)
      .where('version', '=', version)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  async function remove({ product, version }: LicenceRow): Promise<boolean> {
    const { numDeletedRows } = await db.query
      .deleteFrom('licences')
      .where('product', '=', product)
      .where('version', '=', version)
      .executeTakeFirst();
    return numDeletedRows === 1n;
  }

  return {
    read,
    remove,
    async change(product, change) {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const row = await read(product);
        const changes = change(row);
        if (changes === null) return row;
        if (changes === 'delete') {
          if (!row || (await remove(row))) return null;
          continue;
        }
        const next = { ...EMPTY_LICENCE, ...row, ...changes, product, version: (row?.version ?? 0) + 1 };
        if (row ? await update(next, row) : await insert(next)) return next;
      }
      throw changedMeanwhile();
    },
  };
}

export function changedMeanwhile(): HostError {
  return new HostError(
    'license_changed',
    'Another process changed this licence at the same time. Look at it, and repeat what is still needed.',
    { status: 409 },
  );
}
