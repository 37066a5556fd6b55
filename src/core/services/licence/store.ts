import type { SecretBox } from '../../crypto/secret-box.js';
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
  /** Seals keys that lie open, or were sealed with a previous secret of the site. */
  sealStored(): Promise<void>;
}

const ATTEMPTS = 10;
const KEYS = ['license_key', 'pending_key'] as const;
/** Where no secret of the site opens the key: nobody can be asked about it. */
const LOST = {
  license_key: null,
  status: 'inactive',
  code: 'license_inactive',
  message: 'The stored key was sealed with a secret that the site no longer has. Enter the key again.',
} as const;

/**
 * The rows of `licences`, written by several processes that do not wait for each other. Their keys lie sealed, each as
 * that of its product, and are open on this side.
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

  /** Sets no more than what changes: a key that cannot be opened stays for the secret that may come back. */
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
        // Unless somebody changes the licence meanwhile: then the next start does it.
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
    'Another process changed this licence at the same time. Look at it, and repeat what is still needed.',
    { status: 409 },
  );
}
