import { HostError } from '../../../index.js';

export function sourceNotFound(id: number | string): HostError {
  return new HostError('vendor_bank_not_found', `There is no source ${id}.`, { status: 404, source: String(id) });
}

export function sourceExists(name: string): HostError {
  const message = `There is a source "${name}" already. Give this one another name.`;
  return new HostError('vendor_bank_source_exists', message, { status: 409, source: name });
}

export function sourceInCode(name: string): HostError {
  const message = `The source "${name}" is put together in the code of the site: change it there.`;
  return new HostError('vendor_bank_source_in_code', message, { status: 409, source: name });
}

/** Error for sources that cannot be fetched: uploads, and sources that are no longer defined in code. */
export function nothingToAsk(name: string): HostError {
  const message = `Nobody is asked for files of the source "${name}". Bring one, and have it looked at.`;
  return new HostError('vendor_bank_source_not_asked', message, { status: 409, source: name });
}
