import { HostError } from '../../errors.js';
import { keyInvalid, storageFull, storageMissing, storageUnavailable } from './object-errors.js';

const FULL = new Set(['ENOSPC', 'EDQUOT']);
/** A file where the key needs a folder or vice versa, or a name the file system does not support. */
const UNFIT = new Set(['ENOTDIR', 'EISDIR', 'ENOTEMPTY', 'EEXIST', 'ENAMETOOLONG', 'EILSEQ', 'EINVAL']);

export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Returns null if the file or folder is missing, or is a symbolic link, which the store does not contain. */
export async function nullIfMissing<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errorCode(error))) return null;
    throw error;
  }
}

/** Translates a file system error to an error of the object store. */
function diskError(key: string, error: unknown): HostError {
  if (error instanceof HostError) return error;
  const code = errorCode(error);
  if (code === 'ENOENT') return storageMissing(key, error);
  if (FULL.has(code)) return storageFull(error);
  if (UNFIT.has(code)) return keyInvalid(key, 'another file or folder has this name', error);
  return storageUnavailable(error);
}

/** Runs work on the file system, translating its errors to those of the object store. */
export async function onDisk<T>(key: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw diskError(key, error);
  }
}
