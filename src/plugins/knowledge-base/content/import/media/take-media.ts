import type { Attachment } from '../../../../../media.js';
import type { ImportItem } from '../item.js';
import type { AssetLink } from '../links/resolve-links.js';
import { digestIn, fileByDigest } from './library-file.js';
import type { MediaMode } from './media-mode.js';
import type { SourceFile, SourceFiles } from './source-files.js';
import { createFileTaker, type FileTaker, type FileTakerParts } from './take-file.js';

/** Imports the media of a source into the media library, each file only once. */
export interface MediaTaker extends FileTaker {
  readonly mode: MediaMode;
  /**
   * Imports the file a link refers to; null if it stays where it is.
   * @param articleId article that shows it; 0 for a category
   */
  ofLink(link: Pick<AssetLink, 'file' | 'destination'>, key: string, articleId: number): Promise<Attachment | null>;
  /** Same for a secondary reference, without reporting a missing file. */
  ifThere(link: Pick<AssetLink, 'file' | 'destination'>, articleId: number): Promise<Attachment | null>;
  /** Same for a URL of the source site that no text shows. */
  ofAddress(address: string, key: string): Promise<Attachment | null>;
  /** Finds the file of the source that front matter names; null for anything else. */
  fileOf(name: string, item: ImportItem): Promise<SourceFile | null>;
  /** Returns the id of an image that front matter names by path or hash; 0 with a warning if there is none. */
  idOf(name: string, item: ImportItem): Promise<number>;
}

export interface MediaParts extends FileTakerParts {
  readonly mode: MediaMode;
  readonly files: SourceFiles | null;
  /** Resolves a path in front matter relative to one of the pages. */
  findFile(name: string, from: ImportItem): string | null;
  /** Id of the article imported from an item; 0 if there is none. */
  articleOf(key: string): number;
  readonly home: string | null;
}

export function createMediaTaker(parts: MediaParts): MediaTaker {
  const { kb, report, mode, files, findFile, home, dryRun } = parts;
  const { take, isTaken } = createFileTaker(parts);

  async function atAddress(address: string): Promise<SourceFile | null> {
    if (!files || !URL.canParse(address, home ?? undefined)) return null;
    const url = new URL(address, home ?? undefined);
    return files.ofAddress(url);
  }

  async function findLink({ file, destination }: Pick<AssetLink, 'file' | 'destination'>): Promise<SourceFile | null> {
    return file === null ? atAddress(destination) : ((await files?.at(file)) ?? null);
  }

  const ifThere: MediaTaker['ifThere'] = async (link, articleId) => {
    const found = mode === 'copy' ? await findLink(link) : null;
    return found && take(found, articleId);
  };

  async function fileOf(name: string, item: ImportItem): Promise<SourceFile | null> {
    const file = findFile(name, item);
    return file === null ? null : ((await files?.at(file)) ?? null);
  }

  return {
    mode,
    take,
    isTaken,
    fileOf,
    ifThere,
    async ofLink(link, key, articleId) {
      const { destination } = link;
      if (mode !== 'copy') return null;
      const found = await findLink(link);
      if (found) return take(found, articleId);
      if (/^(?:https?:)?\/\//i.test(destination) || home !== null) report.media.linked.push({ key, link: destination });
      return null;
    },
    async ofAddress(address, key) {
      if (mode !== 'copy') return null;
      const found = await atAddress(address);
      if (found) return take(found, 0);
      report.media.linked.push({ key, link: address });
      return null;
    },
    async idOf(name, item) {
      const sha256 = digestIn(name);
      const source = sha256 === null && mode === 'copy' ? await fileOf(name, item) : null;
      const found = source
        ? await take(source, parts.articleOf(item.key))
        : sha256
          ? await fileByDigest(kb.media, sha256)
          : null;
      if (!found && !dryRun) {
        const advice = mode === 'copy' ? '' : ' Pass --media=copy to import images of the source.';
        const message = `Its image "${name}" is not in the media library.${advice}`;
        report.warnings.push({ key: item.key, message });
      }
      return found?.id ?? 0;
    },
  };
}
