import { headingAnchor, plainText, renderMarkdown } from '../../../../../blocks.js';
import { trimTrailingSlashes } from '../../../../../utilities.js';
import { decodePath, joinPath } from '../address.js';
import type { ImportItem } from '../item.js';
import { idAddress } from './id-address.js';
import type { ItemIndex } from './item-index.js';
import { scanLinks } from './scan-links.js';
import type { SourceLink } from './source-link.js';
import { templateTarget } from './template-target.js';

/** Link to a page of the source. */
export interface ResolvedLink extends SourceLink {
  /** Key of the target item. */
  target: string;
  /** Heading id on the rendered target, including `h-`; empty without a fragment. */
  fragment: string;
  /** Link within its own page, which rendering maps, so it is not rewritten. */
  samePage: boolean;
}

export interface UnresolvedLink extends SourceLink {
  reason: 'missing' | 'template' | 'empty' | 'scheme';
}

export interface AssetLink extends SourceLink {
  /** Path of the file in the source; null if it does not exist. */
  file: string | null;
}

/** All links of a body, each in exactly one list. `brokenFragments` repeats some resolved links. */
export interface LinkResolution {
  resolved: ResolvedLink[];
  unresolved: UnresolvedLink[];
  assets: AssetLink[];
  /** Number of links that leave the source: other sites, email, telephone. */
  external: number;
  /** Resolved links whose target has no such heading. */
  brokenFragments: ResolvedLink[];
}

export interface LinkOptions {
  /** URLs of the source site (`https://example.com/docs`); absolute links that begin with them are internal. */
  baseUrls?: readonly string[];
}

const ASSET =
  /\.(?:png|jpe?g|gif|svg|webp|avif|ico|pdf|zip|gz|tgz|csv|xlsx?|docx?|pptx?|mp[34]|webm|txt|json|ya?ml|xml)$/i;

/** Creates the link resolver of pass 2, which caches the headings of targets. */
export function createLinkResolver(
  index: ItemIndex,
  { baseUrls }: LinkOptions = {},
): (item: ImportItem) => Promise<LinkResolution> {
  const sites = sitesOf(baseUrls);
  const headings = new Map<string, ReadonlySet<string>>();
  const idsOf = async (item: ImportItem): Promise<ReadonlySet<string>> => {
    const ids = headings.get(item.key) ?? idsIn((await renderMarkdown(item.body, { locale: item.locale })).html);
    headings.set(item.key, ids);
    return ids;
  };
  /** Finds the id of a heading, also as another generator writes it; empty for the title, null for none. */
  async function anchorIn(page: ImportItem, fragment: string): Promise<string | null> {
    const ids = await idsOf(page);
    if (ids.has(fragment)) return fragment;
    if (page.titleAnchor && looseId(page.titleAnchor) === looseId(fragment)) return '';
    return [...ids].find((id) => looseId(id) === looseId(fragment)) ?? null;
  }

  return async (item) => {
    const result: LinkResolution = { resolved: [], unresolved: [], assets: [], external: 0, brokenFragments: [] };
    for (const link of scanLinks(item.body, item.format)) {
      const isWiki = link.form === 'wiki' || link.form === 'wiki_image';
      const place = isWiki ? wikiPlace(link.destination) : localPlace(link.destination, sites);
      if (place === 'external') {
        result.external++;
        continue;
      }
      if (typeof place === 'string') {
        result.unresolved.push({ ...link, reason: place });
        continue;
      }
      const page = link.kind === 'asset' ? undefined : findPage(place, item, index);
      if (page) {
        const anchor = headingAnchor(place.fragment);
        const isChecked = anchor !== '' && page.kind !== 'redirect' && page.format === 'markdown';
        const found = isChecked ? await anchorIn(page, anchor) : anchor;
        const resolved = { ...link, target: page.key, fragment: found ?? anchor, samePage: place.path === '' };
        result.resolved.push(resolved);
        if (found === null) result.brokenFragments.push(resolved);
      } else if (link.kind === 'asset' || ASSET.test(place.path)) {
        const file = findFile(place.path, item, index) ?? (isWiki ? (index.fileByName(place.path) ?? null) : null);
        // A wiki link without a target would stay visible as text.
        if (isWiki && file === null) result.unresolved.push({ ...link, reason: 'missing' });
        else result.assets.push({ ...link, file });
      } else {
        result.unresolved.push({ ...link, reason: 'missing' });
      }
    }
    return result;
  };
}

