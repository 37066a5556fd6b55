import { HostError } from '../../../../index.js';

const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);
/** Error codes of a missing or read-only folder. */
const CLOSED: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS', 'EEXIST']);

/**
 * Runs a disk write and translates disk-full errors.
 * @throws HostError 507 `vendor_kb_export_no_room`
 */
export async function whileRoom<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!FULL.has(codeOf(error))) throw error;
    const message = 'The disk is full. Nothing was exported. Free some space, or choose another disk.';
    throw new HostError('vendor_kb_export_no_room', message, { status: 507 }, { cause: error });
  }
}

/**
 * Opens the target and translates errors of an unusable path.
 * @param place path as entered by the user
 * @throws HostError 400 `vendor_kb_export_place`, 507 `vendor_kb_export_no_room`
 */
export async function whereWritable<T>(place: string, open: () => Promise<T>): Promise<T> {
  try {
    return await whileRoom(open);
  } catch (error) {
    if (!CLOSED.has(codeOf(error))) throw error;
    const message = `"${place}" cannot be written: the folder does not exist or is not writable. Choose another path.`;
    throw new HostError('vendor_kb_export_place', message, { status: 400 }, { cause: error });
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
