import { HostError } from '../../../index.js';

export function sourceNotFound(id: number | string): HostError {
  return new HostError('vendor_bank_not_found', `Source ${id} does not exist.`, { status: 404, source: String(id) });
}

export function sourceExists(name: string): HostError {
  const message = `A source "${name}" already exists. Choose another name.`;
  return new HostError('vendor_bank_source_exists', message, { status: 409, source: name });
}

export function sourceInCode(name: string): HostError {
  const message = `The source "${name}" is defined in code. Change it there.`;
  return new HostError('vendor_bank_source_in_code', message, { status: 409, source: name });
}

/** Error for sources that cannot be fetched: uploads, and sources that are no longer defined in code. */
export function nothingToAsk(name: string): HostError {
  const message = `The source "${name}" is for uploads and cannot be tested. Inspect a file instead.`;
  return new HostError('vendor_bank_source_not_asked', message, { status: 409, source: name });
}
