import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { HostError, type User } from '../../../../../index.js';
import type { Attachment } from '../../../../../media.js';
import type { KnowledgeBase } from '../../knowledge-base.js';
import type { ImportReport } from '../report.js';
import type { UpdatePolicy } from '../sources.js';
import { type Sources, UNWRITTEN } from '../sources.js';
import type { SourceFile } from './source-files.js';

/** Imports files of a source into the media library, each only once. */
export interface FileTaker {
  /**
   * Imports a file. Returns null in a dry run, and for a file the library rejects, which is reported as a problem.
   * @param articleId article that owns the file; 0 for none
   * @param sha256 hash of the file in hex, if already known
   */
  take(file: SourceFile, articleId: number, sha256?: string): Promise<Attachment | null>;
  /** Whether `take` was called with a file. */
  isTaken(key: string): boolean;
}

export interface FileTakerParts {
  readonly kb: Pick<KnowledgeBase, 'media' | 'uploads' | 'vendor_kb_can_access'>;
  readonly sources: Sources;
  readonly report: ImportReport;
  readonly update: UpdatePolicy | undefined;
  readonly author: User | null;
  readonly dryRun: boolean;
}

/** Key of a media file's import record. */
const bookKey = (key: string): string => `media:${key}`;

export function createFileTaker({ kb, sources, report, update, author, dryRun }: FileTakerParts): FileTaker {
  /** Imported files by path in the source; null for rejected ones. */
  const uploads = new Map<string, Attachment | null>();

  async function take(file: SourceFile, articleId: number, digest?: string): Promise<Attachment | null> {
    const before = uploads.get(file.key);
    if (before !== undefined) return before && share(before, file.key, articleId);
    try {
      const attachment = await importFile(file, articleId, digest);
      uploads.set(file.key, attachment);
      return attachment;
    } catch (error) {
      if (!(error instanceof HostError) || error.status >= 500) throw error;
      uploads.set(file.key, null);
      report.problems.push({ key: file.key, code: error.code, message: error.message });
      return null;
    }
  }

  async function importFile(file: SourceFile, articleId: number, digest?: string): Promise<Attachment | null> {
    const sourceRecord = (await sources.find([bookKey(file.key)])).get(bookKey(file.key));
    const present = sourceRecord ? await kb.media.get(sourceRecord.targetId) : null;
    const upload = { name: path.posix.basename(file.key), path: file.path, size: (await stat(file.path)).size };
    await kb.uploads.assertSize(upload);
    const sha256 = digest ?? (await digestOf(file.path));
    if (present && (sourceRecord?.sourceHash === sha256 || update === 'skip')) {
      report.media.unchanged += 1;
      return share(present, file.key, articleId);
    }
    if (dryRun) {
      report.media[present ? 'updated' : 'created'] += 1;
      return null;
    }
    const record = { sourceHash: sha256, ...UNWRITTEN, frontMatter: null };
    if (present) {
      const replaced = await kb.uploads.replace(present.id, upload);
      await sources.save(bookKey(file.key), 'media', { ...record, targetId: replaced.id });
      report.media.updated += 1;
      return replaced;
    }
    const copy = await ownCopy(sha256, articleId);
    const attachment = copy ?? (await kb.uploads.take(upload, articleId, author));
    const entry = { ...record, targetId: attachment.id };
    if (await sources.claim(bookKey(file.key), 'media', entry, sourceRecord?.targetId ?? null)) {
      report.media.created += 1;
      return attachment;
    }
    return giveWay(file, attachment, copy === null, articleId);
  }

  /** Uses the file of a concurrent import of the same source, and deletes the one uploaded here. */
  async function giveWay(
    file: SourceFile,
    attachment: Attachment,
    isOurs: boolean,
    articleId: number,
  ): Promise<Attachment> {
    const theirs = (await sources.find([bookKey(file.key)])).get(bookKey(file.key));
    const present = theirs ? await kb.media.get(theirs.targetId) : null;
    if (isOurs && present && present.id !== attachment.id) await kb.uploads.giveUp(attachment);
    report.media.unchanged += 1;
    return share(present ?? attachment, file.key, articleId);
  }

  /** Finds a file left by an import that was interrupted before it saved its record, or by another import. */
  async function ownCopy(sha256: string, articleId: number): Promise<Attachment | null> {
    const { attachments } = await kb.media.list({ sha256, perPage: 100, orderBy: 'id', direction: 'asc' });
    return attachments.find(({ postId }) => postId === articleId || postId === 0) ?? null;
  }

  /**
   * A file is as accessible as the article that owns it, so a public article takes over a file from a restricted
   * one.
   */
  async function share(attachment: Attachment, key: string, articleId: number): Promise<Attachment> {
    const { id, postId } = attachment;
    if (dryRun || articleId === 0 || postId === 0 || postId === articleId) return attachment;
    if (await kb.vendor_kb_can_access(postId, null)) return attachment;
    if (!(await kb.vendor_kb_can_access(articleId, null))) return attachment;
    const moved = await kb.media.update(id, { postId: articleId });
    uploads.set(key, moved);
    return moved;
  }

  return { take, isTaken: (key) => uploads.has(key) };
}

/** Computes the SHA-256 of a file in hex. */
export async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
