import { localeOf } from '../locale.js';
import type { ImportProfile } from '../profiles/profile.js';
import type { PageFormat } from '../source.js';
import { readPage } from './read-page.js';

/** Error pages of web servers. */
const NO_PAGE = /^(?:404|50x)\.html?$/i;

/** Static site: folders are categories, and `index.html` is the page of its folder. */
const profile: ImportProfile = {
  name: 'html',
  addressKeys: ['url'],
  place(key) {
    if (NO_PAGE.test(key)) return undefined;
    const parts = key.split('/');
    const name = (parts.pop() ?? '').replace(/\.html?$/i, '');
    const locale = localeOf(parts[0] ?? '');
    const localePrefix = locale === undefined ? '' : (parts.shift() ?? '');
    const index = name === 'index';
    return { locale, localePrefix, folders: parts, name, index, draft: false, date: undefined };
  },
};

/** Pages of a static site, e.g. one written by `kb export --to=html`. */
export const HTML_PAGES: PageFormat = {
  name: 'HTML',
  endings: ['.html', '.htm'],
  parse: readPage,
  detect: () => ({ profile, contentRoot: '' }),
};
