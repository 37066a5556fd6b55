import path from 'node:path';
import type { Readable } from 'node:stream';
import type { Attachment } from '../../../index.js';
import { decodePath, joinPath } from '../import/address.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { createMediaFiles, type MediaFiles } from './media-files.js';
import type { FilePlace } from './places.js';
import type { ExportTree } from './trees.js';

/** Pictures and attachments of a Markdown export: each tree has its own, so that it can be imported on its own. */
export interface TreeMedia {
  /**
   * What a text of a file says in place of an address of this site; null for anything but a file of the library.
   * @param original what the source said there, where an import read it: the file goes where that leads
   */
  linkTo(address: URL, from: FilePlace, original: string | null): Promise<string | null>;
  /**
   * What front matter of a file says in place of an attachment, which goes along; null where its bytes are gone.
   * @param original what the source said there, where an import read it: the file goes where that leads
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
  /** Below the destination; above it where the tree is wider than what is exported. */
  const inside = (file: string): string => (root === '' || root === '.' ? file : path.posix.relative(root, file));

  function filesOf(tree: ExportTree): MediaFiles {
    const known = byTree.get(tree);
    if (known) return known;
    const folder = inside(path.posix.join(tree.base, 'media'));
    const files = createMediaFiles(kb, {
      // A part of a tree has them with it.
      folder: folder.startsWith('../') ? 'media' : folder,
      // Whoever exports texts that are not public has the files that they show as well.
      may: async () => true,
      isSite: false,
      ...{ copy, warnings },
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
      const wanted = placeFor(from, original);
      const file = await filesOf(from.tree).ofAddress(address, wanted);
      if (file === null) return null;
      if (original !== null && file === wanted) return original;
      return relative(from, file).split('/').map(encodeURIComponent).join('/');
    },
    async attachmentAt(file, from, original) {
      const wanted = placeFor(from, original);
      const place = await filesOf(from.tree).of(file, wanted);
      if (place === null) return null;
      return original !== null && place === wanted ? original : relative(from, place);
    },
    count: () => [...byTree.values()].reduce((sum, files) => sum + files.count(), 0),
  };
}

/** Where an import looks first for what a text shows; null for what lies on another site. */
function wantedPlace({ key }: FilePlace, original: string): string | null {
  const plain = decodePath(original.replace(/[?#].*$/s, ''));
  if (plain === '' || /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(plain)) return null;
  return plain.startsWith('/') ? plain.slice(1) : joinPath(path.posix.dirname(key), plain);
}
