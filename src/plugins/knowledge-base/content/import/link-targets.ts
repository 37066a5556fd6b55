import path from 'node:path';
import { headingAnchor } from '../../../../blocks.js';
import type { Attachment } from '../../../../media.js';
import { oldPaths } from './import-item.js';
import type { ImportRun } from './import-run.js';
import type { ImportItem } from './item.js';
import { isIdAddress } from './links/id-address.js';
import type { AssetLink, LinkResolution, ResolvedLink } from './links/resolve-links.js';
import type { LinkTarget } from './links/rewrite-links.js';
import { MEDIA_FILE } from './media/media-mode.js';
import { localeOf } from './plan-import.js';

/**
 * Determines the new URLs of an item's links to pages. Links within the page stay, because rendering maps them.
 * Links to files lead to the old site unless media are skipped.
 */
export function linkTargets(
  run: ImportRun,
  item: ImportItem,
  { resolved, assets, unresolved }: LinkResolution,
): LinkTarget[] {
  const targets: LinkTarget[] = [];
  const stay = (link: LinkTarget['link']): void => {
    const href = hrefThere(run.source.home ?? null, item, link.destination);
    if (href !== null) targets.push({ link, href });
  };
  for (const link of resolved) {
    if (!link.samePage || link.form === 'wiki') targets.push({ link, href: hrefOf(run, link.target, link.fragment) });
    // Rendering maps the fragment, unless the heading has another id here.
    else if (link.fragment !== headingAnchor(link.destination)) targets.push({ link, href: `#${link.fragment}` });
  }
  for (const link of assets) {
    if (link.form === 'wiki' || link.form === 'wiki_image') targets.push({ link, href: fileBeside(item, link) });
    else if (run.media.mode !== 'skip') stay(link);
  }
  for (const link of unresolved) if (link.reason === 'missing') stay(link);
  return targets;
}

/** Path of a file as other links of the page would write it. */
function fileBeside({ key }: ImportItem, { file, destination }: AssetLink): string {
  return file === null ? destination : path.posix.relative(path.posix.dirname(key), file);
}

/**
 * Imports the files that an item links to, and determines their URLs.
 * @param articleId id of the imported article; 0 for a category
 */
export async function fileTargets(
  run: ImportRun,
  item: ImportItem,
  { resolved, assets }: LinkResolution,
  articleId: number,
): Promise<LinkTarget[]> {
  const targets: LinkTarget[] = [];
  for (const link of resolved) {
    const file = link.samePage ? null : await fileOf(run, link, item.key, articleId);
    if (file) targets.push({ link, href: file.url });
  }
  for (const link of assets) {
    const file = await run.media.ofLink(link, item.key, articleId);
    if (file) targets.push({ link, href: file.url });
  }
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
function hrefOf({ kb, plan, index, source }: ImportRun, key: string, fragment: string): string {
  const item = index.byKey(key);
  const hash = fragment === '' ? '' : `#${fragment}`;
  if (!item) return hash;
  if (item.kind === 'redirect' && /^https?:/i.test(item.redirectTo ?? '') && source.home)
    return `${item.redirectTo}${hash}`;
  const place = item.kind === 'redirect' ? oldPaths(item)[0] : plan.items.get(key)?.path;
  return kb.links.href(localeOf(item), place ?? '') + hash;
}