/** Generators differ in the signs of an id, not in its letters and digits. */
function looseId(id: string): string {
  return id
    .replace(/^h-/, '')
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase();
}

/** Returns the ids in rendered HTML, which escapes quotation marks everywhere but around attributes. */
function idsIn(html: string): ReadonlySet<string> {
  return new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => (id.includes('&') ? plainText(id) : id)));
}

/** URLs of the source site, with which internal links begin. */
export type SourceSites = readonly { readonly origin: string; readonly path: string }[];

/** Parses base URLs, those with the longest path first. */
export function sitesOf(baseUrls: readonly string[] = []): SourceSites {
  return baseUrls
    .map((text) => new URL(text))
    .map(({ origin, pathname }) => ({
      origin: origin.toLowerCase(),
      path: trimTrailingSlashes(pathname).toLowerCase(),
    }))
    .sort((one, other) => other.path.length - one.path.length);
}

/** Returns the path below the source site, null for a URL outside of it. */
function pathBelow(
  { origin, pathname }: { readonly origin: string; readonly pathname: string },
  sites: SourceSites,
): string | null {
  const site = sites.find((site) => site.origin === origin.toLowerCase() && isBelow(pathname, site.path));
  return site ? pathname.slice(site.path.length) || '/' : null;
}

function isBelow(pathname: string, base: string): boolean {
  return `${pathname.toLowerCase()}/`.startsWith(`${base}/`);
}

/** Finds the page of the source that a destination leads to. */
export function pageAt(
  destination: string,
  from: ImportItem,
  index: ItemIndex,
  sites: SourceSites,
): ImportItem | undefined {
  const place = localPlace(destination, sites);
  return typeof place === 'string' ? undefined : findPage(place, from, index);
}

/** Finds the file of the source that an image URL refers to; null for pages and external URLs. */
export function assetAt(
  destination: string,
  from: ImportItem,
  index: ItemIndex,
  sites: SourceSites,
): Pick<AssetLink, 'destination' | 'file'> | null {
  const place = localPlace(destination, sites);
  return typeof place === 'string' ? null : { destination, file: findFile(place.path, from, index) };
}

/** Obsidian finds a page by its path or its name, and a heading by its text. A block within a page has no heading. */
function wikiPlace(destination: string): LocalPlace {
  const { path, fragment } = split('wiki', destination);
  const heading = fragment.split('#').at(-1) ?? '';
  return { by: 'wiki', path, fragment: heading.startsWith('^') ? '' : heading };
}

interface LocalPlace {
  by: 'address' | 'file' | 'reference' | 'wiki';
  path: string;
  fragment: string;
  /** Path below the base URL of the site, for an absolute path that begins with it. */
  below?: string;
}

