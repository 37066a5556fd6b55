import { buffer } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import type { Attachment, Media, Site, Users } from '../../index.js';
import { notConfigured } from './errors.js';
import type { Backups } from './protocol/backups.js';
import { type Pictures, showsMark } from './protocol/pictures.js';
import { readable } from './rendering/damage.js';
import { imageMark, type Mark, textMark } from './rendering/mark.js';
import { toRaw } from './rendering/raw-image.js';
import { imageLibrary } from './rendering/sharp.js';
import type { WatermarkSettings } from './settings/schema.js';

/** A mark with what it is known by. */
export interface FoundMark {
  readonly mark: Mark;
  /** The text that is drawn, or the checksum of the picture. */
  readonly key: string;
}

/** What of a picture a text can name. */
export type MarkedAttachment = Pick<Attachment, 'authorId' | 'id' | 'title'>;

/** Makes the marks that settings describe, and remembers the last ones. */
export interface Marks {
  /**
   * @throws HostError 409 `vendor_watermark_not_configured` where there is none to make, `vendor_watermark_text_invisible`
   */
  of(settings: WatermarkSettings, picture: MarkedAttachment): Promise<FoundMark>;
  /**
   * What the mark would be known by, without making it.
   * @throws HostError 409 `vendor_watermark_not_configured`
   */
  keyOf(settings: WatermarkSettings, picture: MarkedAttachment): Promise<string>;
  /** @throws HostError 409 `vendor_watermark_not_configured` where there is none for any picture */
  assertConfigured(settings: WatermarkSettings): Promise<void>;
}

export interface MarksParts {
  readonly site: Pick<Site, 'name'>;
  readonly media: Pick<Media, 'get' | 'read'>;
  readonly users: Pick<Users, 'get'>;
  readonly pictures: Pick<Pictures, 'get'>;
  readonly backups: Pick<Backups, 'readSize'>;
}

/** Each remembers its drawn sizes itself. */
const REMEMBERED = 20;
const EMPTY_TEXT = 'The mark is an empty text. Write one, or choose a picture.';
/** Those of them whose values are other ones for each picture. */
const OF_PICTURE = /\{(author|title|attachment_id)\}/;
const PLACEHOLDER = /\{(site|year|author|title|attachment_id)\}/g;

/** Whether the mark is another one for each picture. */
export function differsByPicture({ type, text }: Pick<WatermarkSettings, 'text' | 'type'>): boolean {
  return type === 'text' && OF_PICTURE.test(text);
}

/** @param remember how many marks */
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
    // What could not be made is tried again.
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
    if (!found) throw notConfigured('Choose the picture that is to be the mark, or write a text.');
    if (found.width === null) throw notConfigured('The file that is to be the mark is no picture. Choose another one.');
    return found;
  }

  async function keyOf(settings: WatermarkSettings, attachment: MarkedAttachment): Promise<string> {
    if (settings.type === 'image') return keyOfPicture(await pictureOf(settings));
    const text = await textOf(settings, attachment);
    if (text === '') throw notConfigured(EMPTY_TEXT);
    return text;
  }

  /** The picture as it was uploaded, also where it has a mark itself. */
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
