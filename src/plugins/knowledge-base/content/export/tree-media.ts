import path from 'node:path';
import type { Readable } from 'node:stream';
import type { Attachment } from '../../../../media.js';
import { decodePath, joinPath } from '../import/address.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { createMediaFiles, type MediaFiles } from './media-files.js';
import type { FilePlace } from './places.js';
import type { ExportTree } from './trees.js';

/** Images and attachments of a Markdown export. Every tree has its own, so that it can be imported separately. */
export interface TreeMedia {
  /**
   * Returns the link that replaces a URL of this site in a text; null for anything but a media file.
   * @param original link in the imported source, whose target is the preferred path
   */
  linkTo(address: URL, from: FilePlace, original: string | null): Promise<string | null>;
  /**
   * Returns the path that front matter uses for an exported attachment; null if its bytes are missing.
   * @param original path in the imported source, used as the preferred path
   */
  attachmentAt(file: Attachment, from: FilePlace, original: string | null): Promise<string | null>;
  count(): number;
}

/** @param root folder of the trees that becomes the destination itself */
export function createTreeMedia(
  kb: KnowledgeBase,
  options: {
    readonly root: string;
    copy(file: string, source: Readable): Promise<void>;
    readonly warnings: { path: string; message: string }[];
  },
): TreeMedia {
  const byTree = new Map<ExportTree, MediaFiles>();
  const { root, copy, warnings } = options;
  /** Path relative to the destination; starts with `../` if the tree is larger than the export. */
  const inside = (file: string): string => (root === '' || root === '.' ? file : path.posix.relative(root, file));

  function filesOf(tree: ExportTree): MediaFiles {
    const cached = byTree.get(tree);
    if (cached) return cached;
    const folder = inside(path.posix.join(tree.base, 'media'));
    const files = createMediaFiles(kb, {
      // When only a part of a tree is exported, its media go into that part.
      folder: folder.startsWith('../') ? 'media' : folder,
      // An export of unpublished texts includes the files they show.
      may: async () => true,
      isSite: false,
      copy,
      warnings,
    });
    byTree.set(tree, files);
    return files;
  }

  const placeOf = ({ tree, key }: FilePlace): string => inside(path.posix.join(tree.base, key));
  const relative = (from: FilePlace, file: string): string =>
    path.posix.relative(path.posix.dirname(placeOf(from)), file);

  function placeFor(from: FilePlace, original: string | null): string | null {
    const found = original === null ? null : wantedPlace(from, original);
    return found === null ? null : inside(path.posix.join(from.tree.base, found));
  }

  return {
    async linkTo(address, from, original) {
      const place = placeFor(from, original);
      const file = await filesOf(from.tree).ofAddress(address, place);
      if (file === null) return null;
      if (original !== null && file === place) return original;
      return relative(from, file).split('/').map(encodeURIComponent).join('/');
    },
    async attachmentAt(file, from, original) {
      const preferred = placeFor(from, original);
      const place = await filesOf(from.tree).of(file, preferred);
      if (place === null) return null;
      return original !== null && place === preferred ? original : relative(from, place);
    },
    count: () => [...byTree.values()].reduce((sum, files) => sum + files.count(), 0),
  };
}

/** Path where an import first looks for a media link; null for links to other sites. */
function wantedPlace({ key }: FilePlace, original: string): string | null {
  const plain = decodePath(original.replace(/[?#].*$/s, ''));
  if (plain === '' || /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(plain)) return null;
  return plain.startsWith('/') ? plain.slice(1) : joinPath(path.posix.dirname(key), plain);
}
