import { localeOf } from '../locale.js';
import type { ImportProfile } from './profile.js';

/**
 * Hugo layout: `content/<locale>/section/page.md`. `_index.md` is the page of its section, and `page.fr.md` a
 * translation next to its original. Other files with a leading underscore are authors' templates and imported as
 * drafts.
 */
export const hugo: ImportProfile = {
  name: 'hugo',
  addressKeys: ['url'],
  place(key, contentRoot) {
    if (!key.startsWith(contentRoot)) return undefined;
    const parts = key.slice(contentRoot.length).split('/');
    const file = (parts.pop() ?? '').replace(/\.(?:md|mdx|markdown)$/i, '');
    const folderLocale = localeOf(parts[0] ?? '');
    const localePrefix = folderLocale === undefined ? '' : (parts.shift() ?? '');
    const suffix = /^(.+)\.([^.]+)$/.exec(file);
    const fileLocale = folderLocale === undefined ? localeOf(suffix?.[2] ?? '') : undefined;
    const name = fileLocale === undefined ? file : (suffix?.[1] ?? file);
    const index = name === '_index' || name === 'index';
    return {
      locale: folderLocale ?? fileLocale,
      localePrefix: localePrefix || (fileLocale === undefined ? '' : (suffix?.[2] ?? '')),
      folders: parts,
      name,
      index,
      draft: name.startsWith('_') && !index,
      date: undefined,
    };
  },
};
