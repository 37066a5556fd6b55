import type { Catalogues } from '../templates/strings.js';
import type { AddedCatalogues, Texts } from './texts.js';

/** The texts of a host in the hands of one plugin. */
export interface OwnedTexts {
  /**
   * Names catalogues of the plugin, so that others can add a language to them, or other words. It says things with
   * `site.strings(locale, catalogues)`, which knows what was added.
   *
   * ```ts
   * texts.define('acme-recipes', recipeCatalogues);
   * ```
   *
   * @throws HostError 500 `catalogue_conflict` for a name that another plugin has
   */
  define(name: string, ...catalogues: readonly Catalogues[]): void;
  /**
   * Adds to catalogues of others, by locale; what has a text already is replaced.
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
