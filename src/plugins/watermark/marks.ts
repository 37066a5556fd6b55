import { buffer } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import type { Users } from '../../access.js';
import type { Site } from '../../index.js';
import type { Attachment, Media } from '../../media.js';
import { notConfigured } from './errors.js';
import type { Backups } from './protocol/backups.js';
import { type Pictures, showsMark } from './protocol/pictures.js';
import { readable } from './rendering/damage.js';
import { imageMark, type Mark, textMark } from './rendering/mark.js';
import { toRaw } from './rendering/raw-image.js';
import { imageLibrary } from './rendering/sharp.js';
import { printable } from './rendering/text-mark.js';
import { createTypefaces, type Typefaces } from './rendering/typefaces.js';
import type { WatermarkSettings } from './settings/schema.js';

/** A watermark with its key. */
export interface FoundMark {
  readonly mark: Mark;
  /** Text of the watermark, or checksum of its image. */
  readonly key: string;
}

/** The fields of an image that placeholders can use. */
export type MarkedAttachment = Pick<Attachment, 'authorId' | 'id' | 'title'>;

/** Factory of watermarks for settings, with a cache of recent ones. */
export interface Marks {
  /**
   * Creates or reuses the watermark of an image.
   * @throws HostError 409 `vendor_watermark_not_configured` if there is nothing to draw,
   *   `vendor_watermark_text_invisible`, 422 `vendor_watermark_characters_missing`
   */
  of(settings: WatermarkSettings, picture: MarkedAttachment): Promise<FoundMark>;
  /**
   * Returns the key of the watermark without drawing it.
   * @throws HostError 409 `vendor_watermark_not_configured`
   */
  keyOf(settings: WatermarkSettings, picture: MarkedAttachment): Promise<string>;
  /**
   * @throws HostError 409 `vendor_watermark_not_configured` if the settings yield no watermark for any image, and
   *   like `assertDrawable`
   */
  assertConfigured(settings: WatermarkSettings): Promise<void>;
  /**
   * Checks the part of the text that all images share.
   * @throws HostError 422 `vendor_watermark_characters_missing`
   */
  assertDrawable(settings: WatermarkSettings): Promise<void>;
}

export interface MarksParts {
  readonly site: Pick<Site, 'name'>;
  readonly media: Pick<Media, 'get' | 'read'>;
  readonly users: Pick<Users, 'get'>;
  readonly pictures: Pick<Pictures, 'get'>;
  readonly backups: Pick<Backups, 'readSize'>;
  readonly typefaces?: Typefaces;
}

/** Maximum number of watermarks cached. Each also caches its rendered sizes. */
const MAX_CACHED_MARKS = 20;
const EMPTY_TEXT = 'The mark is an empty text. Enter a text, or choose an image.';
/** Placeholders whose value depends on the image. */
const OF_PICTURE = /\{(author|title|attachment_id)\}/;
const PLACEHOLDER = /\{(site|year|author|title|attachment_id)\}/g;

/** Whether the watermark differs from image to image. */
export function differsByPicture({ type, text }: Pick<WatermarkSettings, 'text' | 'type'>): boolean {
  return type === 'text' && OF_PICTURE.test(text);
}

/** @param remember maximum number of watermarks cached */
export function createMarks(
  { site, media, users, pictures, backups, typefaces = createTypefaces() }: MarksParts,
  { remember = MAX_CACHED_MARKS }: { readonly remember?: number } = {},
): Marks {
  const cache = new LRUCache<string, Promise<Mark>>({ max: remember });

  function cached(key: string, make: () => Promise<Mark>): Promise<Mark> {
    const found = cache.get(key);
    if (found) return found;
    const mark = make();
    cache.set(key, mark);
    // A failed attempt is not cached.
    mark.catch(() => cache.delete(key));
    return mark;
  }

  function filled(text: string, ofPicture: Readonly<Record<string, string>>): string {
    const values: Readonly<Record<string, string>> = {
      site: site.name,
      year: String(new Date().getUTCFullYear()),
      ...ofPicture,
    };
    const value = (name: string): string => (values[name] ?? '').replace(DIRECTION, '');
    return shortened(text.replace(PLACEHOLDER, (_placeholder, name: string) => value(name)).trim());
  }

  async function textOf({ text }: WatermarkSettings, { id, title, authorId }: MarkedAttachment): Promise<string> {
    const author = text.includes('{author}') && authorId !== 0 ? await users.get(authorId) : null;
    return filled(text, { author: author?.name ?? '', title, attachment_id: String(id) });
  }

  async function assertDrawable({ type, text, font }: WatermarkSettings): Promise<void> {
    if (type === 'text') await typefaces.choose(printable(filled(text, {})), font);
  }

  async function pictureOf({ image_id: id }: WatermarkSettings): Promise<Attachment> {
    const found = id === 0 ? null : await media.get(id);
    if (!found) throw notConfigured('Choose an image for the mark, or enter a text.');
    if (found.width === null) throw notConfigured('The file for the mark is not an image. Choose another one.');
    return found;
  }

  async function keyOf(settings: WatermarkSettings, attachment: MarkedAttachment): Promise<string> {
    if (settings.type === 'image') return keyOfPicture(await pictureOf(settings));
    const text = await textOf(settings, attachment);
    if (text === '') throw notConfigured(EMPTY_TEXT);
    return keyOfText(text, settings);
  }

  function keyOfText(text: string, { font }: WatermarkSettings): string {
    const fonts = typefaces.keyOf(printable(text), font);
    return fonts === '' ? text : JSON.stringify([text, fonts]);
  }

  /** Reads the original of the watermark image, even if it has a watermark itself. */
  async function contentOf(picture: Attachment): Promise<Buffer> {
    const state = await pictures.get(picture.id);
    if (showsMark(state, picture)) return (await backups.readSize(picture.id, state.generation, 'full')).content;
    return buffer(await media.read(picture.id));
  }

  return {
    keyOf,
    async assertConfigured(settings) {
      if (settings.type === 'image') await pictureOf(settings);
      else if (settings.text.trim() === '') throw notConfigured(EMPTY_TEXT);
      await assertDrawable(settings);
    },
    assertDrawable,
    async of(settings, attachment) {
      const { angle, color, font, font_size, opacity, stroke } = settings;
      const design = { angle, color, font, font_size, opacity, stroke };
      if (settings.type === 'text') {
        const text = await textOf(settings, attachment);
        if (text === '') throw notConfigured(EMPTY_TEXT);
        const key = JSON.stringify([text, design]);
        const mark = await cached(key, () => textMark(text, design, typefaces));
        return { mark, key: keyOfText(text, settings) };
      }
      const picture = await pictureOf(settings);
      const key = JSON.stringify([picture.id, picture.version, angle, opacity]);
      const mark = await cached(key, async () => {
        const sharp = await imageLibrary();
        const content = await contentOf(picture);
        const image = () => toRaw(sharp(content, { failOn: 'error' }).autoOrient());
        return imageMark(await readable(sharp, content, image), design);
      });
      return { mark, key: keyOfPicture(picture) };
    },
  };
}

/** Formatting characters that reorder all text up to the matching end, which a title may lack. */
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/g;

/** Maximum characters of a text. A mark as wide as a longer title would be illegible, and too wide to draw. */
const MAX_TEXT = 200;

function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= MAX_TEXT ? text : `${characters.slice(0, MAX_TEXT - 1).join('')}…`;
}

function keyOfPicture({ id, version }: Attachment): string {
  return `${id}:${version}`;
}