function localPlace(destination: string, sites: SourceSites): LocalPlace | 'external' | UnresolvedLink['reason'] {
  if (destination === '') return 'empty';
  const template = templateTarget(destination);
  if (template === null) return 'template';
  if (template) return split(template.by, template.path);
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(destination)?.[1]?.toLowerCase();
  if (scheme === 'mailto' || scheme === 'tel') return 'external';
  if (scheme === 'http' || scheme === 'https' || destination.startsWith('//')) {
    if (!URL.canParse(destination, 'https://relative.invalid')) return 'missing';
    const url = new URL(destination, 'https://relative.invalid');
    const path = pathBelow(url, sites);
    if (path === null) return 'external';
    return split('address', (idAddress(url) ?? path + url.search) + url.hash);
  }
  if (scheme !== undefined) return 'scheme';
  const byId = /^\/?\?/.test(destination) ? idAddress(new URL(destination, 'https://relative.invalid')) : null;
  if (byId) return split('address', byId);
  // Common slip: [text]((/page/)). The inner parentheses are not part of the path.
  const place = split('address', /^\((.*)\)$/.exec(destination)?.[1] ?? destination);
  const site = place.path.startsWith('/')
    ? sites.find(({ path }) => path !== '' && isBelow(place.path, path))
    : undefined;
  return site ? { ...place, below: place.path.slice(site.path.length) || '/' } : place;
}

function split(by: LocalPlace['by'], destination: string): LocalPlace {
  const [beforeHash = '', ...hash] = destination.split('#');
  return { by, path: beforeHash.replace(/\?.*$/s, ''), fragment: hash.join('#') };
}

/**
 * Finds the page of a relative destination: as a browser resolves it, then relative to this file, then to the
 * content root.
 */
function findPage(place: LocalPlace, from: ImportItem, index: ItemIndex): ImportItem | undefined {
  const root = index.source.contentRoot;
  if (place.path === '') return from;
  if (place.by === 'wiki') {
    const file = place.path.replace(/^\//, '');
    return index.byFile(root + file) ?? findReference(file, from, index);
  }
  const path = decodePath(place.path);
  if (place.by === 'file') return index.byFile(root + path) ?? index.byFile(path);
  if (place.by === 'reference') return findReference(path, from, index);
  if (path.startsWith('/')) {
    const below = place.below === undefined ? undefined : index.byAddress(decodePath(place.below), from.locale);
    return below ?? index.byAddress(path, from.locale) ?? index.byFile(root + path);
  }
  const folder = from.key.split('/').slice(0, -1).join('/');
  // On a static site, files are URLs.
  if (index.source.profile === 'html') return index.byFile(joinPath(folder, path));
  const beside = (): ImportItem | undefined => index.byFile(joinPath(folder, path)) ?? index.byFile(root + path);
  const asAddress = (): ImportItem | undefined =>
    index.byAddress(`/${joinPath(from.addresses[0] ?? '/', path)}`, from.locale);
  /** Resolution for URLs without a trailing slash. */
  const asSibling = (): ImportItem | undefined =>
    index.byAddress(`/${joinPath(`${from.addresses[0] ?? '/'}/..`, path)}`, from.locale);
  if (/\.(?:md|mdx|markdown)$/i.test(path)) return beside() ?? asAddress();
  return asAddress() ?? beside() ?? (index.source.profile === 'docusaurus' ? asSibling() : undefined);
}

/** Resolves Hugo's `ref`: from the locale's root with a leading slash, else relative to the page, else by file name. */
function findReference(path: string, from: ImportItem, index: ItemIndex): ImportItem | undefined {
  const folder = from.key.split('/').slice(0, -1).join('/');
  if (path.startsWith('/'))
    return index.byAddress(path.replace(/(?:\/_?index)?\.(?:md|mdx|markdown)$/i, ''), from.locale);
  return index.byFile(joinPath(folder, path)) ?? index.byName(path.split('/').at(-1) ?? '', from.locale);
}

/** Finds the file of the source that a path in a text refers to. */
export function findFile(path: string, from: ImportItem, index: ItemIndex): string | null {
  const plain = decodePath(path);
  const folder = from.key.split('/').slice(0, -1).join('/');
  const candidates = plain.startsWith('/')
    ? [plain.slice(1), `static${plain}`, `assets${plain}`, `${index.source.contentRoot}${plain.slice(1)}`]
    : [joinPath(folder, plain), joinPath(index.source.contentRoot, plain)];
  return candidates.find((key) => index.isFile(key)) ?? null;
}
