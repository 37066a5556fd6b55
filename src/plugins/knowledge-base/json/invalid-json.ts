import { HostError } from '../../../index.js';

/** A file that is no export, or one that cannot be imported, with the place where that shows. */
export function invalidJson(message: string, line?: number): HostError {
  const place = line === undefined ? '' : ` (line ${line})`;
  return new HostError('vendor_kb_import_invalid', `${message}${place}.`, {
    status: 422,
    ...(line === undefined ? {} : { details: { line } }),
  });
}
