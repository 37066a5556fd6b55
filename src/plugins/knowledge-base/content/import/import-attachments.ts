import type { Attachment } from '../../../../media.js';
import type { ArticleAttachment } from '../../domain/attachments/attachment.js';
import { type AttachmentInput, syncAttachments } from '../../domain/attachments/sync-attachments.js';
import type { SourceAttachment } from './details/source-attachments.js';
import { ruleIdOf } from './import-item.js';
import type { ImportRun } from './import-run.js';
import type { ImportItem } from './item.js';
import { digestIn, fileByDigest } from './media/library-file.js';
import type { SourceFile } from './media/source-files.js';
import { digestOf } from './media/take-file.js';
import { attachmentsKey, hashOf, UNWRITTEN } from './sources.js';

/** Entry of front matter with its file. */
interface FoundAttachment {
  readonly entry: SourceAttachment;
  /** Null for a file of the media library. */
  readonly source: SourceFile | null;
  readonly sha256: string;
}

/**
 * Syncs an article's attachments with its front matter. Unchanged sources are skipped, and local edits are kept
 * unless the update policy says otherwise.
 */
export async function importAttachments(run: ImportRun, item: ImportItem): Promise<void> {
  const { kb, sources, update, dryRun = false, report, canManageAccess = true } = run;
  const target = run.targets.get(item.key);
  const sourceRecord = run.records.get(attachmentsKey(item.key));
  const { attachments: entries = [] } = item;
  if (!target || item.kind !== 'article' || run.media.mode === 'skip' || (entries.length === 0 && !sourceRecord))
    return;
  if (sourceRecord && update === 'skip') return;

  const found: FoundAttachment[] = [];
  for (const entry of entries) found.push(...(await find(run, item, entry)));
  const present = target.id === 0 ? [] : await kb.attachments.of(target.id);
  const sourceHash = hashOf(JSON.stringify(found.map(({ entry, sha256 }) => [entry, sha256])));
  if (sourceRecord?.sourceHash === sourceHash && update !== 'overwrite') {
    // Registers present files as taken from the source.
    const has = new Set(present.map(({ file }) => file.sha256));
    for (const { source, sha256 } of found)
      if (source && has.has(sha256)) await run.media.take(source, target.id, sha256);
    return;
  }
  const isEditedHere =
    sourceRecord !== undefined && sourceRecord.writtenHash !== stateOf(present) && update !== 'overwrite';
  const isClosedToThem = !canManageAccess && present.some(({ ruleId }) => ruleId !== null);
  if (isEditedHere || isClosedToThem) {
    if (!report.edited.includes(item.key)) report.edited.push(item.key);
    return;
  }
  const inputs: AttachmentInput[] = [];
  for (const [index, each] of found.entries()) inputs.push(await wantedOf(run, item, target.id, each, index + 1));
  const removeOthers = sourceRecord !== undefined || target.outcome === 'created';
  const isWhole = await syncAttachments(kb.attachments, target.id, inputs, { removeOthers, dryRun });
  if (!isWhole || dryRun || found.length < entries.length) return;
  const writtenHash = stateOf(await kb.attachments.of(target.id));
  const record = { targetId: target.id, sourceHash, ...UNWRITTEN, writtenHash, frontMatter: null };
  await sources.save(attachmentsKey(item.key), 'attachments', record);
}

/** Returns an empty list, with a warning, for a missing file. */
async function find(
  { media, report }: ImportRun,
  item: ImportItem,
  entry: SourceAttachment,
): Promise<FoundAttachment[]> {
  const digest = digestIn(entry.file);
  if (digest !== null) return [{ entry, source: null, sha256: digest }];
  const source = media.mode === 'copy' ? await media.fileOf(entry.file, item) : null;
  if (source) return [{ entry, source, sha256: await digestOf(source.path) }];
  if (/^https?:/i.test(entry.file)) report.media.linked.push({ key: item.key, link: entry.file });
  else {
    const reason =
      media.mode === 'copy'
        ? 'the source has no such file'
        : 'pass --media=copy to import files of the source into the media library';
    report.warnings.push({ key: item.key, message: `Imported without its attachment "${entry.file}": ${reason}.` });
  }
  return [];
}

async function wantedOf(
  run: ImportRun,
  item: ImportItem,
  articleId: number,
  { entry, source, sha256 }: FoundAttachment,
  order: number,
): Promise<AttachmentInput> {
  const { media, report, author = null, dryRun } = run;
  // Taken first: a changed file is replaced in place and stays attached to the article.
  const file = source ? await media.take(source, articleId, sha256) : await fileByDigest(run.kb.media, sha256);
  const missing = (): void => {
    const message = `Imported without its attachment "${entry.file}": it is not in the media library.`;
    report.warnings.push({ key: item.key, message });
  };
  return {
    sha256,
    fields: {
      ...(entry.title !== null && { title: entry.title }),
      description: entry.description,
      order,
      ruleId: dryRun ? undefined : await ruleIdOf(run, { ...item, access: entry.access }),
    },
    by: author,
    async take(): Promise<Attachment | null> {
      if (!file && !source) missing();
      return file;
    },
    refused: ({ message }) =>
      void report.warnings.push({
        key: item.key,
        message: `Imported without its attachment "${entry.file}": ${message}`,
      }),
  };
}

/** Hash of the attachment members that an import writes. */
function stateOf(attachments: readonly ArticleAttachment[]): string {
  return hashOf(
    JSON.stringify(
      attachments.map(({ file, title, description, order, ruleId }) => [
        ...[file.sha256, title, description],
        ...[order, ruleId],
      ]),
    ),
  );
}
