import { HostError } from '../../../index.js';
import { isCurrency } from '../../../money.js';

export function invalidParam(name: string, message: string): HostError {
  return new HostError('vendor_bank_invalid_param', message, { status: 400, params: { [name]: message } });
}

/**
 * Validates a currency code.
 * @throws HostError 400 `vendor_bank_invalid_param`
 */
export function assertCurrency(currency: string): void {
  if (!isCurrency(currency)) throw invalidParam('currency', 'Enter a currency code such as EUR.');
}

export function transactionNotFound(id: number): HostError {
  return new HostError('vendor_bank_not_found', `Transaction ${id} does not exist.`, {
    status: 404,
    transaction_id: id,
  });
}

/**
 * Error for an action that the status does not allow.
 * @param action the requested action
 */
export function invalidTransition(action: string, id: number, status: string): HostError {
  const data = { status: 409, transaction_id: id, transaction_status: status };
  if (action === 'match' && (status === 'matched' || status === 'partial')) {
    const message = `Transaction ${id} is fully assigned to orders. Unmatch it first.`;
    return new HostError('vendor_bank_already_matched', message, data);
  }
  const message = `You cannot ${action} transaction ${id}: its status is ${status}. Reload it to see the possible actions.`;
  return new HostError('vendor_bank_invalid_transition', message, data);
}

/** Error for a pending transaction, which the bank may still change or cancel. */
export function notBooked(id: number): HostError {
  const message = `The bank has not booked transaction ${id} yet. Match it after booking.`;
  const data = { status: 409, transaction_id: id, transaction_status: 'pending' };
  return new HostError('vendor_bank_invalid_transition', message, data);
}
