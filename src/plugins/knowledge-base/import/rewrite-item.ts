import { isDeepStrictEqual } from 'node:util';
import { cleanedFor } from '../stored-html.js';
import { changeDetails } from './details/change-details.js';
import { resolveDetails } from './details/resolve-details.js';
import { headOf, isTextless } from './import-item.js';
import type { ImportItem } from './item.js';
import { linkTargets } from './link-targets.js';
import type { LinkResolution } from './links/resolve-links.js';
import { rewriteLinks } from './links/rewrite-links.js';
import { mediaMarks } from './media-marks.js';
import type { ImportRun } from './run-import.js';
import { hashOf, type SourceRecord } from './sources.js';
import { classicParagraphs } from './wxr/classic-paragraphs.js';

/**
 * Writes an item's text with the links of this site, and what else leads to other pages and files. What was written last
 * is remembered: what has not changed there is not written again, and what somebody changed here is left to them unless
 * the policy says otherwise.
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
  // Where they stand is known of the text as it came only.
  const rewrites = text === rewritten.text ? rewritten.rewrites : [];
  const writtenHash = hashOf(text);
  const written: SourceRecord = { ...record, writtenHash, rewrites, frontMatter: headOf(item), details };
  const isSettled = isDeepStrictEqual(record.details ?? {}, details);
  if (record.writtenHash === writtenHash && isSettled) {
    // An earlier release did not remember what an export needs.
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
      // Links that were brought up to date are no change that readers should be told of: the date stays.
      const kept = { modifiedAt: article.modifiedAt };
      if (Object.keys(input).length > 0) await kb.articles.update(target.id, { ...input, ...kept }, actor);
    } else if (isOther) await kb.categories.update(target.id, { description: wanted }, actor);
    // What was left to somebody is looked at again the next time. The book may say more by now than when this import began.
    if (!isOurs) return;
    await sources.save(item.key, item.kind, changed?.isEditedHere ? { ...written, details: record.details } : written);
  });
}

/** What pass 1 stored. */
function firstText(item: ImportItem): string {
  return item.kind === 'category' ? item.description : item.body;
}

function categoryText({ kb }: ImportRun, id: number): string {
  return kb.categories.tree().get(id)?.description ?? '';
}
