import { isDeepStrictEqual } from 'node:util';
import { cleanedFor } from '../../domain/articles/stored-html.js';
import { changeDetails } from './details/change-details.js';
import { resolveDetails } from './details/resolve-details.js';
import { type FirstText, headOf, isTextless } from './import-item.js';
import type { ImportRun } from './import-run.js';
import type { ImportItem } from './item.js';
import { fileTargets, linkTargets } from './link-targets.js';
import type { LinkResolution } from './links/resolve-links.js';
import { combineRewrites, type Insertion, type LinkTarget, rewriteLinks } from './links/rewrite-links.js';
import { mediaMarks } from './media-marks.js';
import { hashOf, type SourceRecord } from './sources.js';
import { classicParagraphs } from './wxr/classic-paragraphs.js';

/** Text of an item as it is stored, with the rewrites that restore the file. */
export async function finalText(
  { kb, source, author = null, unfilteredHtml }: ImportRun,
  item: ImportItem,
  targets: readonly LinkTarget[],
  marks: readonly Insertion[] = [],
): Promise<FirstText> {
  const actor = { user: author, source: 'import' as const, unfilteredHtml };
  const isClassic = source.profile === 'wordpress' && item.format === 'html';
  const paragraphs = isClassic ? classicParagraphs(item.body) : [];
  const rewritten = rewriteLinks(item.body, targets, [...paragraphs, ...marks]);
  const text = await cleanedFor(actor, item.format, rewritten.text, kb.blocks);
  // Offsets are only valid for the text before sanitizing.
  return { text, rewrites: text === rewritten.text ? combineRewrites(item.conversions ?? [], rewritten) : [] };
}

/**
 * Writes an item's text with links to pages and files of this site. Texts that have not changed since the last write
 * are skipped, and local edits are kept unless the update policy says otherwise. A dry run finds the same edits.
 */
export async function rewriteItem(run: ImportRun, item: ImportItem, resolution: LinkResolution): Promise<void> {
  const target = run.targets.get(item.key);
  if (!target) return;
  const { record } = target;
  const { kb, sources, report, author = null, unfilteredHtml, update, dryRun } = run;
  const actor = { user: author, source: 'import' as const, unfilteredHtml };
  if (record && update === 'skip' && record.writtenHash !== null && record.rewrites !== null) return;
  const isArticle = item.kind === 'article';
  const articleId = isArticle ? target.id : 0;
  // A file comes first: of several targets of one link, the first one counts.
  const files = await fileTargets(run, item, resolution, articleId);
  const marks = await mediaMarks(run, item, articleId);
  const details = isArticle ? await resolveDetails(run, item) : {};
  if (!record) return;

  const targets = [...files, ...linkTargets(run, item, resolution)];
  const { text, rewrites } = await finalText(run, item, targets, marks);
  const writtenHash = hashOf(text);
  const written: SourceRecord = { ...record, writtenHash, rewrites, frontMatter: headOf(item), details };
  const isSettled = isDeepStrictEqual(record.details ?? {}, details);
  if (record.writtenHash === writtenHash && isSettled) {
    // Records of earlier releases lack the rewrites an export needs.
    const isComplete = isDeepStrictEqual(record.rewrites, rewrites) && record.details !== null;
    if (!isComplete && !dryRun) await sources.save(item.key, item.kind, written);
    return;
  }
  const content = isTextless(item) ? item.description : text;
  const expected = record.writtenHash ?? hashOf(await cleanedFor(actor, item.format, firstText(item), kb.blocks));

  async function write(): Promise<void> {
    const article = isArticle ? await kb.articles.get(articleId) : null;
    const present = isArticle ? (article?.content ?? '') : categoryText(run, target?.id ?? 0);
    const isOurs = hashOf(present) === expected || update === 'overwrite' || record?.writtenHash === writtenHash;
    const isOther = isOurs && record?.writtenHash !== writtenHash && content !== present;
    const changed = article ? changeDetails(article, details, record?.details ?? null, update === 'overwrite') : null;
    if (!isOurs || changed?.isEditedHere) report.edited.push(item.key);
    if (dryRun) return;
    if (article) {
      const input = { ...changed?.changes, ...(isOther && { content: content }) };
      // Updated links are not a change for readers, so the modification date stays.
      const timestamps = { modifiedAt: article.modifiedAt };
      if (Object.keys(input).length > 0) await kb.articles.update(articleId, { ...input, ...timestamps }, actor);
    } else if (isOther) await kb.categories.update(target?.id ?? 0, { description: content }, actor);
    // Skipped edits are checked again next time. Do not overwrite the record: it may have changed since this import
    // began.
    if (!isOurs) return;
    const withOwnDetails = changed?.isEditedHere ? { ...written, details: record?.details ?? null } : written;
    await sources.save(item.key, item.kind, withOwnDetails);
  }
  await (dryRun ? write() : kb.db.transaction(write));
}

/** Text that an import of an earlier release stored first. */
function firstText(item: ImportItem): string {
  return item.kind === 'category' ? item.description : item.body;
}

function categoryText({ kb }: ImportRun, id: number): string {
  return kb.categories.tree().get(id)?.description ?? '';
}
