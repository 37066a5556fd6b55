import type { Attachment } from '../../../../media.js';
import { type AttachmentInput, syncAttachments } from '../../domain/attachments/sync-attachments.js';
import { fileByDigest } from '../import/media/library-file.js';
import { digestOf } from '../import/media/take-file.js';
import type { Tally } from '../import/report.js';
import { attachmentsKey, hashOf, UNWRITTEN } from '../import/sources.js';
import type { JsonRun } from './json-run.js';
import type { ArticleRecord, AttachmentRecord } from './records.js';

/**
 * Syncs an article's attachments with the export. An import record marks completion, so that an interrupted import
 * is completed by the next run, and later changes by users are kept.
 * @param id id of the article; 0 in a dry run that would create it
 */
export async function importAttachments(
  run: JsonRun,
  record: ArticleRecord,
  id: number,
  outcome: keyof Tally,
): Promise<void> {
  const { kb, sources, settled, update, dryRun = false, media } = run;
  if (!record.attachments || media === 'skip') return;
  const key = attachmentsKey(record.uuid);
  const sourceHash = hashOf(JSON.stringify(record.attachments.map(saidOf)));
  const sourceRecord = (await sources.find([key])).get(key);
  const isLeftAlone = !settled.has(id) || update === 'skip' || sourceRecord?.sourceHash === sourceHash;
  if (outcome === 'unchanged' && isLeftAlone) return;
  const inputs = await Promise.all(record.attachments.map((attachment) => wantedOf(run, record.slug, attachment, id)));
  // On an article that existed before, attachments that no import added belong to users and are kept.
  const removeOthers = outcome !== 'unchanged' || sourceRecord !== undefined;
  const isWhole = await syncAttachments(kb.attachments, id, inputs, { removeOthers, dryRun });
  if (!isWhole || dryRun) return;
  await sources.save(key, 'attachments', { targetId: id, sourceHash, ...UNWRITTEN, frontMatter: null });
}

/** Members of an attachment that determine a change: not its location or its download count. */
function saidOf({ file, title, description, order, access_rule }: AttachmentRecord): object {
  return { sha256: file.sha256, title, description, order, access_rule };
}

async function wantedOf(
  run: JsonRun,
  slug: string,
  record: AttachmentRecord,
  articleId: number,
): Promise<AttachmentInput> {
  const { kb, targets, report } = run;
  const { file, title, description, order, downloads, last_download_at: last, created_at, created_by } = record;
  const lastDownloadAt = last === null ? null : new Date(last);
  return {
    sha256: file.sha256,
    fields: { title, description, order, ruleId: await targets.rule(record.access_rule) },
    past: { downloads, lastDownloadAt, createdAt: new Date(created_at) },
    by: await kb.users.get(await targets.user(created_by)),
    take: () => fileOf(run, slug, record, articleId),
    refused: ({ message }) =>
      void report.warnings.push({ key: slug, message: `Imported without the file "${file.filename}": ${message}` }),
  };
}

/** Returns the file from next to the export, or the media file with the same hash. */
async function fileOf(
  { kb, files, media, takeFile, report }: JsonRun,
  key: string,
  { file: { sha256, path, url, filename } }: AttachmentRecord,
  articleId: number,
): Promise<Attachment | null> {
  const beside = media === 'copy' && path !== null ? ((await files?.at(path)) ?? null) : null;
  if (beside && (await digestOf(beside.path)) === sha256) return takeFile(beside, articleId, sha256);
  if (beside) {
    const message = `"${path}" in the export folder has different content than the export expects. It was skipped.`;
    report.warnings.push({ key, message });
  }
  const present = await fileByDigest(kb.media, sha256);
  if (!present) report.media.linked.push({ key, link: url ?? path ?? filename });
  return present;
}
