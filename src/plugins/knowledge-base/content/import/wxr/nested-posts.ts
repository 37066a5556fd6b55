import { plainText } from '../../../../../blocks.js';
import { freeSlug } from '../../../../../content.js';
import { emptyCategory } from '../arrange-items.js';
import type { ImportItem } from '../item.js';
import { accessOf, addressesOf, orderOf, readerOf, slugFor, titleOf, type WxrEntry } from './wxr-items.js';

/** Categories made of posts with children. */
export interface NestedPosts {
  /** Parents before their children. */
  readonly items: readonly ImportItem[];
  readonly warnings: readonly { readonly key: string; readonly message: string }[];
  /** Category of a post: that of its parent, or its own if its text introduces that category. */
  placeOf(entry: WxrEntry): ImportItem;
  /** Whether a post becomes only a category, because it has no text. */
  isCategoryAlone(entry: WxrEntry): boolean;
}

/** Maximum number of ancestors of a category, including the root. */
const MAX_ANCESTORS = 8;

/**
 * Makes a category of each post that others name as their parent. Its text becomes an article in it with the post's
 * URL; without a text, the category gets that URL. A parent that is missing, cyclic or too deep is ignored. If the
 * post was restricted, so is everything below it, because category names are visible.
 * @param hasText whether a post has any text
 */
export function nestPosts<Entry extends WxrEntry>(
  posts: readonly Entry[],
  hasText: (post: Entry) => boolean,
  root: ImportItem,
  origins: ReadonlySet<string>,
): NestedPosts {
  const byId = new Map<string, Entry>();
  for (const post of posts) {
    const id = readerOf(post.fields)('wp:post_id');
    if (id !== '' && !byId.has(id)) byId.set(id, post);
  }
  const parents = new Set(posts.map(parentIdOf));
  const built = new Map<string, ImportItem>();
  const slugs = new Map<string, Set<string>>();
  const warnings: { key: string; message: string }[] = [];

  function build(id: string, below: ReadonlySet<string>): ImportItem | undefined {
    const existing = built.get(id);
    const post = byId.get(id);
    if (existing || !post || below.has(id) || below.size > MAX_ANCESTORS) return existing;
    const above = build(parentIdOf(post), new Set([...below, id]));
    const parent = above && above.categoryPath.length < MAX_ANCESTORS ? above : root;
    const get = readerOf(post.fields);
    const path = [...parent.categoryPath, parent.slug];
    const usedSlugs = slugs.get(path.join('/')) ?? new Set<string>();
    const slug = freeSlug(slugFor(get, titleOf(get)), usedSlugs);
    slugs.set(path.join('/'), usedSlugs.add(slug));
    const isAlone = !hasText(post);
    const access = accessOf(get);
    const category: ImportItem = {
      ...emptyCategory(root.locale, [...path, slug], titleOf(get), `post:${id}/`),
      generated: !isAlone,
      parentKey: parent.key,
      order: orderOf(get('wp:menu_order')),
      access,
      description: isAlone ? plainText(get('excerpt:encoded')) : '',
      addresses: isAlone ? addressesOf(get, origins) : [],
      translationKey: `post:${id}/`,
    };
    if (access)
      warnings.push({ key: category.key, message: 'Access was restricted, so everything below it is restricted too.' });
    built.set(id, category);
    return category;
  }
  for (const id of parents) build(id, new Set());
  const ofPost = new Map([...built].map(([id, category]) => [byId.get(id) as WxrEntry | undefined, category]));
  return {
    items: [...built.values()].sort((one, other) => one.categoryPath.length - other.categoryPath.length),
    warnings,
    placeOf: (entry) => ofPost.get(entry) ?? built.get(parentIdOf(entry)) ?? root,
    isCategoryAlone: (entry) => ofPost.get(entry)?.generated === false,
  };
}

/** WordPress writes 0 for none. */
function parentIdOf({ fields }: WxrEntry): string {
  return readerOf(fields)('wp:post_parent');
}
