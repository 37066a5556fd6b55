import type { ArticleInput } from '../article.js';
import { localeOf, oldPaths } from './import-item.js';
import type { ImportItem } from './item.js';
import type { ItemIndex } from './links/item-index.js';
import type { LinkResolution } from './links/resolve-links.js';
import { rewriteLinks } from './links/rewrite-links.js';
import type { ImportRun } from './run-import.js';
import { hashOf } from './sources.js';

/**
 * Writes an item's text with the links of this site. What was written last is remembered by its hash: an unchanged
 * text is not written again, and a text that somebody changed here is left to them unless the policy says otherwise.
 */
export async function rewriteItem(
  run: ImportRun,
  item: ImportItem,
  resolution: LinkResolution,
  index: ItemIndex,
): Promise<void> {
  const target = run.targets.get(item.key);
  if (!target || run.dryRun) return;
  const { kb, sources, report } = run;
  const record = await sources.find(item.key);
  if (!record) return;
  const text = rewriteLinks(item.body, resolution, (key, fragment) => hrefOf(run, index, key, fragment));
  const writtenHash = hashOf(text);
  if (record.writtenHash === writtenHash || (run.update === 'skip' && record.writtenHash !== null)) return;

  await kb.db.transaction(async () => {
    const present =
      item.kind === 'category' ? categoryText(run, target.id) : ((await kb.articles.get(target.id))?.content ?? '');
    const expected = record.writtenHash ?? hashOf(firstText(item));
    if (hashOf(present) !== expected && run.update !== 'overwrite') {
      report.edited.push(item.key);
      return;
    }
    if (item.kind === 'category')
      await kb.categories.update(target.id, { description: text.trim() === '' ? item.description : text });
    else await writeArticle(run, target.id, text);
    await sources.save(item.key, item.kind, { ...record, writtenHash });
  });
}

/** Links that were brought up to date are no change that readers should be told of: the date stays. */
async function writeArticle({ kb, author = null }: ImportRun, id: number, content: string): Promise<void> {
  const article = await kb.articles.get(id);
  const changes: ArticleInput = { content, ...(article ? { modifiedAt: article.modifiedAt } : {}) };
  await kb.articles.update(id, changes, { user: author, source: 'import' });
}

/** What pass 1 stored. */
function firstText(item: ImportItem): string {
  return item.kind === 'category' ? item.description : item.body;
}

function categoryText({ kb }: ImportRun, id: number): string {
  return kb.categories.tree().get(id)?.description ?? '';
}

/** The address of an item here; a redirect is linked by its old address, which goes on leading where it led. */
function hrefOf({ kb, targets }: ImportRun, index: ItemIndex, key: string, fragment: string): string {
  const item = index.byKey(key);
  const id = targets.get(key)?.id ?? 0;
  const hash = fragment === '' ? '' : `#${fragment}`;
  if (!item) return hash;
  const locale = localeOf(item);
  if (item.kind === 'redirect') return kb.links.href(locale, oldPaths(item)[0] ?? '') + hash;
  const category = kb.categories.tree().get(item.kind === 'category' ? id : (parentId(targets, item) ?? 0));
  const path =
    item.kind === 'category' ? (category?.path ?? '') : [category?.path, item.slug].filter(Boolean).join('/');
  return kb.links.href(locale, path) + hash;
}

function parentId(targets: ImportRun['targets'], item: ImportItem): number | undefined {
  return item.parentKey === null ? undefined : targets.get(item.parentKey)?.id;
}
