import path from 'node:path';
import type { Readable } from 'node:stream';
import { HostError } from '../../../../index.js';
import { type Attachment, canRunScripts } from '../../../../media.js';
import { isRelativePath } from '../../../../utilities.js';
import { decodePath } from '../import/address.js';
import type { KnowledgeBase } from '../knowledge-base.js';

/** Media files that are part of an export, each written once. Paths are relative to the destination. */
export interface MediaFiles {
  /**
   * Exports the file behind a URL of this site and returns its path; null if the URL is not an exportable file.
   * @param preferred preferred path, used if it is free
   */
  ofAddress(address: URL, preferred?: string | null): Promise<string | null>;
  /**
   * Exports the original of a file and returns its path; null if it cannot be exported. The caller checks
   * permissions.
   * @param preferred preferred path, used if it is free
   */
  of(file: Attachment, preferred?: string | null): Promise<string | null>;
  /** Number of files written. */
  count(): number;
}

export interface MediaFilesOptions {
  /** Folder below the destination, e.g. `media`. */
  readonly folder: string;
  /**
   * Name of the subfolder for a file.
   * @default the file's id
   */
  folderOf?(file: Attachment): string;
  /** Whether a file shown in a text may be exported. */
  may(file: Attachment): Promise<boolean>;
  /**
   * Whether the export is a website. Files that can run scripts there are not copied but linked to the live site,
   * which only offers them as a download.
   */
  readonly isSite: boolean;
  copy(file: string, source: Readable): Promise<void>;
  readonly warnings: { path: string; message: string }[];
}

/** Rejects paths of pages and hidden files. */
function mayStand(place: string): boolean {
  return isRelativePath(place) && !/(?:^|\/)\.|\.(?:md|mdx|markdown|ya?ml|json|html?)$/i.test(place);
}

export function createMediaFiles(
  { media, site }: Pick<KnowledgeBase, 'media' | 'site'>,
  { folder, folderOf = ({ id }) => String(id), may, isSite, copy, warnings }: MediaFilesOptions,
): MediaFiles {
  const prefix = site.href(`${site.media}/`);
  const places = new Map<string, Promise<string | null>>();
  /** Ids of files exported in original size. */
  const whole = new Set<number>();
  let written = 0;

  const usedPlaces = new Map<string, string>();

  /** Each file has its own subfolder, so names cannot collide. */
  function placeOf(file: Attachment, size: string, name: string, preferred: string | null): string {
    const own = path.posix.join(folder, folderOf(file), isRelativePath(name) ? path.posix.basename(name) : 'file');
    const key = `${file.id}/${size}`;
    const place =
      preferred !== null && (usedPlaces.get(preferred) ?? key) === key && mayStand(preferred) ? preferred : own;
    usedPlaces.set(place, key);
    return place;
  }

  async function write(file: Attachment, size: string, place: string): Promise<string | null> {
    if (isSite && canRunScripts(file.mimeType)) {
      warnings.push({ path: place, message: 'It could run scripts here, so its links lead to the live site.' });
      return null;
    }
    try {
      await copy(place, await media.read(file.id, size));
      written += 1;
      return place;
    } catch (error) {
      if (!(error instanceof HostError) || error.code !== 'storage_missing') throw error;
      warnings.push({ path: place, message: `The content of file ${file.id} is missing, so it was omitted.` });
      return null;
    }
  }

  function once(file: Attachment, size: string, name: string, preferred: string | null): Promise<string | null> {
    const place = placeOf(file, size, name, preferred);
    const copied = places.get(place) ?? write(file, size, place);
    places.set(place, copied);
    if (size === 'full') whole.add(file.id);
    return copied;
  }

  return {
    async ofAddress({ pathname }, preferred = null) {
      const [, id] = pathname.startsWith(prefix) ? (/^(\d{1,15})-/.exec(pathname.slice(prefix.length)) ?? []) : [];
      const file = id === undefined ? null : await media.get(Number(id));
      // Compares the whole URL, which cannot be guessed from the id.
      const isAt = (url: string): boolean => decodePath(url) === decodePath(pathname);
      if (!file) return null;
      // Files exported as an attachment were already checked.
      const goes = whole.has(file.id) && isAt(file.url);
      if (!goes && !(await may(file))) return null;
      if (isAt(file.url)) return once(file, 'full', file.filename, preferred);
      const [size, found] = Object.entries(file.sizes).find(([, { url }]) => isAt(url)) ?? [];
      return size !== undefined && found ? once(file, size, found.file, preferred) : null;
    },
    of: (file, preferred = null) => once(file, 'full', file.filename, preferred),
    count: () => written,
  };
}
