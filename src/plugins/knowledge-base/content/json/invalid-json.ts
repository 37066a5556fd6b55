import { HostError } from '../../../../index.js';

/** Creates the error for a file that is no export or cannot be imported, with the line at fault. */
export function invalidJson(message: string, line?: number): HostError {
  const place = line === undefined ? '' : ` (line ${line})`;
  return new HostError('vendor_kb_import_invalid', `${message}${place}.`, {
    status: 422,
    ...(line === undefined ? {} : { details: { line } }),
  });
}
