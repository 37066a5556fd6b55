import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { HostError, messageOf } from '../errors.js';
import { isRecord } from '../record.js';
import type { Catalogue, Catalogues } from '../templates/strings.js';

/** Texts by locale that extend or override the catalogues of another owner. */
export type AddedCatalogues = Readonly<Record<string, Catalogue>>;

/** Keys to ask for: those of a catalogue, without the plural forms. */
export type TextKey<Key> = Key extends `${infer Base}.${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}`
  ? Base
  : Key;

/**
 * Reads a folder of catalogues, `{locale}.json`. Each file is an object of texts by key and is read on first use.
 *
 * ```ts
 * import type en from './locales/en.json';
 *
 * export const recipeCatalogues = readCatalogues<TextKey<keyof typeof en>>(new URL('./locales/', import.meta.url));
 * ```
 * The type parameter, if given, has the compiler check the keys of texts.
 * @param folder must contain `en.json`, which has every text
 * @throws HostError 500 `catalogue_invalid` without `en.json`, and on first use of a locale with an invalid file
 */
export function readCatalogues<Key extends string = string>(folder: URL | string): Catalogues<Key> {
  const catalogues = readLocales(folder);
  if (!('en' in catalogues)) throw invalid(path.join(folderPath(folder), 'en.json'), 'There is no such file.');
  return catalogues as Catalogues<Key>;
}

/**
 * Reads a site's folder of catalogues, `{name}/{locale}.json`.
 * @returns the catalogues by name
 */
export function readSiteCatalogues(folder: URL | string): ReadonlyMap<string, AddedCatalogues> {
  const root = folderPath(folder);
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return new Map(folders.map(({ name }) => [name, readLocales(path.join(root, name))]));
}

/** Lists the locales of a folder, `{locale}.json`. Each property is replaced by its texts on first use. */
export function readLocales(folder: URL | string): AddedCatalogues {
  const root = folderPath(folder);
  const catalogues: Record<string, Catalogue> = {};
  for (const file of readdirSync(root).filter((name) => name.endsWith('.json'))) {
    const locale = canonicalLocale(file.slice(0, -'.json'.length));
    const options = { enumerable: true, configurable: true };
    Object.defineProperty(catalogues, locale, {
      ...options,
      get() {
        const value = read(path.join(root, file));
        Object.defineProperty(catalogues, locale, { ...options, value });
        return value;
      },
    });
  }
  return catalogues;
}

/** Normalizes a locale like the keys that `createStrings` looks up. */
export function canonicalLocale(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? locale;
  } catch {
    return locale;
  }
}

function folderPath(folder: URL | string): string {
  return String(folder).startsWith('file:') ? fileURLToPath(folder) : path.resolve(String(folder));
}

function read(file: string): Catalogue {
  try {
    const texts: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (isRecord(texts) && Object.values(texts).every((text) => typeof text === 'string')) return texts as Catalogue;
  } catch (error) {
    throw invalid(file, messageOf(error), error);
  }
  throw invalid(file, 'The file must be an object with string values: { "search.submit": "Cerca" }.');
}

function invalid(file: string, reason: string, cause?: unknown): HostError {
  return new HostError('catalogue_invalid', `The catalogue ${file} cannot be read: ${reason}`, { file }, { cause });
}
