import path from 'node:path';
import type { Readable } from 'node:stream';
import { type Attachment, canRunScripts, HostError } from '../../../index.js';
import { decodePath } from '../import/address.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { isSafePath } from './safe-path.js';

/** The files of the media library that go with an export, each written once. Paths are below the destination. */
export interface MediaFiles {
  /**
   * The file that an address of this site leads to; null where it leads to none that goes with the export.
   * @param wanted where it is to be, if that is free
   */
  ofAddress(address: URL, wanted?: string | null): Promise<string | null>;
  /**
   * A file as it was uploaded; null where it does not go. Whether it may is for the caller to say.
   * @param wanted where it is to be, if that is free
   */
  of(file: Attachment, wanted?: string | null): Promise<string | null>;
  /** How many were written. */
  count(): number;
}

export interface MediaFilesOptions {
  /** Folder below the destination, such as `media`. */
  readonly folder: string;
  /** Name of the folder below it that one file has for itself; default its id. */
  folderOf?(file: Attachment): string;
  /** Whether a file that a text shows may go with the export. */
  may(file: Attachment): Promise<boolean>;
  /** Whether the export is a site: what could run there, as a page of it, stays where it is only ever saved. */
  readonly isSite: boolean;
  copy(file: string, source: Readable): Promise<void>;
  readonly warnings: { path: string; message: string }[];
}

/** Pages and what is hidden are none of the files that texts show. */
function mayStand(place: string): boolean {
  return isSafePath(place) && !/(?:^|\/)\.|\.(?:md|mdx|markdown|ya?ml|json|html?)$/i.test(place);
}

export function createMediaFiles(
  { media, site }: Pick<KnowledgeBase, 'media' | 'site'>,
  { folder, folderOf = ({ id }) => String(id), may, isSite, copy, warnings }: MediaFilesOptions,
): MediaFiles {
  const prefix = site.href(`${site.media}/`);
  const places = new Map<string, Promise<string | null>>();
  /** Files that go as they were uploaded. */
  const whole = new Set<number>();
  let written = 0;

  const taken = new Map<string, string>();

  /** Below the folder there is one for each file of the library: nobody else's name is met there. */
  function placeOf(file: Attachment, size: string, name: string, wanted: string | null): string {
    const own = path.posix.join(folder, folderOf(file), isSafePath(name) ? path.posix.basename(name) : 'file');
    const key = `${file.id}/${size}`;
    const place = wanted !== null && (taken.get(wanted) ?? key) === key && mayStand(wanted) ? wanted : own;
    taken.set(place, key);
    return place;
  }

  async function write(file: Attachment, size: string, place: string): Promise<string | null> {
    if (isSite && canRunScripts(file.mimeType)) {
      warnings.push({ path: place, message: 'Scripts in it could run here, so its links lead to the live site.' });
      return null;
    }
    try {
      await copy(place, await media.read(file.id, size));
      written += 1;
      return place;
    } catch (error) {
      if (!(error instanceof HostError) || error.code !== 'storage_missing') throw error;
      warnings.push({ path: place, message: `The bytes of the file ${file.id} are gone, so it was left out.` });
      return null;
    }
  }

  function once(file: Attachment, size: string, name: string, wanted: string | null): Promise<string | null> {
    const place = placeOf(file, size, name, wanted);
    const copied = places.get(place) ?? write(file, size, place);
    places.set(place, copied);
    if (size === 'full') whole.add(file.id);
    return copied;
  }

  return {
    async ofAddress({ pathname }, wanted = null) {
      const [, id] = pathname.startsWith(prefix) ? (/^(\d{1,15})-/.exec(pathname.slice(prefix.length)) ?? []) : [];
      const file = id === undefined ? null : await media.get(Number(id));
      // The whole address, which cannot be guessed from the id.
      const isAt = (url: string): boolean => decodePath(url) === decodePath(pathname);
      if (!file) return null;
      // What goes as a file of an article was asked about there.
      const goes = whole.has(file.id) && isAt(file.url);
      if (!goes && !(await may(file))) return null;
      if (isAt(file.url)) return once(file, 'full', file.filename, wanted);
      const [size, found] = Object.entries(file.sizes).find(([, { url }]) => isAt(url)) ?? [];
      return size !== undefined && found ? once(file, size, found.file, wanted) : null;
    },
    of: (file, wanted = null) => once(file, 'full', file.filename, wanted),
    count: () => written,
  };
}
