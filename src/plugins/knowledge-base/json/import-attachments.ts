import { isDeepStrictEqual } from 'node:util';
import { type Attachment, HostError } from '../../../index.js';
import type { ArticleAttachment } from '../attachments/attachment.js';
import type { AttachmentFields } from '../attachments/attachments.js';
import { digestOf } from '../import/media/take-file.js';
import type { Tally } from '../import/report.js';
import { hashOf, UNWRITTEN } from '../import/sources.js';
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
  const { kb, sources, settled, update, dryRun, media } = run;
  const { attachments: wanted } = record;
  if (!wanted || media === 'skip') return;
  const key = `attachments:${record.uuid}`;
  const sourceHash = hashOf(JSON.stringify(wanted.map(saidOf)));
  const known = (await sources.find([key])).get(key);
  const isLeftAlone = !settled.has(id) || update === 'skip' || known?.sourceHash === sourceHash;
  if (outcome === 'unchanged' && isLeftAlone) return;

  const others = id === 0 ? [] : await kb.attachments.of(id);
  let isWhole = true;
  for (const each of wanted) {
    const index = others.findIndex(({ file }) => file.sha256 === each.file.sha256);
    const [present] = index < 0 ? [] : others.splice(index, 1);
    isWhole = (await importOne(run, record, each, id, present)) && isWhole;
  }
  if (dryRun) return;
  // Of an article that was here before, files that nobody has imported are somebody's.
  if (outcome !== 'unchanged' || known) for (const other of others) await kb.attachments.remove(other.id);
  if (isWhole) {
    await sources.save(key, 'attachments', { targetId: id, sourceHash, ...UNWRITTEN, frontMatter: null });
  }
}

/** What an export says of a file wherever that lies, and however often it was downloaded meanwhile. */
function saidOf({ file, title, description, order, access_rule }: AttachmentRecord): object {
  return { sha256: file.sha256, title, description, order, access_rule };
}

/** @returns whether the article has it now */
async function importOne(
  run: JsonRun,
  { slug }: ArticleRecord,
  wanted: AttachmentRecord,
  articleId: number,
  present: ArticleAttachment | undefined,
): Promise<boolean> {
  const { kb, targets, report, dryRun } = run;
  try {
    const { title, description, order } = wanted;
    const fields: AttachmentFields = { title, description, order, ruleId: await targets.rule(wanted.access_rule) };
    if (present) {
      if (!dryRun && !isDeepStrictEqual(fieldsOf(present), fields)) await kb.attachments.update(present.id, fields);
      return true;
    }
    const file = await fileOf(run, slug, wanted, articleId);
    if (!file || dryRun) return false;
    await kb.attachments.add(articleId, {
      ...{ file, ...fields, isOwnFile: file.postId === articleId },
      by: await kb.users.get(await targets.user(wanted.created_by)),
      past: {
        downloads: wanted.downloads,
        lastDownloadAt: wanted.last_download_at === null ? null : new Date(wanted.last_download_at),
        createdAt: new Date(wanted.created_at),
      },
    });
    return true;
  } catch (error) {
    if (!(error instanceof HostError) || error.status >= 500) throw error;
    report.warnings.push({ key: slug, message: `Without the file "${wanted.file.filename}": ${error.message}` });
    return false;
  }
}

function fieldsOf({ title, description, order, ruleId }: ArticleAttachment): AttachmentFields {
  return { title, description, order, ruleId };
}

/** The file in the library: that which lies beside the export, or one of the same bytes. */
async function fileOf(
  { kb, files, media, takeFile, report }: JsonRun,
  key: string,
  { file: { sha256, path, url, filename } }: AttachmentRecord,
  articleId: number,
): Promise<Attachment | null> {
  const beside = media === 'copy' && path !== null ? ((await files?.at(path)) ?? null) : null;
  if (beside && (await digestOf(beside.path)) === sha256) return takeFile(beside, articleId);
  if (beside) {
    const message = `"${path}" beside the export is another file than the one that belongs there. It was not taken.`;
    report.warnings.push({ key, message });
  }
  const { attachments } = await kb.media.list({ sha256, perPage: 1, orderBy: 'id', direction: 'asc' });
  if (!attachments[0]) report.media.linked.push({ key, link: url ?? path ?? filename });
  return attachments[0] ?? null;
}
