import path from 'node:path';
import { isRelativePath } from '../../../../utilities.js';
import type { Article } from '../../domain/articles/article.js';
import type { Category, CategoryTree } from '../../domain/categories/category-tree.js';
import { localeOf } from '../import/locale.js';
import { CATEGORY_FILE } from '../import/profiles/category-file.js';
import { createTrees, type ExportTree, foldersOf, type SourceRow } from './trees.js';

/** Location of an exported file. */
export interface FilePlace {
  readonly tree: ExportTree;
  /** Path below the tree's folder. */
  readonly key: string;
  /** Import record of the file, if it belongs to the tree's import. */
  readonly row: SourceRow | null;
}

/**
 * Assigns files to articles and categories. Imported content goes to its original file if that still matches its
 * category; everything else gets a file named after its slug.
 */
export interface Places {
  ofArticle(article: Pick<Article, 'id' | 'slug' | 'categoryIds' | 'locale'>): FilePlace;
  /** `isFile` is false for a category imported from a folder without an index page. */
  ofCategory(category: Category): FilePlace & { readonly isFile: boolean };
}

/** Maximum length of a file name in bytes. Common systems allow 255; a longer slug is written to the front matter. */
const MAX_NAME_BYTES = 200;

export function createPlaces(categories: CategoryTree, rows: readonly SourceRow[]) {
  const trees = createTrees(categories, rows);
  const byTarget = new Map(rows.map((row) => [`${row.source}\n${row.kind}\n${row.targetId}`, row]));
  const usedPaths = new Set(rows.map((row) => `${trees.bySource(row.source)?.base}/${row.path}`));
  const articles = new Map<number, FilePlace>();
  const folders = new Map<number, string>();

  function rowOf(tree: ExportTree, kind: string, id: number): SourceRow | null {
    return byTarget.get(`${tree.source}\n${kind}\n${id}`) ?? null;
  }

  /** Returns the original file or folder if an import would still put it into this category. */
  function stillAt(tree: ExportTree, row: SourceRow | null, category: Category | null): string | null {
    // A folder's description file represents the folder.
    const from = row?.path.replace(CATEGORY_FILE, '/');
    if (from === undefined || !/(?:\.(?:md|mdx|markdown)|\/)$/i.test(from)) return null;
    if (from !== '/' && !isRelativePath(from.replace(/\/$/, ''))) return null;
    const file = from.endsWith('/') ? `${from}index.md`.replace(/^\//, '') : from;
    return foldersOf(tree, file) === below(tree, category) ? from : null;
  }

  function folderOf(category: Category | null): string {
    if (!category) return '';
    const cachedFolder = folders.get(category.id);
    if (cachedFolder !== undefined) return cachedFolder;
    const tree = trees.of(category);
    const currentPlace = stillAt(tree, rowOf(tree, 'category', category.id), category);
    const folder = currentPlace === null ? madeFolder(tree, category) : keptFolder(tree, currentPlace);
    const plain = folder.replace(/^[./]$/, '');
    folders.set(category.id, plain);
    return plain;
  }

  /** Folder of an index page, or the folder beside a page of the same name. */
  function keptFolder(tree: ExportTree, place: string): string {
    const folder = path.posix.dirname(`${place}x`);
    const isBeside = !place.endsWith('/') && tree.context.profile.place(place, tree.contentRoot)?.index === false;
    return isBeside ? path.posix.join(folder, path.posix.parse(place).name) : folder;
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
    // At the top level, an import would take these names for a locale or for the content folder.
    const name =
      isTop && (category.slug === 'content' || localeOf(category.slug)) ? `${category.slug}-` : category.slug;
    return path.posix.join(above, name);
  }

  function madeFile(tree: ExportTree, folder: string, slug: string): string {
    const name = fileName(slug);
    // An index name would make it the page of its folder.
    const isIndex = tree.place(path.posix.join(folder, `${name}.md`))?.index === true;
    return free(tree, folder, isIndex ? `${name}-page` : name, '.md');
  }

  function free(tree: ExportTree, folder: string, name: string, extension: string): string {
    for (let number = 1; ; number += 1) {
      const key = path.posix.join(folder, `${name}${number === 1 ? '' : `-${number}`}${extension}`);
      if (usedPaths.has(`${tree.base}/${key}`)) continue;
      usedPaths.add(`${tree.base}/${key}`);
      return key;
    }
  }

  const places: Places = {
    ofArticle(article) {
      const cached = articles.get(article.id);
      if (cached) return cached;
      const category = categories.get(article.categoryIds[0] ?? 0) ?? null;
      const tree = trees.of(category);
      const row = rowOf(tree, 'article', article.id);
      const key = stillAt(tree, row, category) ?? madeFile(tree, folderOf(category), article.slug);
      const place = { tree, key, row };
      articles.set(article.id, place);
      return place;
    },
    ofCategory(category) {
      const tree = trees.of(category);
      const row = rowOf(tree, 'category', category.id);
      const currentPlace = stillAt(tree, row, category);
      if (currentPlace !== null && !currentPlace.endsWith('/')) return { tree, row, key: currentPlace, isFile: true };
      const index = tree.context.profile.name === 'hugo' ? '_index.md' : 'index.md';
      return { tree, row, key: path.posix.join(folderOf(category), index), isFile: currentPlace === null };
    },
  };
  return { ...places, trees };
}

/** Path of a category relative to the root of the tree. */
function below(tree: ExportTree, category: Category | null): string {
  return category ? category.path.slice(tree.rootPath.length).replace(/^\//, '') : '';
}

function fileName(slug: string): string {
  let name = slug;
  while (Buffer.byteLength(name) > MAX_NAME_BYTES) name = [...name].slice(0, -1).join('');
  return name;
}
