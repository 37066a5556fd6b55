import { HostError } from '../../../index.js';

const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/**
 * Writes something to the disk of whoever exports.
 * @throws HostError 507 `vendor_kb_export_no_room`
 */
export async function whileRoom<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || !FULL.has(error.code)) throw error;
    const message = 'The disk is full, so nothing was exported. Make room, or name a place on another disk.';
    throw new HostError('vendor_kb_export_no_room', message, { status: 507 }, { cause: error });
  }
}
