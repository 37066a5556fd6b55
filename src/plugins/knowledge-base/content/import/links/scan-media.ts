import { decodeHTML } from 'entities';
import type { ContentFormat } from '../../../../../content.js';
import { maskCode, maskComments } from './mask-code.js';
import { openingTags } from './opening-tags.js';

/** Media id of the old site in a text (UTF-16 code units). */
export interface MediaId {
  readonly offset: number;
  readonly length: number;
  readonly id: number;
}

/** Candidate of a `srcset`. */
export interface SourceCandidate {
  readonly offset: number;
  readonly length: number;
  readonly destination: string;
  /** Descriptor, e.g. `300w` or `2x`; empty for none. */
  readonly descriptor: string;
}

/** Value of a `srcset` attribute. */
export interface SourceSet {
  readonly offset: number;
  readonly length: number;
  readonly candidates: readonly SourceCandidate[];
}

/** References to images other than links. */
export interface MediaMarks {
  readonly ids: readonly MediaId[];
  /** Images with both an id and a URL. */
  readonly links: readonly { readonly id: number; readonly destination: string }[];
  readonly sets: readonly SourceSet[];
}

/** WordPress blocks that reference files by id, with the attribute that holds it. */
const BLOCKS: Readonly<Record<string, string>> = {
  image: 'id',
  cover: 'id',
  file: 'id',
  audio: 'id',
  video: 'id',
  'media-text': 'mediaId',
  gallery: 'ids',
};
const DELIMITER = /^<!--\s+wp:(?:core\/)?([a-z-]{1,40})\s+(\{.*\})\s+\/?-->$/s;
const OPENING = /<(?:img|source|figure|div|li|a)\b/gi;
const ATTRIBUTE = /\s([a-z-]{1,40})\s*=\s*(?:"([^"]*)"|'([^']*)')/gi;
const GALLERY = /(\[gallery\b)([^[\]]*)/g;
const GALLERY_IDS = /(\sids=["'])([\d,\s]+)/;
const DESCRIPTOR = /^(?:[\d.]{1,10}[wxh])?$/;
const NUMBER = /\d{1,15}/g;

/** Finds all image references with their offsets, except for examples in code. */
export function scanMedia(body: string, format: ContentFormat): MediaMarks {
  const isMarkdown = format === 'markdown';
  const ids: MediaId[] = [];
  const links: { id: number; destination: string }[] = [];
  const sets: SourceSet[] = [];
  const add = (text: string, offset: number): void => {
    for (const { 0: digits, index } of text.matchAll(NUMBER)) {
      ids.push({ offset: offset + index, length: digits.length, id: Number(digits) });
    }
  };

  const withComments = isMarkdown ? maskCode(body, { keepComments: true }) : body;
  for (const { text: comment, offset: start } of commentsOf(withComments)) {
    const [whole = '', name = '', attributes = ''] = DELIMITER.exec(comment) ?? [];
    const member = Object.hasOwn(BLOCKS, name) ? BLOCKS[name] : undefined;
    const found = member && new RegExp(`"${member}"\\s*:\\s*(\\d{1,15}(?=\\s*[,}])|\\[[\\d,\\s]*\\])`).exec(attributes);
    if (!found) continue;
    const offset = start + whole.indexOf(attributes) + found.index + found[0].length - (found[1] ?? '').length;
    add(found[1] ?? '', offset);
  }

  const text = isMarkdown ? maskCode(body) : maskComments(body);
  for (const { text: element, offset: start } of openingTags(text, OPENING)) {
    let id: number | null = null;
    let destination: string | null = null;
    for (const attribute of element.matchAll(ATTRIBUTE)) {
      const name = (attribute[1] ?? '').toLowerCase();
      const value = attribute[2] ?? attribute[3] ?? '';
      const offset = start + attribute.index + attribute[0].length - value.length - 1;
      const [, number = ''] = name === 'class' ? (/(?:^|\s)wp-image-(\d{1,15})(?=\s|$)/.exec(value) ?? []) : [];
      if (number !== '') {
        id = Number(number);
        add(number, offset + value.indexOf(`wp-image-${number}`) + 'wp-image-'.length);
      }
      if (name === 'data-id' && /^\d{1,15}$/.test(value)) {
        id = Number(value);
        add(value, offset);
      }
      if (name === 'src') destination = decodeHTML(value).trim();
      if (name === 'srcset') sets.push({ offset, length: value.length, candidates: candidatesOf(value, offset) });
    }
    if (id !== null && destination !== null) links.push({ id, destination });
  }
  for (const { 1: name = '', 2: attributes = '', index } of text.matchAll(GALLERY)) {
    const found = GALLERY_IDS.exec(attributes);
    if (found) add(found[2] ?? '', index + name.length + found.index + (found[1] ?? '').length);
  }
  return { ids, links, sets };
}

/** Scans by hand: a pattern would rescan the text for every unclosed comment. */
function* commentsOf(text: string): Generator<{ readonly text: string; readonly offset: number }> {
  for (let at = 0; ; ) {
    const offset = text.indexOf('<!--', at);
    const end = offset === -1 ? -1 : text.indexOf('-->', offset);
    if (end === -1) return;
    at = end + 3;
    yield { text: text.slice(offset, at), offset };
  }
}

/** Splits a `srcset`. URLs may contain commas, but a trailing comma is a separator. */
function candidatesOf(value: string, start: number): SourceCandidate[] {
  const candidates: SourceCandidate[] = [];
  const addresses = /[^\s,]\S*/g;
  for (let found = addresses.exec(value); found; found = addresses.exec(value)) {
    const raw = found[0].replace(/(?<!,),+$/, '');
    const end = found.index + found[0].length;
    const comma = raw === found[0] ? value.indexOf(',', end) : end;
    addresses.lastIndex = comma === -1 ? value.length : comma;
    const descriptor = value.slice(end, addresses.lastIndex).trim();
    if (!DESCRIPTOR.test(descriptor)) continue;
    candidates.push({ offset: start + found.index, length: raw.length, destination: decodeHTML(raw), descriptor });
  }
  return candidates;
}
