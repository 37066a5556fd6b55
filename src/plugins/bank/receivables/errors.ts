import { HostError } from '../../../index.js';

export function receivableNotFound(id: number | string): HostError {
  return new HostError('vendor_bank_not_found', `Receivable ${id} does not exist.`, {
    status: 404,
    order_id: String(id),
  });
}

/**
 * Error for a duplicate reference.
 * @param id of the receivable that has it
 */
export function referenceTaken(reference: string, id: number): HostError {
  const message = `Receivable ${id} already has the reference "${reference}", or one that looks the same in payments. Choose another reference, or change that receivable.`;
  return new HostError('vendor_bank_reference_taken', message, { status: 409, receivable_id: id });
}

/** Error for deleting a receivable that payments refer to, even undone ones. */
export function hasHistory(id: number): HostError {
  const message = `Receivable ${id} has been paid and cannot be deleted. Cancel it instead.`;
  return new HostError('vendor_bank_already_paid', message, { status: 409, receivable_id: id });
}

/**
 * Error for a change that is impossible with payments.
 * @param amount formatted sum of the payments
 */
export function hasPayments(id: number, amount: string): HostError {
  const message = `Receivable ${id} has payments of ${amount}. Unmatch them first.`;
  return new HostError('vendor_bank_already_paid', message, { status: 409, receivable_id: id });
}
