import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { readRows } from './read-rows.js';
import type { TransferRow, TransferTable } from './transfer-table.js';

/** Checksum of a table's rows, for comparison with another table. */
export interface TableDigest {
  readonly rows: number;
  /** 64 hexadecimal digits. */
  readonly checksum: string;
}

export interface RowDigest {
  add(rows: readonly TransferRow[]): void;
  digest(): TableDigest;
}

const MODULUS = 2n ** 256n;

/**
 * Sums the SHA-256 of every row modulo 2^256, so that servers may sort text differently. It detects errors, not
 * deliberate forgery.
 */
export function createRowDigest(): RowDigest {
  let rows = 0;
  let sum = 0n;
  return {
    add(added) {
      for (const row of added) {
        rows += 1;
        sum = (sum + BigInt(`0x${createHash('sha256').update(JSON.stringify(row)).digest('hex')}`)) % MODULUS;
      }
    },
    digest: () => ({ rows, checksum: sum.toString(16).padStart(64, '0') }),
  };
}

/** @param onRows called with the size of every batch; an exception stops the reading */
export async function digestTable(
  executor: Kysely<unknown>,
  table: TransferTable,
  onRows: (rows: number) => void,
): Promise<TableDigest> {
  const digest = createRowDigest();
  for await (const rows of readRows(executor, table)) {
    digest.add(rows);
    onRows(rows.length);
  }
  return digest.digest();
}
