import { isDay } from '../../../calendar.js';
import { type Database, utc } from '../../../database.js';
import { HostError } from '../../../index.js';
import { amountText } from '../../../money.js';
import type { ListOf, ListPage } from '../../../resource.js';
import { assertCurrency, invalidParam } from '../transactions/errors.js';
import { statusOf } from './order.js';
import { type Receivable, type ReceivableRow, toReceivable } from './receivable.js';
import { receivableList } from './receivable-list.js';
import { openAmountOf } from './receivable-provider.js';
import { referenceDigits, referenceKey } from './reference.js';

/** Editable fields of a receivable. */
export interface ReceivableInput {
  readonly reference: string;
  /** Minor units, more than 0. */
  readonly amountDue: number;
  /** ISO 4217. */
  readonly currency: string;
  /** The shop's customer ID. */
  readonly customer?: string | undefined;
  /** IBAN that the payment is expected from. */
  readonly iban?: string | undefined;
  /** `YYYY-MM-DD`. */
  readonly dueOn?: string | null | undefined;
}

/** Receivables of the site. Only matching changes their paid amounts. */
export interface Receivables {
  /**
   * Returns a receivable.
   * @throws HostError 404 `vendor_bank_not_found`
   */
  get(id: number): Promise<Receivable>;
  /**
   * Creates a receivable.
   * @throws HostError 400 `vendor_bank_invalid_param`, 409 `vendor_bank_reference_taken`
   */
  create(input: ReceivableInput): Promise<Receivable>;
  /**
   * Updates the given fields. Another amount may settle or reopen a receivable.
   * @throws HostError as {@link create}, 404 `vendor_bank_not_found`, and 409 `vendor_bank_already_paid` for another
   *   currency if it has payments
   */
  update(id: number, changes: Partial<ReceivableInput>): Promise<Receivable>;
  /**
   * Cancels a receivable, so that no payment is expected. Idempotent.
   * @throws HostError 409 `vendor_bank_already_paid`
   */
  cancel(id: number): Promise<Receivable>;
  /** Reopens a cancelled receivable. Idempotent. */
  reopen(id: number): Promise<Receivable>;
  /**
   * Deletes a receivable without payments.
   * @returns the deleted receivable
   * @throws HostError 404 `vendor_bank_not_found`, 409 `vendor_bank_already_paid` if payments refer to it, even undone
   *   ones
   */
  remove(id: number): Promise<Receivable>;
  list(query: ListOf<typeof receivableList>): Promise<ListPage<Receivable>>;
}

export interface ReceivablesParts {
  readonly db: Database;
  readonly now: () => Date;
}

const MAX_LENGTH = 64;

export function createReceivables({ db, now }: ReceivablesParts): Receivables {
  const receivables = () => db.query.selectFrom('bank_receivables').selectAll();

  async function get(id: number): Promise<Receivable> {
    const row = await receivables().where('id', '=', id).executeTakeFirst();
    if (!row) throw receivableNotFound(id);
    return toReceivable(row);
  }

  async function assertFree(reference: string, exceptId: number): Promise<void> {
    const row = await db.query
      .selectFrom('bank_receivables')
      .select('id')
      .where('reference_key', '=', referenceKey(reference))
      .where('id', '!=', exceptId)
      .executeTakeFirst();
    if (row) throw referenceTaken(reference, row.id);
  }

  /** Locks a row. Call within a transaction. */
  async function lock(id: number): Promise<Receivable> {
    const row = await receivables().where('id', '=', id).forUpdate().executeTakeFirst();
    if (!row) throw receivableNotFound(id);
    return toReceivable(row);
  }

  function change(id: number, step: (before: Receivable) => Receivable): Promise<Receivable> {
    return db.transaction(async () => {
      const before = await lock(id);
      const after = step(before);
      if (after.reference !== before.reference) await assertFree(after.reference, id);
      await db.query.updateTable('bank_receivables').set(columnsOf(after, now())).where('id', '=', id).execute();
      return get(id);
    });
  }

  return {
    get,
    async create(input) {
      const fields = checked(input);
      const nothing = {
        amountPaid: 0,
        amountTolerated: 0,
        status: 'open',
        customer: '',
        iban: '',
        dueOn: null,
      } as const;
      const at = now();
      const columns = columnsOf({ ...nothing, ...fields, id: '' }, at);
      try {
        const id = await db.transaction(async () => {
          await assertFree(input.reference, 0);
          return db.insert('bank_receivables', { ...columns, created_at: utc.encode(at) });
        });
        return await get(id);
      } catch (error) {
        // A concurrent request created the same reference.
        if (db.isUniqueViolation(error)) await assertFree(input.reference, 0);
        throw error;
      }
    },
    update: (id, changes) =>
      change(id, (before) => {
        const after = { ...before, ...checked({ ...before, ...defined(changes) }) };
        if (after.currency !== before.currency && before.amountPaid !== 0) throw paid(before);
        return { ...after, status: before.status === 'cancelled' ? 'cancelled' : statusOf(after) };
      }),
    cancel: (id) =>
      change(id, (before) => {
        if (before.amountPaid !== 0) throw paid(before);
        return { ...before, status: 'cancelled' };
      }),
    reopen: (id) => change(id, (before) => ({ ...before, status: statusOf(before) })),
    remove: (id) =>
      db.transaction(async () => {
        const receivable = await lock(id);
        const payments = db.query.selectFrom('bank_payments').select('id').where('order_id', '=', receivable.id);
        if (await payments.limit(1).executeTakeFirst()) throw hasHistory(id);
        await db.query.deleteFrom('bank_receivables').where('id', '=', id).execute();
        return receivable;
      }),
    list: (query) => receivableList.list(db, query),
  };
}

