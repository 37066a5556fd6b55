import { isRecord } from '../record.js';

/** Block attributes that hold one or several image ids. */
const BLOCKS: Readonly<Record<string, readonly string[]>> = {
  image: ['id'],
  cover: ['id'],
  'media-text': ['mediaId'],
  gallery: ['ids'],
};

/** The content between `<!--` and `-->`. */
const BLOCK = /^\s+wp:(?:core\/)?(image|cover|media-text|gallery)\s+(\{.*\})\s+\/?$/s;
const CLASS = /\bwp-image-(\d{1,15})\b/g;
/** The content between `[` and `]`. */
const SHORTCODE = /^(gallery|caption)\b(.*)$/s;

/** Maximum ids per post. Further ones are ignored. */
const MAX_IDS = 1000;

/**
 * Finds the ids of attachments shown in a post: in image, gallery, cover and media-text blocks, in the shortcodes
 * `[gallery ids="1,2"]` and `[caption id="attachment_3"]`, in `wp-image-4` classes, and in media URLs of the site.
 * @param mediaPath path of media files, e.g. `/media`
 */
export function postImageIds(content: string, mediaPath: string): number[] {
  const ids = [
    ...blockIds(content),
    ...[...content.matchAll(CLASS)].map(([, id]) => id),
    ...shortcodeIds(content),
    ...addressIds(content, mediaPath),
  ];
  return [...new Set(ids.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0))].slice(0, MAX_IDS);
}

/** Splits instead of matching: a regular expression that looks for each end would be quadratic on malformed text. */
function between(content: string, start: string, end: string): string[] {
  return content.split(start).flatMap((piece) => {
    const length = piece.indexOf(end);
    return length === -1 ? [] : piece.slice(0, length);
  });
}

function blockIds(content: string): unknown[] {
  return between(content, '<!--', '-->').flatMap((comment) => {
    const [, name = '', text = ''] = BLOCK.exec(comment) ?? [];
    const attributes = parse(text);
    return (BLOCKS[name] ?? []).flatMap((attribute) => attributes[attribute] ?? []);
  });
}

function shortcodeIds(content: string): string[] {
  return between(content, '[', ']').flatMap((shortcode) => {
    const [, name = '', attributes = ''] = SHORTCODE.exec(shortcode) ?? [];
    if (name === 'caption') return /\bid=["']?attachment_(\d{1,15})/.exec(attributes)?.[1] ?? [];
    const [, list = ''] = /\b(?:ids|include)=["']?([\d,\s]{1,10000})/.exec(attributes) ?? [];
    return list.split(',').map((id) => id.trim());
  });
}

function addressIds(content: string, mediaPath: string): (string | undefined)[] {
  const path = mediaPath.replace(/[.~]/g, '\\$&');
  return [...content.matchAll(new RegExp(`${path}/(\\d{1,15})-[\\da-f]{16}/`, 'g'))].map(([, id]) => id);
}

/** Malformed JSON has no ids. */
function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
