import { HostError, isCurrency } from '../../../index.js';

export function invalidParam(name: string, message: string): HostError {
  return new HostError('vendor_bank_invalid_param', message, { status: 400, params: { [name]: message } });
}

/**
 * Validates a currency code.
 * @throws HostError 400 `vendor_bank_invalid_param`
 */
export function assertCurrency(currency: string): void {
  if (!isCurrency(currency)) throw invalidParam('currency', 'Name a currency by its code, such as EUR.');
}

export function transactionNotFound(id: number): HostError {
  return new HostError('vendor_bank_not_found', `There is no transaction ${id}.`, { status: 404, transaction_id: id });
}

/**
 * Error for an action that the status does not allow.
 * @param action the requested action
 */
export function invalidTransition(action: string, id: number, status: string): HostError {
  const data = { status: 409, transaction_id: id, transaction_status: status };
  if (action === 'match' && (status === 'matched' || status === 'partial')) {
    const message = `The transaction ${id} pays an order with all of its amount. Unmatch it first.`;
    return new HostError('vendor_bank_already_matched', message, data);
  }
  const message = `The transaction ${id} is ${status}: nobody can ${action} it. Read it again to see what may be done.`;
  return new HostError('vendor_bank_invalid_transition', message, data);
}

/** Error for a pending transaction, which the bank may still change or cancel. */
export function notBooked(id: number): HostError {
  const message = `The bank has not booked the transaction ${id} yet. Match it when it has.`;
  const data = { status: 409, transaction_id: id, transaction_status: 'pending' };
  return new HostError('vendor_bank_invalid_transition', message, data);
}
