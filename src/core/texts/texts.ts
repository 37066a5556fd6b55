import { LRUCache } from 'lru-cache';
import { HostError } from '../errors.js';
import { type Catalogue, type Catalogues, createStrings, PLURAL_SUFFIX, type Strings } from '../templates/strings.js';
import { type AddedCatalogues, canonicalLocale } from './read-catalogues.js';

/** An added text that has no effect or is incomplete. */
export interface TextFault {
  readonly name: string;
  readonly locale: string;
  readonly key: string;
  /** `catalogue`: no such catalogue; `key`: no such text; `value`: the text lacks a placeholder of the original. */
  readonly fault: 'catalogue' | 'key' | 'value';
}

/** The texts of a host: those of its parts, and additions by others. */
export interface Texts {
  /**
   * Names catalogues, so that others can add to them.
   * @throws HostError 500 `catalogue_conflict` if another owner uses the name
   */
  define(name: string, owner: string, ...catalogues: readonly Catalogues[]): void;
  /** Adds texts to a named catalogue, even before it is defined. Later additions win. */
  add(name: string, owner: string, added: AddedCatalogues): void;
  removeOwner(owner: string): void;
  /** Like `createStrings`, including additions. */
  strings<Key extends string>(
    locale: string,
    catalogues: Catalogues<Key> | readonly Catalogues<Key>[],
    timeZone?: string,
  ): Strings<Key>;
  /** Lists catalogue names with their available locales. */
  list(): readonly { readonly name: string; readonly owner: string; readonly locales: readonly string[] }[];
  /**
   * Returns all texts of a catalogue for translators: in the locale if available, otherwise in English.
   * @returns null for an unknown name
   */
  texts(name: string, locale: string): { readonly texts: Catalogue; readonly missing: readonly string[] } | null;
  faults(): readonly TextFault[];
}

interface DefinedTexts {
  readonly owner: string;
  readonly catalogues: readonly Catalogues[];
}

interface AddedTexts {
  readonly name: string;
  readonly owner: string;
  readonly catalogues: AddedCatalogues;
}

/** Maximum number of locales cached per set of catalogues (LRU). */
const KEPT_LOCALES = 100;
const PLACEHOLDER = /\{\w+\}/g;

export function createTexts(): Texts {
  const defined = new Map<string, DefinedTexts>();
  let added: readonly AddedTexts[] = [];
  // Cached because creating the number and date formats takes longer than rendering a page.
  let cache = new WeakMap<Catalogues, LRUCache<string, Strings>>();

  const changed = (): void => {
    cache = new WeakMap();
  };

  function make(locale: string, list: readonly Catalogues[], timeZone: string): Strings {
    const onTop = added.filter(({ name }) =>
      defined.get(name)?.catalogues.some((catalogue) => list.includes(catalogue)),
    );
    return createStrings(locale, [...list, ...onTop.map(({ catalogues }) => catalogues)], { timeZone });
  }

  const english = (name: string): Catalogue =>
    Object.assign({}, ...(defined.get(name)?.catalogues.map(({ en }) => en) ?? []));

  return {
    define(name, owner, ...catalogues) {
      const existing = defined.get(name);
      if (existing && existing.owner !== owner) {
        const message = `"${existing.owner}" already has the catalogue "${name}". Choose another name for "${owner}".`;
        throw new HostError('catalogue_conflict', message, { catalogue: name });
      }
      defined.set(name, { owner, catalogues: [...(existing?.catalogues ?? []), ...catalogues] });
      changed();
    },
    add(name, owner, catalogues) {
      const lower = Object.entries(catalogues).map(([locale, texts]) => [canonicalLocale(locale), texts] as const);
      added = [...added, { name, owner, catalogues: Object.fromEntries(lower) }];
      changed();
    },
    removeOwner(owner) {
      for (const [name, one] of defined) if (one.owner === owner) defined.delete(name);
      added = added.filter((one) => one.owner !== owner);
      changed();
    },
    strings(locale, catalogues, timeZone = 'UTC') {
      if (!('en' in catalogues)) return make(locale, catalogues, timeZone);
      const cached = cache.get(catalogues) ?? new LRUCache<string, Strings>({ max: KEPT_LOCALES });
      cache.set(catalogues, cached);
      const key = `${locale} ${timeZone}`;
      const strings = cached.get(key) ?? make(locale, [catalogues], timeZone);
      cached.set(key, strings);
      return strings;
    },
    list: () =>
      [...defined].map(([name, { owner, catalogues }]) => {
        const all = [...catalogues, ...added.filter((one) => one.name === name).map((one) => one.catalogues)];
        return { name, owner, locales: [...new Set(all.flatMap((one) => Object.keys(one)))].toSorted() };
      }),
    texts(name, locale) {
      const own = defined.get(name);
      if (!own) return null;
      const language = canonicalLocale(locale);
      const onTop = added.filter((one) => one.name === name).map(({ catalogues }) => catalogues[language] ?? {});
      const catalogue: Catalogue = Object.assign(
        {},
        ...own.catalogues.map((catalogue) => catalogue[language] ?? {}),
        ...onTop,
      );
      const source = english(name);
      // Each language has its own plural forms, so English forms cannot be compared one by one.
      const has = (key: string): boolean => {
        const base = key.replace(PLURAL_SUFFIX, '');
        return (
          key in catalogue ||
          (base !== key && Object.keys(catalogue).some((one) => one.replace(PLURAL_SUFFIX, '') === base))
        );
      };
      const missing = Object.keys(source).filter((key) => !has(key));
      const texts = { ...Object.fromEntries(missing.map((key) => [key, source[key] ?? ''])), ...catalogue };
      return {
        texts: Object.fromEntries(Object.entries(texts).toSorted(([one], [other]) => (one < other ? -1 : 1))),
        missing,
      };
    },
    faults: () => added.flatMap((one) => faultsOf(one, defined.has(one.name) ? english(one.name) : null)),
  };
}

function faultsOf({ name, catalogues }: AddedTexts, source: Catalogue | null): TextFault[] {
  const bases = new Map(Object.entries(source ?? {}).map(([key, text]) => [key.replace(PLURAL_SUFFIX, ''), text]));
  return Object.entries(catalogues).flatMap(([locale, texts]) => {
    if (!source) return [{ name, locale, key: '', fault: 'catalogue' as const }];
    return Object.entries(texts).flatMap(([key, text]): TextFault[] => {
      const original = source[key] ?? bases.get(key.replace(PLURAL_SUFFIX, ''));
      if (original === undefined) return [{ name, locale, key, fault: 'key' }];
      const values = new Set(original.match(PLACEHOLDER));
      // A form for one or none may omit the number.
      values.delete('{count}');
      return [...values].every((value) => text.includes(value)) ? [] : [{ name, locale, key, fault: 'value' }];
    });
  });
}
