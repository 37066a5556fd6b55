import { HostError } from '../../errors.js';
import { keyInvalid, storageFull, storageMissing, storageUnavailable } from './object-errors.js';

const FULL = new Set(['ENOSPC', 'EDQUOT']);
/** A file where the key needs a folder, or the other way round; a name that this file system does not take. */
const UNFIT = new Set(['ENOTDIR', 'EISDIR', 'ENOTEMPTY', 'EEXIST', 'ENAMETOOLONG', 'EILSEQ', 'EINVAL']);

export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** In place of what is not there: no such file, no such folder, or a link, which is no file of the store. */
export async function nullIfMissing<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errorCode(error))) return null;
    throw error;
  }
}

/** An error of the file system in the words of the port. */
function diskError(key: string, error: unknown): HostError {
  if (error instanceof HostError) return error;
  const code = errorCode(error);
  if (code === 'ENOENT') return storageMissing(key, error);
  if (FULL.has(code)) return storageFull(error);
  if (UNFIT.has(code)) return keyInvalid(key, 'another file or folder is in its way', error);
  return storageUnavailable(error);
}

/** Runs work on the file system, with its errors in the words of the port. */
export async function onDisk<T>(key: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw diskError(key, error);
  }
}
