import type { Catalogues } from '../templates/strings.js';
import { type AddedCatalogues, readLocales } from './read-catalogues.js';
import type { Texts } from './texts.js';

/** The texts API of one plugin. */
export interface OwnedTexts {
  /**
   * Names catalogues of the plugin, so that others can add languages or change texts. Read them with
   * `site.strings(locale, catalogues)`, which includes those additions.
   *
   * ```ts
   * texts.define('acme-recipes', recipeCatalogues);
   * ```
   *
   * @throws HostError 500 `catalogue_conflict` if another plugin uses the name
   */
  define(name: string, ...catalogues: readonly Catalogues[]): void;
  /**
   * Adds texts to the catalogues of another owner, by locale. Existing texts are replaced.
   *
   * ```ts
   * texts.add('knowledge-base', { it: { 'search.submit': 'Cerca' } });
   * texts.add('knowledge-base', new URL('./locales/knowledge-base/', import.meta.url));
   * ```
   * @param catalogues texts, or a folder of `{locale}.json`
   * @throws HostError 500 `catalogue_invalid`
   */
  add(name: string, catalogues: AddedCatalogues | URL): void;
}

export function createOwnedTexts(owner: string, texts: Texts, open: <Part>(part: Part) => Part): OwnedTexts {
  return {
    define: (name, ...catalogues) => open(texts).define(name, owner, ...catalogues),
    add: (name, catalogues) =>
      open(texts).add(name, owner, catalogues instanceof URL ? readLocales(catalogues) : catalogues),
  };
}
