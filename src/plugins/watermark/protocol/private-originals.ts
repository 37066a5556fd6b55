import type { OwnedObjects } from '../../../index.js';
import { backupsPublic } from '../errors.js';

/** Milliseconds for which nobody asks again: who could not get one original cannot get the next one. */
const BELIEVED = 60 * 60 * 1000;

/**
 * Refuses to go on where anybody can get the pictures without their marks: asks the site for one of them, as a stranger
 * would.
 * @param backupFile key of an original that is stored
 * @throws HostError 409 `vendor_watermark_backups_public`
 */
export type AssertPrivate = (backupFile: string) => Promise<void>;

export function createAssertPrivate(objects: Pick<OwnedObjects, 'findPublicAddress'>): AssertPrivate {
  let believedUntil = 0;
  return async (backupFile) => {
    if (performance.now() < believedUntil) return;
    const address = await objects.findPublicAddress(backupFile);
    if (address !== null) throw backupsPublic(address);
    believedUntil = performance.now() + BELIEVED;
  };
}
