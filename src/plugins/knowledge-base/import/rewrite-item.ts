import { cleanedFor } from '../stored-html.js';
import { headOf, isTextless, localeOf, oldPaths } from './import-item.js';
import type { ImportItem } from './item.js';
import { isIdAddress } from './links/id-address.js';
import type { LinkResolution } from './links/resolve-links.js';
import { type LinkTarget, rewriteLinks } from './links/rewrite-links.js';
import type { ImportRun } from './run-import.js';
import { hashOf, type SourceRecord } from './sources.js';

/**
 * Writes an item's text with the links of this site. What was written last is remembered by its hash: an unchanged
 * text is not written again, and a text that somebody changed here is left to them unless the policy says otherwise.
 */
export async function rewriteItem(run: ImportRun, item: ImportItem, resolution: LinkResolution): Promise<void> {
  const target = run.targets.get(item.key);
  const record = target?.record;
  if (!target || !record || run.dryRun) return;
  const { kb, sources, report, author = null, unfilteredHtml } = run;
  const actor = { user: author, source: 'import' as const, unfilteredHtml };
  const rewritten = rewriteLinks(item.body, targetsOf(run, item, resolution));
  const text = cleanedFor(actor, item.format, rewritten.text);
  // Where they stand is known of the text as it came only.
  const rewrites = text === rewritten.text ? rewritten.rewrites : [];
  const writtenHash = hashOf(text);
  const written: SourceRecord = { ...record, writtenHash, rewrites, frontMatter: headOf(item) };
  if (record.writtenHash === writtenHash) {
    // An earlier release did not remember what an export needs.
    if (record.rewrites === null) await sources.save(item.key, item.kind, written);
    return;
  }
  if (run.update === 'skip' && record.writtenHash !== null) return;

  const wanted = isTextless(item) ? item.description : text;
  if (target.outcome === 'created' && wanted === firstText(item)) {
    await sources.save(item.key, item.kind, written);
    return;
  }
  await kb.db.transaction(async () => {
    const article = item.kind === 'category' ? null : await kb.articles.get(target.id);
    const present = item.kind === 'category' ? categoryText(run, target.id) : (article?.content ?? '');
    const expected = record.writtenHash ?? hashOf(cleanedFor(actor, item.format, firstText(item)));
    if (hashOf(present) !== expected && run.update !== 'overwrite') {
      report.edited.push(item.key);
      return;
    }
    if (wanted !== present) {
      // Links that were brought up to date are no change that readers should be told of: the date stays.
      const kept = article ? { modifiedAt: article.modifiedAt } : {};
      if (item.kind === 'category') await kb.categories.update(target.id, { description: wanted }, actor);
      else await kb.articles.update(target.id, { content: wanted, ...kept }, actor);
    }
    await sources.save(item.key, item.kind, written);
  });
}

/** What pass 1 stored. */
function firstText(item: ImportItem): string {
  return item.kind === 'category' ? item.description : item.body;
}

function categoryText({ kb }: ImportRun, id: number): string {
  return kb.categories.tree().get(id)?.description ?? '';
}

/** Links within the page stay, since rendering maps them wherever the page moves. */
function targetsOf(run: ImportRun, item: ImportItem, { resolved, assets, unresolved }: LinkResolution): LinkTarget[] {
  const moving = resolved.filter((link) => !link.samePage);
  const staying = [...assets, ...unresolved.filter(({ reason }) => reason === 'missing')];
  return [
    ...moving.map((link) => ({ link, href: hrefOf(run, link.target, link.fragment) })),
    ...staying.flatMap((link) => {
      const href = hrefThere(run.source.home ?? null, item, link.destination);
      return href === null ? [] : [{ link, href }];
    }),
  ];
}

/** What was not imported is still where it was: a relative address leads there from here only with its site. */
function hrefThere(home: string | null, item: ImportItem, destination: string): string | null {
  if (home === null || URL.canParse(destination) || destination.startsWith('//') || destination.startsWith('#'))
    return null;
  const page = new URL(`${item.addresses.find((address) => !isIdAddress(address)) ?? ''}/`, home);
  return URL.canParse(destination, page) ? new URL(destination, page).href : null;
}

/** The address of an item here; a redirect is linked by its old address, which goes on leading where it led. */
function hrefOf({ kb, targets, index, source }: ImportRun, key: string, fragment: string): string {
  const item = index.byKey(key);
  const id = targets.get(key)?.id ?? 0;
  const hash = fragment === '' ? '' : `#${fragment}`;
  if (!item) return hash;
  const locale = localeOf(item);
  if (item.kind === 'redirect' && /^https?:/i.test(item.redirectTo ?? '') && source.home)
    return `${item.redirectTo}${hash}`;
  if (item.kind === 'redirect') return kb.links.href(locale, oldPaths(item)[0] ?? '') + hash;
  const category = kb.categories.tree().get(item.kind === 'category' ? id : (parentId(targets, item) ?? 0));
  const path =
    item.kind === 'category' ? (category?.path ?? '') : [category?.path, item.slug].filter(Boolean).join('/');
  return kb.links.href(locale, path) + hash;
}

function parentId(targets: ImportRun['targets'], item: ImportItem): number | undefined {
  return item.parentKey === null ? undefined : targets.get(item.parentKey)?.id;
}
