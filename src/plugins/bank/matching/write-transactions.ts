import { type Database, utc } from '../../../database.js';
import { groupBy } from '../../../utilities.js';
import { encodeFindings } from '../transactions/findings.js';
import type { Transaction } from '../transactions/transaction.js';
import type { ChangedTransaction } from './book.js';

/** Servers compare each row with each branch of a `case`. */
const ROWS_PER_CASE = 100;
/** Smaller groups are written together with other rows. */
const MIN_GROUP_SIZE = 20;

/** Columns written after a decision. */
interface WriteResult {
  readonly id: number;
  readonly amount: number;
  readonly status: string;
  readonly allocated: number;
  readonly returned: number;
  readonly findings: string;
  readonly decided_by: number | null;
  readonly reverses_id: number;
}

/** Writes the changed transactions. Those with equal values share one statement. */
export async function writeTransactions(db: Database, changed: readonly ChangedTransaction[], at: Date): Promise<void> {
  const updated_at = utc.encode(at);
  const groups = groupBy(
    changed.map(({ after }) => writtenOf(after)),
    likenessOf,
  );
  const others: WriteResult[] = [];
  for (const [likeness, group] of groups) {
    if (likeness === '' || group.length < MIN_GROUP_SIZE) others.push(...group);
    else await writeAlike(db, group, updated_at);
  }
  for (let start = 0; start < others.length; start += ROWS_PER_CASE) {
    await writeEach(db, others.slice(start, start + ROWS_PER_CASE), updated_at);
  }
}

function writtenOf(transaction: Transaction): WriteResult {
  const { id, amount, status, allocated, returned } = transaction;
  return {
    id,
    amount,
    status,
    allocated,
    returned,
    findings: encodeFindings(transaction.findings),
    decided_by: transaction.decidedBy,
    reverses_id: transaction.reversesId,
  };
}

/** Grouping key of rows written by one statement; empty for a row that must be written individually. */
function likenessOf({ amount, status, allocated, returned, findings, decided_by, reverses_id }: WriteResult): string {
  if (reverses_id !== 0 || returned !== 0 || (allocated !== 0 && allocated !== amount)) return '';
  return JSON.stringify([status, findings, decided_by, allocated === 0 ? 'none' : 'all']);
}

async function writeAlike(db: Database, rows: readonly WriteResult[], updated_at: string): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const { status, findings, decided_by, allocated } = first;
  await db.query
    .updateTable('bank_transactions')
    .set(({ ref }) => ({
      status,
      findings,
      decided_by,
      updated_at,
      allocated: allocated === 0 ? 0 : ref('amount'),
    }))
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
}

async function writeEach(db: Database, rows: readonly WriteResult[], updated_at: string): Promise<void> {
  const [first, ...rest] = rows;
  if (!first) return;
  await db.query
    .updateTable('bank_transactions')
    .set((eb) => {
      const each = <Name extends keyof WriteResult>(name: Name) => {
        let cases = eb.case('id').when(first.id).then<unknown>(first[name]);
        for (const row of rest) cases = cases.when(row.id).then<unknown>(row[name]);
        return cases.end().$castTo<WriteResult[Name]>();
      };
      return {
        status: each('status'),
        allocated: each('allocated'),
        returned: each('returned'),
        findings: each('findings'),
        decided_by: each('decided_by'),
        reverses_id: each('reverses_id'),
        updated_at,
      };
    })
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
}
