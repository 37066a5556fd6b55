import { HostError } from '../../../index.js';
import type { UploadedFile } from '../../../rest.js';
import { MAX_FILE_BYTES } from '../sources/refusals.js';

/** Options of a file for routes that bring their own profile. */
export const STATEMENT_ARGS = {
  account: {
    type: 'string',
    minLength: 1,
    maxLength: 64,
    description: 'IBAN or account number, if the file has none.',
  },
  currency: { type: 'string', pattern: '^[A-Z]{3}$', description: 'ISO 4217, if the file has none.' },
  encoding: {
    type: 'string',
    minLength: 1,
    maxLength: 32,
    description: 'Such as `windows-1252` or `cp850`. Default: detected.',
  },
  day_order: {
    type: 'string',
    enum: ['dmy', 'mdy'],
    description: 'QIF: whether the day or the month is first. Default: detected.',
  },
  reversal_sign: {
    type: 'string',
    enum: ['iso', 'invert'],
    description: 'camt: `invert` for banks that keep the original direction of reversals.',
  },
} as const;

/** Options for reading a file. */
export const READING_ARGS = {
  ...STATEMENT_ARGS,
  format: { type: 'string', minLength: 1, maxLength: 32, description: 'Default: detected.' },
  profile: {
    type: 'string',
    minLength: 1,
    maxLength: 64,
    description: 'For CSV and JSON. Default: the matching one.',
  },
} as const;

/** A single statement as multipart/form-data, or as a plain body with `Content-Disposition`. */
export const STATEMENT_UPLOAD = { maxFileSize: MAX_FILE_BYTES, maxFiles: 1 } as const;

/**
 * Returns the uploaded file.
 * @throws HostError 400 `vendor_bank_invalid_param`
 */
export function theFile([file]: readonly UploadedFile[]): UploadedFile {
  if (file) return file;
  const message = 'Send the statement as the form field "file", or as the body with its name in Content-Disposition.';
  throw new HostError('vendor_bank_invalid_param', message, { status: 400, params: { file: message } });
}
