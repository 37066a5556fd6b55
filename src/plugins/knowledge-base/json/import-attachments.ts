import type { Attachment } from '../../../index.js';
import { syncAttachments, type WantedAttachment } from '../attachments/sync-attachments.js';
import { fileByDigest } from '../import/media/library-file.js';
import { digestOf } from '../import/media/take-file.js';
import type { Tally } from '../import/report.js';
import { attachmentsKey, hashOf, UNWRITTEN } from '../import/sources.js';
import type { JsonRun } from './json-run.js';
import type { ArticleRecord, AttachmentRecord } from './records.js';

/**
 * Gives an article the files that it has in the export. The book of sources says when that was done as a whole, so that a
 * kill before is made good by running again, and what somebody changes here afterwards stays.
 * @param id of the article; 0 in a dry run that would create it
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
  const known = (await sources.find([key])).get(key);
  const isLeftAlone = !settled.has(id) || update === 'skip' || known?.sourceHash === sourceHash;
  if (outcome === 'unchanged' && isLeftAlone) return;
  const wanted = await Promise.all(record.attachments.map((each) => wantedOf(run, record.slug, each, id)));
  // Of an article that was here before, files that nobody has imported are somebody's.
  const removeOthers = outcome !== 'unchanged' || known !== undefined;
  const isWhole = await syncAttachments(kb.attachments, id, wanted, { removeOthers, dryRun });
  if (!isWhole || dryRun) return;
  await sources.save(key, 'attachments', { targetId: id, sourceHash, ...UNWRITTEN, frontMatter: null });
}

/** What an export says of a file wherever that lies, and however often it was downloaded meanwhile. */
function saidOf({ file, title, description, order, access_rule }: AttachmentRecord): object {
  return { sha256: file.sha256, title, description, order, access_rule };
}

async function wantedOf(
  run: JsonRun,
  slug: string,
  record: AttachmentRecord,
  articleId: number,
): Promise<WantedAttachment> {
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
      void report.warnings.push({ key: slug, message: `Without the file "${file.filename}": ${message}` }),
  };
}

/** The file in the library: that which lies beside the export, or one of the same bytes. */
async function fileOf(
  { kb, files, media, takeFile, report }: JsonRun,
  key: string,
  { file: { sha256, path, url, filename } }: AttachmentRecord,
  articleId: number,
): Promise<Attachment | null> {
  const beside = media === 'copy' && path !== null ? ((await files?.at(path)) ?? null) : null;
  if (beside && (await digestOf(beside.path)) === sha256) return takeFile(beside, articleId, sha256);
  if (beside) {
    const message = `"${path}" beside the export is another file than the one that belongs there. It was not taken.`;
    report.warnings.push({ key, message });
  }
  const present = await fileByDigest(kb.media, sha256);
  if (!present) report.media.linked.push({ key, link: url ?? path ?? filename });
  return present;
}
