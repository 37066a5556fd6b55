import { joinPath, normalizeAddress } from '../address.js';
import type { ImportItem } from '../item.js';
import type { ImportSource } from '../source.js';

/** Lookup of items by the forms a link can take: a path of the source site, a file, or a bare file name. */
export interface ItemIndex {
  /** Finds an item by path, in the given locale first, then in the default locale. */
  byAddress(address: string, locale: string): ImportItem | undefined;
  /** @param path relative to the source, with or without extension */
  byFile(path: string): ImportItem | undefined;
  /** Finds the page with this file name if it is unique, in the locale or else in the default locale. */
  byName(name: string, locale: string): ImportItem | undefined;
  byKey(key: string): ImportItem | undefined;
  isFile(key: string): boolean;
  /** Finds the file with this name that is no page, if it is unique. */
  fileByName(name: string): string | undefined;
  readonly source: ImportSource;
}

export function createItemIndex(source: ImportSource): ItemIndex {
  const { items, defaultLocale, contentRoot } = source;
  const keys = new Map(items.map((item) => [item.key, item]));
  const files = new Map<string, ImportItem>();
  const names = new Map<string, ImportItem | undefined>();
  const addresses = new Map<string, ImportItem>();
  const prefixes = new Map<string, string>();
  const others = new Set(source.otherFiles);
  const fileNames = new Map<string, string | undefined>();
  for (const file of source.otherFiles) {
    const name = lastPart(file);
    fileNames.set(name, fileNames.has(name) ? undefined : file);
  }
  const pages = items.filter((item) => !item.generated);
  for (const item of pages) {
    const file = filePath(item.key);
    if (!files.has(file)) files.set(file, item);
    const name = `${item.locale}\n${file.split('/').at(-1)}`;
    names.set(name, names.has(name) ? undefined : item);
    const prefix = localePrefix(item.key, contentRoot);
    if (!prefixes.has(item.locale)) prefixes.set(item.locale, prefix);
  }
  // Pages before redirects, so that an old path never hides an existing page.
  for (const item of pages) for (const address of item.addresses) claim(addresses, address, item);
  for (const item of pages) for (const address of item.redirects) claim(addresses, address, item);

  const at = (prefix: string | undefined, path: string): ImportItem | undefined =>
    prefix === undefined ? undefined : addresses.get(normalizeAddress(`/${prefix}/${path}`));

  return {
    source,
    byAddress(address, locale) {
      const path = source.addressOf?.(address) ?? normalizeAddress(address);
      const own = prefixes.get(locale);
      const unprefixed = own !== undefined && `${path}/`.startsWith(`/${own}/`) ? path.slice(own.length + 1) : path;
      return (
        at(own, path) ??
        addresses.get(path) ??
        at(prefixes.get(defaultLocale), unprefixed) ??
        addresses.get(withoutLocale(path, prefixes) ?? '')
      );
    },
    byFile: (path) => files.get(filePath(joinPath('', path))),
    byName: (name, locale) => {
      const file = filePath(name);
      return names.get(`${locale}\n${file}`) ?? names.get(`${defaultLocale}\n${file}`);
    },
    byKey: (key) => keys.get(key),
    isFile: (key) => others.has(key),
    fileByName: (name) => fileNames.get(lastPart(name)),
  };
}

function lastPart(path: string): string {
  return (path.split('/').at(-1) ?? '').normalize('NFC').toLowerCase();
}

function claim(addresses: Map<string, ImportItem>, address: string, item: ImportItem): void {
  if (!addresses.has(address)) addresses.set(address, item);
}

/** Normalizes a file name: lower case, without extension; an index page becomes its folder. */
function filePath(path: string): string {
  return path
    .normalize('NFC')
    .toLowerCase()
    .replace(/\.(?:md|mdx|markdown|html?)$/, '')
    .replace(/(?:^|\/)_?index$/, '');
}

/** Locale prefix as used in URLs: `pt-br` of `content/pt-br/page.md`, `es` of `content/_es/page.md`. */
function localePrefix(key: string, contentRoot: string): string {
  return (key.slice(contentRoot.length).split('/')[0] ?? '').replace(/^_/, '').toLowerCase();
}

/** Removes a locale prefix, which gives the path of the page in the default locale. */
function withoutLocale(path: string, prefixes: Map<string, string>): string | undefined {
  const [, first = '', ...rest] = path.split('/');
  return [...prefixes.values()].includes(first) ? `/${rest.join('/')}` : undefined;
}