/**
 * Validates and normalizes the fields.
 * @throws HostError 400 `vendor_bank_invalid_param`
 */
function checked(input: ReceivableInput): ReceivableInput {
  const { reference, amountDue, currency, customer = '', dueOn = null } = input;
  const iban = (input.iban ?? '').replace(/\s+/g, '').toUpperCase();
  if (reference.length > MAX_LENGTH || referenceKey(reference) === '' || referenceKey(reference).length > MAX_LENGTH) {
    throw invalidParam(
      'reference',
      `A reference has 1 to ${MAX_LENGTH} characters, with a letter or a digit other than 0.`,
    );
  }
  assertCurrency(currency);
  if (!(Number.isSafeInteger(amountDue) && amountDue > 0)) {
    throw invalidParam('amount_due', 'The amount due must be above 0.');
  }
  if (customer.length > MAX_LENGTH)
    throw invalidParam('customer', `A customer can have at most ${MAX_LENGTH} characters.`);
  if (iban !== '' && !/^[A-Z]{2}\d{2}[A-Z\d]{8,30}$/.test(iban)) {
    throw invalidParam('iban', 'An IBAN has two letters, two digits and up to 30 letters and digits.');
  }
  if (dueOn !== null && !isDay(dueOn)) throw invalidParam('due_on', 'Enter a day such as 2026-01-31.');
  return { reference, amountDue, currency, customer, iban, dueOn };
}

function columnsOf(
  receivable: Omit<Receivable, 'createdAt' | 'updatedAt'>,
  at: Date,
): Omit<ReceivableRow, 'created_at' | 'id'> {
  const { reference, currency, customer, iban, status } = receivable;
  return {
    reference,
    currency,
    customer,
    iban,
    status,
    reference_key: referenceKey(reference),
    reference_digits: referenceDigits(reference),
    amount_due: receivable.amountDue,
    amount_paid: receivable.amountPaid,
    amount_tolerated: receivable.amountTolerated,
    amount_left: openAmountOf(receivable),
    due_on: receivable.dueOn,
    updated_at: utc.encode(at),
  };
}

function paid({ id, amountPaid, currency }: Receivable): Error {
  return hasPayments(Number(id), `${amountText(amountPaid, currency)} ${currency}`);
}

function defined<T extends object>(changes: T): T {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as T;
}

function receivableNotFound(id: number | string): HostError {
  return new HostError('vendor_bank_not_found', `Receivable ${id} does not exist.`, {
    status: 404,
    order_id: String(id),
  });
}

/**
 * Error for a duplicate reference.
 * @param id of the receivable that has it
 */
function referenceTaken(reference: string, id: number): HostError {
  const message = `Receivable ${id} already has the reference "${reference}", or one that looks the same in payments. Choose another reference, or change that receivable.`;
  return new HostError('vendor_bank_reference_taken', message, { status: 409, receivable_id: id });
}

/** Error for deleting a receivable that payments refer to, even undone ones. */
function hasHistory(id: number): HostError {
  const message = `Receivable ${id} has been paid and cannot be deleted. Cancel it instead.`;
  return new HostError('vendor_bank_already_paid', message, { status: 409, receivable_id: id });
}

/**
 * Error for a change that is impossible with payments.
 * @param amount formatted sum of the payments
 */
function hasPayments(id: number, amount: string): HostError {
  const message = `Receivable ${id} has payments of ${amount}. Unmatch them first.`;
  return new HostError('vendor_bank_already_paid', message, { status: 409, receivable_id: id });
}
