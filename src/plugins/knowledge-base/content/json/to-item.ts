import { type ImportItem, SOURCE_STATES } from '../import/item.js';
import type { ArticleRecord, CategoryRecord } from './records.js';

/** Members of an import item that an export expresses elsewhere, or not at all. */
const nothing = () => ({
  generated: false,
  addresses: [] as string[],
  redirectTo: null,
  categoryPath: [] as string[],
  otherCategoryPaths: [] as string[][],
  head: '',
  bodyLine: 0,
  access: null,
});

/** Converts an exported article to an import item, which callbacks know from every source. */
export function articleItem(record: ArticleRecord): ImportItem {
  const [parentKey = null, ...otherParentKeys] = record.categories;
  return {
    ...nothing(),
    kind: 'article',
    key: record.uuid,
    locale: record.locale,
    redirects: [...record.redirects],
    parentKey,
    otherParentKeys,
    title: record.title,
    slug: record.slug,
    description: record.excerpt,
    body: record.content,
    format: record.format,
    order: record.order,
    tags: [...record.tags],
    author: record.author,
    status: SOURCE_STATES.find((state) => state === record.status) ?? 'draft',
    sticky: record.sticky,
    date: record.published_at === null ? null : new Date(record.published_at),
    updated: new Date(record.modified_at),
    meta: { ...record.meta },
    translationKey: record.translation_key ?? record.uuid,
  };
}

export function categoryItem(record: CategoryRecord): ImportItem {
  return {
    ...nothing(),
    kind: 'category',
    key: record.uuid,
    locale: record.locale,
    redirects: [],
    parentKey: record.parent,
    otherParentKeys: [],
    title: record.name,
    slug: record.slug,
    description: '',
    body: record.description,
    format: 'markdown',
    order: record.order,
    tags: [],
    author: null,
    status: 'publish',
    sticky: false,
    date: null,
    updated: null,
    meta: { ...record.meta },
    translationKey: typeof record.meta.translation_key === 'string' ? record.meta.translation_key : record.uuid,
  };
}
