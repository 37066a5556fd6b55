import { isDeepStrictEqual } from 'node:util';
import { cleanedFor } from '../../domain/articles/stored-html.js';
import { changeDetails } from './details/change-details.js';
import { resolveDetails } from './details/resolve-details.js';
import { headOf, isTextless } from './import-item.js';
import type { ImportRun } from './import-run.js';
import type { ImportItem } from './item.js';
import { linkTargets } from './link-targets.js';
import type { LinkResolution } from './links/resolve-links.js';
import { rewriteLinks } from './links/rewrite-links.js';
import { mediaMarks } from './media-marks.js';
import { hashOf, type SourceRecord } from './sources.js';
import { classicParagraphs } from './wxr/classic-paragraphs.js';

/**
 * Writes an item's text with links to pages and files of this site. Texts that have not changed since the last write
 * are skipped, and local edits are kept unless the update policy says otherwise.
 */
export async function rewriteItem(run: ImportRun, item: ImportItem, resolution: LinkResolution): Promise<void> {
  const target = run.targets.get(item.key);
  if (!target) return;
  const { record } = target;
  const { kb, sources, report, author = null, unfilteredHtml, update, dryRun } = run;
  const actor = { user: author, source: 'import' as const, unfilteredHtml };
  if (record && update === 'skip' && record.writtenHash !== null && record.rewrites !== null) return;
  const isArticle = item.kind === 'article';
  const targets = await linkTargets(run, item, resolution, isArticle ? target.id : 0);
  const marks = await mediaMarks(run, item, isArticle ? target.id : 0);
  const details = isArticle ? await resolveDetails(run, item) : {};
  if (!record || dryRun) return;

  const isClassic = run.source.profile === 'wordpress' && item.format === 'html';
  const paragraphs = isClassic ? classicParagraphs(item.body) : [];
  const rewritten = rewriteLinks(item.body, targets, [...paragraphs, ...marks]);
  const text = await cleanedFor(actor, item.format, rewritten.text, kb.blocks);
  // Offsets are only valid for the text before sanitizing.
  const rewrites = text === rewritten.text ? rewritten.rewrites : [];
  const writtenHash = hashOf(text);
  const written: SourceRecord = { ...record, writtenHash, rewrites, frontMatter: headOf(item), details };
  const isSettled = isDeepStrictEqual(record.details ?? {}, details);
  if (record.writtenHash === writtenHash && isSettled) {
    // Records of earlier releases lack the rewrites an export needs.
    if (record.rewrites === null) await sources.save(item.key, item.kind, written);
    return;
  }
  const wanted = isTextless(item) ? item.description : text;
  if (target.outcome === 'created' && wanted === firstText(item) && isSettled) {
    await sources.save(item.key, item.kind, written);
    return;
  }
  const expected = record.writtenHash ?? hashOf(await cleanedFor(actor, item.format, firstText(item), kb.blocks));
  await kb.db.transaction(async () => {
    const article = isArticle ? await kb.articles.get(target.id) : null;
    const present = isArticle ? (article?.content ?? '') : categoryText(run, target.id);
    const isOurs = hashOf(present) === expected || update === 'overwrite' || record.writtenHash === writtenHash;
    const isOther = isOurs && record.writtenHash !== writtenHash && wanted !== present;
    const changed = article ? changeDetails(article, details, record.details, update === 'overwrite') : null;
    if (!isOurs || changed?.isEditedHere) report.edited.push(item.key);
    if (article) {
      const input = { ...changed?.changes, ...(isOther && { content: wanted }) };
      // Updated links are not a change for readers, so the modification date stays.
      const kept = { modifiedAt: article.modifiedAt };
      if (Object.keys(input).length > 0) await kb.articles.update(target.id, { ...input, ...kept }, actor);
    } else if (isOther) await kb.categories.update(target.id, { description: wanted }, actor);
    // Skipped edits are checked again next time. Do not overwrite the record: it may have changed since this import
    // began.
    if (!isOurs) return;
    await sources.save(item.key, item.kind, changed?.isEditedHere ? { ...written, details: record.details } : written);
  });
}

/** Text that pass 1 stored. */
function firstText(item: ImportItem): string {
  return item.kind === 'category' ? item.description : item.body;
}

function categoryText({ kb }: ImportRun, id: number): string {
  return kb.categories.tree().get(id)?.description ?? '';
}
