import type { Catalogues } from '../templates/strings.js';
import type { AddedCatalogues, Texts } from './texts.js';

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
   * ```
   */
  add(name: string, catalogues: AddedCatalogues): void;
}

export function createOwnedTexts(owner: string, texts: Texts, open: <Part>(part: Part) => Part): OwnedTexts {
  return {
    define: (name, ...catalogues) => open(texts).define(name, owner, ...catalogues),
    add: (name, catalogues) => open(texts).add(name, owner, catalogues),
  };
}
