import { localeOf } from '../locale.js';
import type { ImportProfile } from './profile.js';

const TRANSLATED = /^i18n\/([^/]+)\/docusaurus-plugin-content-docs\/current\/(.+)$/;
/** Numbered name, e.g. `01-intro`: the number is a position. Dates and versions are not. */
const NUMBERED = /^(\d+)\s*[-_.]+\s*([^-_.\s].*)$/;
const NO_NUMBER = /^(?:\d{4}-\d{2}(?:-\d{2})?|\d+\.\d)/;

/**
 * Docusaurus: pages below `docs`, translations below `i18n/<locale>`, positions as number prefixes. `index`,
 * `README` and a file named like its folder are the page of the folder; names with an underscore are partials.
 */
export const docusaurus: ImportProfile = {
  name: 'docusaurus',
  addressKeys: [],
  nameKeys: ['id'],
  addressPrefix: '/docs',
  place(key, contentRoot) {
    const [, translated, inner = ''] = TRANSLATED.exec(key) ?? [];
    if (translated === undefined && !key.startsWith(contentRoot)) return undefined;
    const parts = (translated === undefined ? key.slice(contentRoot.length) : inner).split('/');
    if (parts.some((part) => part.startsWith('_'))) return undefined;
    const file = parts.pop() ?? '';
    const folders = parts.map((part) => unnumbered(part).name);
    const { name, number } = unnumbered(file.replace(/\.(?:md|mdx|markdown)$/i, ''));
    const plain = name.toLowerCase();
    return {
      locale: translated === undefined ? undefined : localeOf(translated),
      localePrefix: translated ?? '',
      folders,
      name,
      index: plain === 'index' || plain === 'readme' || plain === folders.at(-1)?.toLowerCase(),
      draft: false,
      date: undefined,
      order: number,
    };
  },
};

function unnumbered(part: string): { readonly name: string; readonly number: number | undefined } {
  const [, number, name] = (NO_NUMBER.test(part) ? null : NUMBERED.exec(part)) ?? [];
  return name === undefined ? { name: part, number: undefined } : { name, number: Number(number) };
}
