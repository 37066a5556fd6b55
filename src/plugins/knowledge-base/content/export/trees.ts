import { HostError } from '../../../../index.js';
import { isRelativePath } from '../../../../utilities.js';
import type { Category, CategoryTree } from '../../domain/categories/category-tree.js';
import { type SourceContext, slugOf } from '../import/build-item.js';
import { asArticle, asIndex } from '../import/build-items.js';
import { detectProfile } from '../import/profiles/detect.js';
import type { Placement } from '../import/profiles/profile.js';
import { chooseDefault } from '../import/source.js';

/** Import record of an article or a category, without texts. */
export interface SourceRow {
  readonly key: string;
  readonly source: string;
  readonly path: string;
  readonly kind: string;
  readonly targetId: number;
}

/** Category with everything below it, in all locales: one folder that an import can read. */
export interface ExportTree {
  /** Folder below the destination; empty for the destination itself. */
  readonly base: string;
  /** Path of the category that the folder represents. */
  readonly rootPath: string;
  /** Name of the import; null if it was not imported. */
  readonly source: string | null;
  readonly contentRoot: string;
  readonly context: SourceContext;
  /** Placement that an import would derive from a file path. */
  place(key: string): Placement | undefined;
}

/**
 * Creates the trees of an export. There is one per import, with its original paths, and one for each top-level
 * category that was not imported.
 */
export function createTrees(categories: CategoryTree, rows: readonly SourceRow[]) {
  const trees = new Map<string, ExportTree>();
  const names = [...new Set(rows.map((row) => row.source))];
  const bySource = (source: string): ExportTree | undefined =>
    [...trees.values()].find((tree) => tree.source === source);
  for (const source of names) {
    const own = rows.filter((row) => row.source === source);
    const found = own.flatMap((row) => (row.kind === 'category' ? (categories.get(row.targetId) ?? []) : []));
    const [root] = found.toSorted((one, other) => one.depth - other.depth || one.id - other.id);
    if (root && !trees.has(root.path)) trees.set(root.path, sourceTree(source, root, own));
  }
  return {
    /** Returns the tree of a category; null for uncategorized content. */
    of(category: Category | null): ExportTree {
      if (!category) return ownTree('');
      const paths = category.path.split('/').map((_, index, all) => all.slice(0, index + 1).join('/'));
      const closest = paths.toReversed().flatMap((path) => trees.get(path) ?? [])[0];
      const top = paths[0] ?? '';
      const tree = closest ?? ownTree(top);
      if (!closest) trees.set(top, tree);
      return tree;
    },
    bySource,
    /** @throws HostError 404 `vendor_kb_export_source_unknown` */
    bySourceName(source: string): ExportTree {
      const tree = bySource(source);
      if (tree) return tree;
      const sources = [...trees.values()].flatMap((each) => each.source ?? []);
      const message = `No import has the source "${source}". Available: ${sources.join(', ') || 'there are none'}.`;
      throw new HostError('vendor_kb_export_source_unknown', message, { status: 404 });
    },
  };
}

function sourceTree(source: string, root: Category, rows: readonly SourceRow[]): ExportTree {
  const files = rows.map(({ path }) => path).filter(isRelativePath);
  const { profile, contentRoot } = detectProfile(files);
  const keys = files.filter((path) => /\.(?:md|mdx|markdown)$/i.test(path));
  const kinds = new Map(rows.map(({ path, kind }) => [path, kind]));
  /** The record tells whether the page is that of a folder, which depends on the other files of the source. */
  const place = (key: string): Placement | undefined => {
    const found = profile.place(key, contentRoot);
    const kind = kinds.get(key);
    if (found?.index && kind === 'article') return asArticle(found);
    return found && !found.index && kind === 'category' ? asIndex(found) : found;
  };
  const defaultLocale = chooseDefault(keys.flatMap((key) => place(key) ?? []).map(({ locale }) => locale));
  const context = { profile, defaultLocale, rootSlug: root.slug };
  return { base: root.path, rootPath: root.path, source, contentRoot, context, place };
}

/** English has no locale folder, because an import assumes it by default. */
function ownTree(slug: string): ExportTree {
  const { profile } = detectProfile([]);
  const context = { profile, defaultLocale: 'en', rootSlug: slug };
  return { base: slug, rootPath: slug, source: null, contentRoot: '', context, place: (key) => profile.place(key, '') };
}

/** Category path below the root that an import would put a file into; null if the file is not a page. */
export function foldersOf(tree: ExportTree, key: string): string | null {
  const place = tree.place(key);
  return place ? place.folders.map(slugOf).join('/') : null;
}
