import type { Attachment } from '../../../../media.js';
import { localeOf, oldPaths } from './import-item.js';
import type { ImportRun } from './import-run.js';
import type { ImportItem } from './item.js';
import { isIdAddress } from './links/id-address.js';
import type { LinkResolution, ResolvedLink } from './links/resolve-links.js';
import type { LinkTarget } from './links/rewrite-links.js';
import { MEDIA_FILE } from './media/media-mode.js';

/**
 * Determines the new URLs of an item's links. Links within the page stay, because rendering maps them.
 * @param articleId id of the imported article; 0 for a category
 */
export async function linkTargets(
  run: ImportRun,
  item: ImportItem,
  { resolved, assets, unresolved }: LinkResolution,
  articleId: number,
): Promise<LinkTarget[]> {
  const targets: LinkTarget[] = [];
  const stay = (link: LinkTarget['link']): void => {
    const href = hrefThere(run.source.home ?? null, item, link.destination);
    if (href !== null) targets.push({ link, href });
  };
  for (const link of resolved) {
    if (link.samePage) continue;
    const file = await fileOf(run, link, item.key, articleId);
    targets.push({ link, href: file?.url ?? hrefOf(run, link.target, link.fragment) });
  }
  for (const link of assets) {
    const file = await run.media.ofLink(link, item.key, articleId);
    if (file) targets.push({ link, href: file.url });
    else if (run.media.mode !== 'skip') stay(link);
  }
  for (const link of unresolved) if (link.reason === 'missing') stay(link);
  return targets;
}

/** Finds the media file behind a link to its attachment page or its old URL. */
async function fileOf(
  { index, media }: ImportRun,
  { target }: ResolvedLink,
  key: string,
  articleId: number,
): Promise<Attachment | null> {
  const page = index.byKey(target);
  if (page?.kind !== 'redirect' || !MEDIA_FILE.test(page.redirectTo ?? '')) return null;
  return media.ofLink({ destination: page.redirectTo ?? '', file: null }, key, articleId);
}

/** Makes a relative link to content that was not imported absolute, so that it keeps leading to the old site. */
function hrefThere(home: string | null, item: ImportItem, destination: string): string | null {
  if (home === null || URL.canParse(destination) || destination.startsWith('//') || destination.startsWith('#'))
    return null;
  const page = new URL(`${item.addresses.find((address) => !isIdAddress(address)) ?? ''}/`, home);
  return URL.canParse(destination, page) ? new URL(destination, page).href : null;
}

/** URL of an item on this site. A redirect is linked by its old path, which keeps redirecting. */
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
