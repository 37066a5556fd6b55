import { writeFileSync } from 'node:fs';
import { HostError, messageOf } from '../core/errors.js';

/**
 * Writes a new file that only its owner can read (mode 0600). Never overwrites an existing file.
 * @throws HostError 400 `cli_file_exists`, `cli_file_unwritable`
 */
export function writePrivateFile(file: string, text: string): void {
  try {
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new HostError('cli_file_exists', `${file} already exists. Choose another file, or move it away.`, {
        status: 400,
      });
    }
    const reason = messageOf(error);
    const message = `${file} cannot be written: ${reason}`;
    throw new HostError('cli_file_unwritable', message, { status: 400 }, { cause: error });
  }
}
