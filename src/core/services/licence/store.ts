import type { SecretBox } from '../../crypto/secret-box.js';
import type { Database } from '../../database/database.js';
import { HostError } from '../../errors.js';
import { EMPTY_LICENCE, type LicenceRow } from './record.js';
import './tables.js';

/** Columns that a change may set. */
export type LicenceChange = Partial<Omit<LicenceRow, 'product' | 'version'>>;

export interface LicenceStore {
  read(product: string): Promise<LicenceRow | null>;
  /**
   * Reads the row, computes the change, and writes it if no other process has written in between; otherwise retries.
   * No lock is held.
   * @param change returns null to leave the row unchanged, `delete` to remove it; its errors are passed on
   * @returns the row after the change
   * @throws HostError 409 `license_changed` if other processes win every attempt
   */
  change(
    product: string,
    change: (row: LicenceRow | null) => LicenceChange | 'delete' | null,
  ): Promise<LicenceRow | null>;
  /** Deletes the row if it has not changed since it was read. */
  remove(row: LicenceRow): Promise<boolean>;
  /** Encrypts keys stored in plain text, or encrypted with a previous secret of the site. */
  sealStored(): Promise<void>;
}

const ATTEMPTS = 10;
const KEYS = ['license_key', 'pending_key'] as const;
/** Result if no secret of the site decrypts the key, so that it cannot be checked. */
const LOST = {
  license_key: null,
  status: 'inactive',
  code: 'license_inactive',
  message: 'The stored key was encrypted with a secret that the site no longer has. Enter the key again.',
} as const;

/**
 * Creates the store of the `licences` rows, which several processes write with optimistic locking. Keys are encrypted
 * in the database, bound to their product, and decrypted here.
 */
export function createLicenceStore(db: Database, box: SecretBox): LicenceStore {
  const about = (product: string): string => `licence of ${product}`;

  async function read(product: string): Promise<LicenceRow | null> {
    const row = await db.query.selectFrom('licences').selectAll().where('product', '=', product).executeTakeFirst();
    if (!row) return null;
    const [license_key, pending_key] = KEYS.map((name) => row[name] && box.open(row[name], about(product)));
    const open = { ...row, license_key: license_key ?? null, pending_key: pending_key ?? null };
    return row.license_key !== null && open.license_key === null ? { ...open, ...LOST } : open;
  }

  function sealed<Change extends LicenceChange>(product: string, change: Change): Change {
    const keys = KEYS.flatMap((name) => (change[name] ? [[name, box.seal(change[name], about(product))]] : []));
    return { ...change, ...Object.fromEntries(keys) };
  }

  async function insert(row: LicenceRow): Promise<boolean> {
    try {
      await db.query.insertInto('licences').values(sealed(row.product, row)).execute();
      return true;
    } catch (error) {
      if (db.isUniqueViolation(error)) return false;
      throw error;
    }
  }

  /** Sets only the changed columns: a key that cannot be decrypted is kept in case its secret is restored. */
  async function update({ product, version }: LicenceRow, change: LicenceChange): Promise<boolean> {
    const { numUpdatedRows } = await db.query
      .updateTable('licences')
      .set({ ...sealed(product, change), version: version + 1 })
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
        if (row ? await update(row, changes) : await insert(next)) return next;
      }
      throw changedMeanwhile();
    },
    async sealStored() {
      const rows = await db.query
        .selectFrom('licences')
        .select(['product', 'version', ...KEYS])
        .execute();
      for (const { product, version, ...keys } of rows) {
        const outdated = KEYS.flatMap((name) => {
          const stored = keys[name];
          const key = stored === null || box.isCurrent(stored) ? null : box.open(stored, about(product));
          return key === null ? [] : [[name, key] as const];
        });
        if (outdated.length === 0) continue;
        // If the licence changes in the meantime, the next start encrypts the key.
        await db.query
          .updateTable('licences')
          .set(sealed(product, Object.fromEntries(outdated)))
          .where('product', '=', product)
          .where('version', '=', version)
          .execute();
      }
    },
  };
}

export function changedMeanwhile(): HostError {
  return new HostError(
    'license_changed',
    'Another process changed this license. Check it, then repeat your change if it is still needed.',
    { status: 409 },
  );
}
