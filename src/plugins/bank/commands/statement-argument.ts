import { stat } from 'node:fs/promises';
import path from 'node:path';
import { HostError } from '../../../index.js';
import type { StoredFile } from '../uploads/upload.js';

/**
 * Returns the file at a path given to a command.
 * @throws HostError 400 `vendor_bank_file_missing`
 */
export async function statementArgument(place: string): Promise<StoredFile> {
  const found = await stat(place).catch(() => null);
  if (found?.isFile()) return { path: place, name: path.basename(place), size: found.size };
  throw new HostError('vendor_bank_file_missing', `The file "${place}" does not exist.`, { status: 400, file: place });
}
