import { escapeHtml } from '../html/safe-html.js';
import type { JsonSchema } from '../schema/schema.js';
import type { Site } from '../site.js';
import type { Attachment, AttachmentSize } from './attachment.js';
import { UPLOAD_NOTES } from './upload-notes.js';

/** An attachment over REST, in the format of WordPress's `wp/v2/media`. */
export function mediaView(attachment: Attachment, site: Site) {
  const { id, mimeType, createdAt, modifiedAt, width, height, filename, bytes, focalPoint } = attachment;
  const address = (url: string): string => site.origin + url;
  const size = ({ file, url, ...each }: AttachmentSize) => ({
    file,
    width: each.width,
    height: each.height,
    mime_type: each.mimeType,
    filesize: each.bytes,
    source_url: address(url),
  });
  const full = { file: filename, url: attachment.url, width: width ?? 0, height: height ?? 0, bytes, mimeType };
  const date = createdAt.toISOString();
  const modified = modifiedAt.toISOString();
  return {
    id,
    date,
    date_gmt: date,
    modified,
    modified_gmt: modified,
    slug: slugOf(attachment),
    status: 'inherit',
    type: 'attachment',
    link: address(attachment.url),
    title: { rendered: escapeHtml(attachment.title), raw: attachment.title },
    author: attachment.authorId,
    alt_text: attachment.altText,
    caption: { rendered: attachment.caption },
    description: { rendered: attachment.description },
    media_type: mimeType.startsWith('image/') ? 'image' : 'file',
    mime_type: mimeType,
    media_details: {
      width,
      height,
      file: filename,
      filesize: bytes,
      sha256: attachment.sha256,
      sizes:
        width === null
          ? {}
          : {
              ...Object.fromEntries(Object.entries(attachment.sizes).map(([name, each]) => [name, size(each)])),
              full: size(full),
            },
    },
    post: attachment.postId === 0 ? null : attachment.postId,
    focal_point: focalPoint,
    version: attachment.version,
    source_url: address(attachment.url),
  };
}

/** A readable slug, for display only. */
function slugOf({ filename, id }: Attachment): string {
  const slug = filename
    .replace(/\.[^.]*$/, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  return slug === '' ? `file-${id}` : slug;
}

const RENDERED = { type: 'object', properties: { rendered: { type: 'string', required: true } } } as const;
const TIME = { type: 'string', format: 'date-time', required: true } as const;

const SIZE: JsonSchema = {
  type: 'object',
  properties: {
    file: { type: 'string', required: true },
    width: { type: 'integer', required: true },
    height: { type: 'integer', required: true },
    mime_type: { type: 'string', required: true },
    filesize: { type: 'integer', description: 'Bytes.', required: true },
    source_url: { type: 'string', required: true },
  },
};

export const FOCAL_POINT = {
  type: ['object', 'null'],
  description: 'Focal point of crops, as fractions of width and height.',
  properties: {
    x: { type: 'number', minimum: 0, maximum: 1, required: true },
    y: { type: 'number', minimum: 0, maximum: 1, required: true },
  },
} as const;

export const MEDIA: JsonSchema = {
  type: 'object',
  title: 'Media',
  properties: {
    id: { type: 'integer', required: true },
    date: TIME,
    date_gmt: TIME,
    modified: TIME,
    modified_gmt: TIME,
    slug: { type: 'string', required: true },
    status: { type: 'string', required: true },
    type: { type: 'string', required: true },
    link: { type: 'string', required: true },
    title: { ...RENDERED, properties: { ...RENDERED.properties, raw: { type: 'string' } }, required: true },
    author: { type: 'integer', description: '0 if unknown.', required: true },
    alt_text: { type: 'string', required: true },
    caption: { ...RENDERED, required: true },
    description: { ...RENDERED, required: true },
    media_type: { type: 'string', enum: ['image', 'file'], required: true },
    mime_type: { type: 'string', required: true },
    media_details: {
      type: 'object',
      required: true,
      properties: {
        width: { type: ['integer', 'null'], required: true },
        height: { type: ['integer', 'null'], required: true },
        file: { type: 'string', required: true },
        filesize: { type: 'integer', description: 'Bytes.', required: true },
        sha256: { type: 'string', description: 'SHA-256 hash of the uploaded file, in hexadecimal.', required: true },
        sizes: { type: 'object', additionalProperties: SIZE, required: true },
      },
    },
    post: { type: ['integer', 'null'], description: 'Post that the file is attached to.', required: true },
    focal_point: { ...FOCAL_POINT, required: true },
    version: { type: 'integer', description: 'Increases with every change of the file.', required: true },
    source_url: { type: 'string', required: true },
    notes: {
      type: 'array',
      items: { type: 'string', enum: UPLOAD_NOTES },
      description:
        'Only in the answer to an upload. `animation_lost`: the file is an animated PNG, and its sizes show the first frame. `converted_to_jpeg`: the file was a HEIC photo, which few browsers show.',
    },
  },
};
