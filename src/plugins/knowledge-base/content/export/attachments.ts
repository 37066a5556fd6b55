import { toRule } from '../../domain/access/rule.js';
import type { Article } from '../../domain/articles/article.js';
import type { ArticleAttachment } from '../../domain/attachments/attachment.js';
import type { SourceAttachment } from '../import/details/source-attachments.js';
import { attachmentsKey, hashOf } from '../import/sources.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { isSameRule, writtenRule } from './changes.js';
import type { Change } from './front-matter.js';
import type { FilePlace } from './places.js';
import { readRecords } from './source-rows.js';
import type { TreeMedia } from './tree-media.js';

/** Attachment in front matter, as an import reads it. */
interface AttachmentEntry {
  /** Path relative to the Markdown file. */
  readonly file: string;
  readonly title: string;
  readonly description?: string;
  readonly access?: unknown;
}

/**
 * Exports an article's attachments next to its text. Front matter that already describes them keeps its bytes, and
 * files go to the paths it names.
 * @param key front matter key
 * @param says attachments currently listed in the front matter
 */
export async function attachmentChanges(
  { kb, media }: { readonly kb: KnowledgeBase; readonly media: TreeMedia },
  article: Article,
  place: FilePlace,
  key: string,
  says: readonly SourceAttachment[],
): Promise<Change[]> {
  const present = await kb.attachments.of(article.id);
  // Attachments that the import skipped remain where the front matter points.
  if (present.length === 0 && (says.length === 0 || !(await wasTaken(kb, place)))) return [];
  const left = [...says];
  const entries: AttachmentEntry[] = [];
  let isSaid = says.length === present.length;
  for (const [index, attachment] of present.entries()) {
    const at = left.findIndex(({ file }) => file.split('/').at(-1) === attachment.file.filename);
    const [before = null] = at < 0 ? [] : left.splice(at, 1);
    const file = await media.attachmentAt(attachment.file, place, before?.file ?? null);
    if (file === null) {
      isSaid = false;
      continue;
    }
    const entry = entryOf(kb, attachment, file);
    isSaid = isSaid && before !== null && before === says[index] && isSame(kb, attachment, file, before);
    entries.push(entry);
  }
  if (isSaid) return [];
  return [[key, entries.length === 0 ? undefined : entries]];
}

async function wasTaken({ db }: KnowledgeBase, { row }: FilePlace): Promise<boolean> {
  if (!row) return false;
  const key = hashOf(row.source, attachmentsKey(row.path));
  return (await readRecords(db, [key])).has(key);
}

function ruleOf({ access }: KnowledgeBase, { ruleId }: ArticleAttachment) {
  return ruleId === null ? null : (access.rules.get(ruleId) ?? toRule({ mode: 'nobody' }));
}

function entryOf(kb: KnowledgeBase, attachment: ArticleAttachment, file: string): AttachmentEntry {
  const { title, description } = attachment;
  const rule = ruleOf(kb, attachment);
  return { file, title, ...(description !== '' && { description }), ...(rule && { access: writtenRule(rule) }) };
}

function isSame(kb: KnowledgeBase, attachment: ArticleAttachment, file: string, says: SourceAttachment): boolean {
  return (
    file === says.file &&
    attachment.title === (says.title ?? attachment.file.title) &&
    attachment.description === says.description &&
    isSameRule(says.access, ruleOf(kb, attachment))
  );
}
