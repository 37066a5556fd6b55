import type { Selectable, Updateable } from 'kysely';
import { json, utc } from '../database/codec.js';
import type { Tables } from '../database/names.js';
import type { Site } from '../site.js';
import { addressOf, versionHash } from './addresses.js';
import type { Attachment, AttachmentFields, AttachmentSize, FocalPoint } from './attachment.js';
import './tables.js';

export type AttachmentRow = Selectable<Tables['attachments']>;

/** A stored size. The URL is left out because it depends on the site's location. */
export type StoredSize = Omit<AttachmentSize, 'url'>;

export function toAttachment(row: AttachmentRow, site: Site): Attachment {
  const hash = versionHash(row.salt, row.version);
  const url = (file: string): string => addressOf(site, row.id, hash, file);
  return {
    id: row.id,
    postId: row.post_id,
    title: row.title,
    altText: row.alt_text,
    caption: row.caption,
    description: row.description,
    filename: row.filename,
    mimeType: row.mime_type,
    bytes: Number(row.bytes),
    width: row.width,
    height: row.height,
    sha256: row.sha256,
    sizes: Object.fromEntries(
      Object.entries(storedSizes(row)).map(([name, size]) => [name, { ...size, url: url(size.file) }]),
    ),
    version: row.version,
    url: url(row.filename),
    authorId: row.author_id,
    focalPoint: row.focal_point === null ? null : (json.decode(row.focal_point) as FocalPoint),
    createdAt: utc.decode(row.created_at),
    modifiedAt: utc.decode(row.modified_at),
  };
}

export function storedSizes(row: Pick<AttachmentRow, 'sizes'>): Record<string, StoredSize> {
  return json.decode(row.sizes) as Record<string, StoredSize>;
}

/** Converts the given fields to columns. */
export function fieldColumns(fields: Partial<AttachmentFields>): Updateable<Tables['attachments']> {
  const columns: Updateable<Tables['attachments']> = {
    post_id: fields.postId,
    title: fields.title,
    alt_text: fields.altText,
    caption: fields.caption,
    description: fields.description,
    focal_point: fields.focalPoint === undefined ? undefined : fields.focalPoint && json.encode(fields.focalPoint),
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}
