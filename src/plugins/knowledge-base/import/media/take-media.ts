import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { type Attachment, HostError, type User } from '../../../../index.js';
import type { KnowledgeBase } from '../../knowledge-base.js';
import type { ImportItem } from '../item.js';
import type { AssetLink } from '../links/resolve-links.js';
import type { ImportReport } from '../report.js';
import type { UpdatePolicy } from '../run-import.js';
import { type Sources, UNWRITTEN } from '../sources.js';
import type { MediaMode } from './media-mode.js';
import type { SourceFile, SourceFiles } from './source-files.js';

/** Brings the files of a source into the media library, each once. */
export interface MediaTaker {
  readonly mode: MediaMode;
  /**
   * The file in the library that a picture or a download of a text has become; null where it stays where it is.
   * @param articleId the article that shows it, 0 for a category
   */
  ofLink(link: Pick<AssetLink, 'file' | 'destination'>, key: string, articleId: number): Promise<Attachment | null>;
  /** The same by an address of the site that the source was taken from, of what no text shows. */
  ofAddress(address: string, key: string): Promise<Attachment | null>;
  /** The id of a picture that front matter names by its path or digest; 0 and a warning where there is none. */
  idOf(name: string, item: ImportItem): Promise<number>;
}

export interface MediaParts {
  readonly kb: KnowledgeBase;
  readonly sources: Sources;
  readonly report: ImportReport;
  readonly mode: MediaMode;
  readonly files: SourceFiles | null;
  /** Path in the source of what front matter names, seen from one of its pages. */
  findFile(name: string, from: ImportItem): string | null;
  /** Id of the article that an item has become, 0 where it is none. */
  articleOf(key: string): number;
  readonly home: string | null;
  readonly update: UpdatePolicy | undefined;
  readonly author: User | null;
  readonly dryRun: boolean;
}

/** In the book of sources files stand beside the pages. */
const bookKey = (key: string): string => `media:${key}`;

export function createMediaTaker(parts: MediaParts): MediaTaker {
  const { kb, sources, report, mode, files, findFile, home, update, author, dryRun } = parts;
  /** By their paths in the source; null for what the library refuses. */
  const taken = new Map<string, Attachment | null>();

  async function take(file: SourceFile, articleId: number): Promise<Attachment | null> {
    const before = taken.get(file.key);
    if (before !== undefined) return before && share(before, file.key, articleId);
    try {
      const attachment = await bring(file, articleId);
      taken.set(file.key, attachment);
      return attachment;
    } catch (error) {
      if (!(error instanceof HostError) || error.status >= 500) throw error;
      taken.set(file.key, null);
      report.problems.push({ key: file.key, code: error.code, message: error.message });
      return null;
    }
  }

  async function bring(file: SourceFile, articleId: number): Promise<Attachment | null> {
    const known = (await sources.find([bookKey(file.key)])).get(bookKey(file.key));
    const present = known ? await kb.media.get(known.targetId) : null;
    const upload = { name: path.posix.basename(file.key), path: file.path, size: (await stat(file.path)).size };
    await kb.uploads.assertSize(upload);
    const sha256 = await digestOf(file.path);
    if (present && (known?.sourceHash === sha256 || update === 'skip')) {
      report.media.unchanged += 1;
      return share(present, file.key, articleId);
    }
    const outcome = present ? 'updated' : 'created';
    if (dryRun) {
      report.media[outcome] += 1;
      return null;
    }
    const attachment = present
      ? await kb.uploads.replace(present.id, upload)
      : ((await ownCopy(sha256, articleId)) ?? (await kb.uploads.take(upload, articleId, author)));
    const record = { targetId: attachment.id, sourceHash: sha256 };
    await sources.save(bookKey(file.key), 'media', { ...record, ...UNWRITTEN, frontMatter: null });
    report.media[outcome] += 1;
    return attachment;
  }

  /** What an import brought that was killed before it could write that down, or another one before. */
  async function ownCopy(sha256: string, articleId: number): Promise<Attachment | null> {
    const { attachments } = await kb.media.list({ sha256, perPage: 100, orderBy: 'id', direction: 'asc' });
    return attachments.find(({ postId }) => postId === articleId || postId === 0) ?? null;
  }

  /** A file is as open as the article that it belongs to: where an open one shows it as well, it belongs to that. */
  async function share(attachment: Attachment, key: string, articleId: number): Promise<Attachment> {
    const { id, postId } = attachment;
    if (dryRun || articleId === 0 || postId === 0 || postId === articleId) return attachment;
    if (await kb.vendor_kb_can_access(postId, null)) return attachment;
    if (!(await kb.vendor_kb_can_access(articleId, null))) return attachment;
    const moved = await kb.media.update(id, { postId: articleId });
    taken.set(key, moved);
    return moved;
  }

  async function atAddress(address: string): Promise<SourceFile | null> {
    if (!files || !URL.canParse(address, home ?? undefined)) return null;
    const url = new URL(address, home ?? undefined);
    return files.ofAddress(url);
  }

  return {
    mode,
    async ofLink({ file, destination }, key, articleId) {
      if (mode !== 'copy') return null;
      const found = file === null ? await atAddress(destination) : ((await files?.at(file)) ?? null);
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
      const [, sha256] = /^sha256:([0-9a-f]{64})$/.exec(name) ?? [];
      const file = sha256 === undefined && mode === 'copy' ? findFile(name, item) : null;
      const source = file === null ? null : await files?.at(file);
      const found = source ? await take(source, parts.articleOf(item.key)) : sha256 ? await inLibrary(sha256) : null;
      if (!found && !dryRun) {
        const advice = mode === 'copy' ? '' : ' --media=copy takes pictures of the source into it.';
        const message = `The media library does not have its picture "${name}".${advice}`;
        report.warnings.push({ key: item.key, message });
      }
      return found?.id ?? 0;
    },
  };

  async function inLibrary(sha256: string): Promise<Attachment | null> {
    const { attachments } = await kb.media.list({ sha256, perPage: 1, orderBy: 'id', direction: 'asc' });
    return attachments[0] ?? null;
  }
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
