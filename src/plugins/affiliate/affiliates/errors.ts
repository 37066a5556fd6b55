import { HostError } from '../../../index.js';

/** @param fields submitted fields that the caller may not change */
export function forbiddenField(fields: readonly string[]): HostError {
  const message = `Only administrators can change ${fields.join(', ')}. Leave out these fields. Nothing was changed.`;
  return new HostError('vendor_affiliate_forbidden_field', message, { status: 403, fields });
}

/** The same response for all ids, so that it does not reveal which affiliates exist. */
export function notYours(): HostError {
  const message = 'Affiliates can only see their own data.';
  return new HostError('vendor_affiliate_forbidden', message, { status: 403 });
}

export function codeTaken(code: string): HostError {
  const message = `The code "${code}" is taken. Choose another one.`;
  return new HostError('vendor_affiliate_code_taken', message, { status: 409, code });
}

export function userTaken(userId: number): HostError {
  const message = `Account ${userId} is already an affiliate.`;
  return new HostError('vendor_affiliate_user_taken', message, { status: 409, user_id: userId });
}

export function changedMeanwhile(id: number): HostError {
  const message = `Affiliate ${id} has changed. Reload it and make your change again.`;
  return new HostError('vendor_affiliate_changed', message, { status: 412 });
}

export function registrationClosed(): HostError {
  const message = 'Registration is closed. Ask the site owner.';
  return new HostError('vendor_affiliate_registration_closed', message, { status: 403 });
}
