import { HostError } from '../../../index.js';

/** @param fields submitted fields that the caller may not change */
export function forbiddenField(fields: readonly string[]): HostError {
  const message = `Only administrators change ${fields.join(', ')}. Leave that out; nothing was changed.`;
  return new HostError('vendor_affiliate_forbidden_field', message, { status: 403, fields });
}

/** The same response for all ids, so that it does not reveal which affiliates exist. */
export function notYours(): HostError {
  const message = 'An affiliate sees only what is their own.';
  return new HostError('vendor_affiliate_forbidden', message, { status: 403 });
}

export function codeTaken(code: string): HostError {
  const message = `Somebody has the code "${code}" already. Choose another one.`;
  return new HostError('vendor_affiliate_code_taken', message, { status: 409, code });
}

export function userTaken(userId: number): HostError {
  const message = `The account ${userId} takes part in the programme already.`;
  return new HostError('vendor_affiliate_user_taken', message, { status: 409, user_id: userId });
}

export function changedMeanwhile(id: number): HostError {
  const message = `The affiliate ${id} was changed meanwhile. Read them again, and make your change to that.`;
  return new HostError('vendor_affiliate_changed', message, { status: 412 });
}

export function registrationClosed(): HostError {
  const message = 'Nobody can register for the programme at the moment. Ask the owner of the site.';
  return new HostError('vendor_affiliate_registration_closed', message, { status: 403 });
}
