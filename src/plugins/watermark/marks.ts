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
   *   `vendor_watermark_text_invisible`
   */
  of(settings: WatermarkSettings, picture: MarkedAttachment): Promise<FoundMark>;
  /**
   * Returns the key of the watermark without drawing it.
   * @throws HostError 409 `vendor_watermark_not_configured`
   */
  keyOf(settings: WatermarkSettings, picture: MarkedAttachment): Promise<string>;
  /** @throws HostError 409 `vendor_watermark_not_configured` if the settings yield no watermark for any image */
  assertConfigured(settings: WatermarkSettings): Promise<void>;
}

export interface MarksParts {
  readonly site: Pick<Site, 'name'>;
  readonly media: Pick<Media, 'get' | 'read'>;
  readonly users: Pick<Users, 'get'>;
  readonly pictures: Pick<Pictures, 'get'>;
  readonly backups: Pick<Backups, 'readSize'>;
}

/** Maximum number of watermarks cached. Each also caches its rendered sizes. */
const REMEMBERED = 20;
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
  { site, media, users, pictures, backups }: MarksParts,
  { remember = REMEMBERED }: { readonly remember?: number } = {},
): Marks {
  const made = new LRUCache<string, Promise<Mark>>({ max: remember });

  function remembered(key: string, make: () => Promise<Mark>): Promise<Mark> {
    const found = made.get(key);
    if (found) return found;
    const mark = make();
    made.set(key, mark);
    // A failed attempt is not cached.
    mark.catch(() => made.delete(key));
    return mark;
  }

  async function textOf({ text }: WatermarkSettings, { id, title, authorId }: MarkedAttachment): Promise<string> {
    const author = text.includes('{author}') && authorId !== 0 ? await users.get(authorId) : null;
    const values: Record<string, string> = {
      site: site.name,
      year: String(new Date().getUTCFullYear()),
      author: author?.name ?? '',
      title,
      attachment_id: String(id),
    };
    return text.replace(PLACEHOLDER, (_placeholder, name: string) => values[name] ?? '').trim();
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
    return text;
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
    },
    async of(settings, attachment) {
      const { angle, color, font, font_size, opacity, stroke } = settings;
      const design = { angle, color, font, font_size, opacity, stroke };
      if (settings.type === 'text') {
        const text = await keyOf(settings, attachment);
        const key = JSON.stringify([text, design]);
        return { mark: await remembered(key, () => textMark(text, design)), key: text };
      }
      const picture = await pictureOf(settings);
      const key = JSON.stringify([picture.id, picture.version, angle, opacity]);
      const mark = await remembered(key, async () => {
        const sharp = await imageLibrary();
        const content = await contentOf(picture);
        const image = () => toRaw(sharp(content, { failOn: 'error' }).autoOrient());
        return imageMark(await readable(sharp, content, image), design);
      });
      return { mark, key: keyOfPicture(picture) };
    },
  };
}

function keyOfPicture({ id, version }: Attachment): string {
  return `${id}:${version}`;
}
