import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { readRows } from './read-rows.js';
import type { TransferRow, TransferTable } from './transfer-table.js';

/** What a table holds, in a form that two of them can be compared by. */
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
 * Sums up the SHA-256 of every row, modulo 2^256: servers need not agree on the order of texts for two tables to have
 * the same sum. It finds what went wrong; it does not keep out who makes up rows on purpose.
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

/** @param onRows hears of every batch; what it throws ends the reading */
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
