import path from 'node:path';
import type { Article } from '../article.js';
import type { Category, CategoryTree } from '../category-tree.js';
import { localeOf } from '../import/locale.js';
import { isSafePath } from './safe-path.js';
import { createTrees, type ExportTree, foldersOf, type SourceRow } from './trees.js';

/** Where a file goes. */
export interface FilePlace {
  readonly tree: ExportTree;
  /** Path below the tree's folder. */
  readonly key: string;
  /** What brought it, where the import is the tree's own. */
  readonly row: SourceRow | null;
}

/** Where articles and categories go: to the file they came from while they are where it puts them, else by their slugs. */
export interface Places {
  ofArticle(article: Pick<Article, 'id' | 'slug' | 'categoryIds' | 'locale'>): FilePlace;
  /** `isFile` is false for a category that a folder expresses, and that was imported so. */
  ofCategory(category: Category): FilePlace & { readonly isFile: boolean };
}

/** A file name has at most 255 bytes on common systems; a longer slug is said in the front matter. */
const MAX_NAME_BYTES = 200;

export function createPlaces(categories: CategoryTree, rows: readonly SourceRow[]) {
  const trees = createTrees(categories, rows);
  const byTarget = new Map(rows.map((row) => [`${row.source}\n${row.kind}\n${row.targetId}`, row]));
  const taken = new Set(rows.map((row) => `${trees.bySource(row.source)?.base}/${row.path}`));
  const articles = new Map<number, FilePlace>();
  const folders = new Map<number, string>();

  function rowOf(tree: ExportTree, kind: string, id: number): SourceRow | null {
    return byTarget.get(`${tree.source}\n${kind}\n${id}`) ?? null;
  }

  /** The file or folder that something came from, if an import would put it where it is now. */
  function stillAt(tree: ExportTree, row: SourceRow | null, category: Category | null): string | null {
    if (!row || !/(?:\.(?:md|markdown)|\/)$/i.test(row.path)) return null;
    if (row.path !== '/' && !isSafePath(row.path.replace(/\/$/, ''))) return null;
    const file = row.path.endsWith('/') ? `${row.path}_index.md`.replace(/^\//, '') : row.path;
    return foldersOf(tree, file) === below(tree, category) ? row.path : null;
  }

  function folderOf(category: Category | null): string {
    if (!category) return '';
    const known = folders.get(category.id);
    if (known !== undefined) return known;
    const tree = trees.of(category);
    const kept = stillAt(tree, rowOf(tree, 'category', category.id), category);
    const folder = kept === null ? madeFolder(tree, category) : path.posix.dirname(`${kept}x`);
    const plain = folder.replace(/^[./]$/, '');
    folders.set(category.id, plain);
    return plain;
  }

  function madeFolder(tree: ExportTree, category: Category): string {
    const { contentRoot, context } = tree;
    const inner = below(tree, category);
    if (inner === '') {
      const named = category.locale === context.defaultLocale.toLowerCase() ? '' : category.locale;
      return `${contentRoot}${named && context.profile.name === 'jekyll' ? `_${named}` : named}`;
    }
    const above = folderOf(categories.get(category.parentId) ?? null);
    const isTop = !inner.includes('/');
    // At the top of a tree an import would take these for a language, or for the folder that holds everything.
    const name =
      isTop && (category.slug === 'content' || localeOf(category.slug)) ? `${category.slug}-` : category.slug;
    return path.posix.join(above, name);
  }

  function free(tree: ExportTree, folder: string, name: string, extension: string): string {
    for (let number = 1; ; number += 1) {
      const key = path.posix.join(folder, `${name}${number === 1 ? '' : `-${number}`}${extension}`);
      if (taken.has(`${tree.base}/${key}`)) continue;
      taken.add(`${tree.base}/${key}`);
      return key;
    }
  }

  const places: Places = {
    ofArticle(article) {
      const known = articles.get(article.id);
      if (known) return known;
      const category = categories.get(article.categoryIds[0] ?? 0) ?? null;
      const tree = trees.of(category);
      const row = rowOf(tree, 'article', article.id);
      const key = stillAt(tree, row, category) ?? free(tree, folderOf(category), fileName(article.slug), '.md');
      const place = { tree, key, row };
      articles.set(article.id, place);
      return place;
    },
    ofCategory(category) {
      const tree = trees.of(category);
      const row = rowOf(tree, 'category', category.id);
      const kept = stillAt(tree, row, category);
      if (kept !== null && !kept.endsWith('/')) return { tree, row, key: kept, isFile: true };
      const index = tree.context.profile.name === 'jekyll' ? 'index.md' : '_index.md';
      return { tree, row, key: path.posix.join(folderOf(category), index), isFile: kept === null };
    },
  };
  return { ...places, trees };
}

/** Slugs of the categories between the root of the tree and this one, itself included. */
function below(tree: ExportTree, category: Category | null): string {
  return category ? category.path.slice(tree.rootPath.length).replace(/^\//, '') : '';
}

function fileName(slug: string): string {
  // `index` would be the page of its folder.
  let name = slug === 'index' ? 'index-page' : slug;
  while (Buffer.byteLength(name) > MAX_NAME_BYTES) name = [...name].slice(0, -1).join('');
  return name;
}
