import type { OwnedObjects } from '../../../services.js';
import { backupsPublic } from '../errors.js';

/** Milliseconds before the check is repeated: if one original is not public, neither are the others. */
const RECHECK_INTERVAL = 60 * 60 * 1000;

/**
 * Refuses to continue if originals are publicly accessible. Requests one from the site without credentials.
 * @param backupFile key of a stored original
 * @throws HostError 409 `vendor_watermark_backups_public`
 */
export type AssertPrivate = (backupFile: string) => Promise<void>;

export function createAssertPrivate(objects: Pick<OwnedObjects, 'findPublicAddress'>): AssertPrivate {
  let believedUntil = 0;
  return async (backupFile) => {
    if (performance.now() < believedUntil) return;
    const address = await objects.findPublicAddress(backupFile);
    if (address !== null) throw backupsPublic(address);
    believedUntil = performance.now() + RECHECK_INTERVAL;
  };
}
