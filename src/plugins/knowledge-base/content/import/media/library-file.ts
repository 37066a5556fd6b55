import type { Attachment, Media } from '../../../../../media.js';

/** Parses a reference to a media file by hash, `sha256:` and 64 hex digits; null for any other name. */
export function digestIn(name: string): string | null {
  return /^sha256:([0-9a-f]{64})$/.exec(name)?.[1] ?? null;
}

/**
 * Finds the media file with these bytes, the oldest of several.
 * @param sha256 hexadecimal
 */
export async function fileByDigest(media: Pick<Media, 'list'>, sha256: string): Promise<Attachment | null> {
  const { attachments } = await media.list({ sha256, perPage: 1, orderBy: 'id', direction: 'asc' });
  return attachments[0] ?? null;
}
