import { localeOf } from '../locale.js';
import type { ImportProfile } from './profile.js';

/** Folders of a Jekyll site without pages. */
const MACHINERY = new Set(['_includes', '_layouts', '_data', '_sass', '_plugins', '_site']);
const DATED = /^(\d{4}-\d{1,2}-\d{1,2})-(.+)$/;
/** Folders of posts. The folders above them are categories. */
const POSTS: ReadonlySet<string> = new Set(['_posts', '_drafts']);

/**
 * Jekyll layout: collections are folders with an underscore. There is one per locale (`_en/help/page.md`), or
 * `_posts` with the date in the file name. A front matter `permalink` is the page's URL, otherwise its path below
 * the collection.
 */
export const jekyll: ImportProfile = {
  name: 'jekyll',
  addressKeys: ['permalink'],
  place(key, contentRoot) {
    if (!key.startsWith(contentRoot)) return undefined;
    const parts = key.slice(contentRoot.length).split('/');
    const file = (parts.pop() ?? '').replace(/\.(?:md|mdx|markdown)$/i, '');
    const collection = parts[0] ?? '';
    if (MACHINERY.has(collection)) return undefined;
    const localePrefix = collection.replace(/^_/, '');
    const locale = localeOf(localePrefix);
    if (locale !== undefined || collection.startsWith('_')) parts.shift();
    const isDraft = collection === '_drafts' || parts.includes('_drafts');
    const dated = DATED.exec(file);
    return {
      locale,
      localePrefix: locale === undefined ? '' : localePrefix,
      folders: parts.filter((part) => !POSTS.has(part)),
      name: dated?.[2] ?? file,
      index: file === 'index',
      draft: isDraft || (file.startsWith('_') && file !== '_index'),
      date: dated?.[1],
    };
  },
};
