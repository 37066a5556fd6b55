import { HostError } from '../errors.js';
import type { UploadedFile, UploadRules } from './uploads.js';

/** Returns the error for one more file of this type, or null. */
export function fileRefusal(type: string, filesBefore: number, { maxFiles = 1, types }: UploadRules): HostError | null {
  if (filesBefore >= maxFiles) {
    return new HostError('rest_upload_too_many_files', `This route accepts ${maxFiles} file(s) per request.`, {
      status: 400,
      max_files: maxFiles,
    });
  }
  if (types && !types.some((accepted) => matches(accepted.toLowerCase(), type))) {
    const name = type || 'a file without a type';
    return new HostError('rest_upload_type', `This route does not accept ${name}. Send ${types.join(' or ')}.`, {
      status: 415,
      accepts: types,
    });
  }
  return null;
}

/** @throws HostError for the first file that the route does not accept */
export function assertAccepted(files: readonly UploadedFile[], rules: UploadRules): void {
  for (const [index, { type, size }] of files.entries()) {
    const refusal = fileRefusal(type, index, rules);
    if (refusal) throw refusal;
    if (size > rules.maxFileSize) throw uploadTooLarge(rules.maxFileSize);
  }
}

export function uploadTooLarge(limit: number): HostError {
  return new HostError('rest_upload_too_large', `A file exceeds the limit of ${limit} bytes.`, {
    status: 413,
    limit,
  });
}

/** `image/*` accepts every image. */
function matches(accepted: string, type: string): boolean {
  return accepted.endsWith('/*') ? accepted === '*/*' || type.startsWith(accepted.slice(0, -1)) : accepted === type;
}
