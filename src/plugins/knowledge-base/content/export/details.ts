import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Article, NO_SEO } from '../../domain/articles/article.js';
import type { Details } from '../import/details/details.js';
import { NO_DETAILS } from '../import/details/details.js';
import { DETAIL_KEYS } from '../import/details/source-details.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import type { Change } from './front-matter.js';
import type { FilePlace, Places } from './places.js';

type Name = keyof typeof DETAIL_KEYS;

/**
 * Lists the front matter changes for an article's details that differ from the last import. Other keys stay as the
 * author wrote them.
 * @param last details read by the last import, null if there was none
 * @param data parsed front matter
 */
export async function detailChanges(
  parts: { readonly kb: KnowledgeBase; readonly places: Places },
  article: Article,
  last: Details | null,
  data: Readonly<Record<string, unknown>>,
  from: FilePlace,
): Promise<Change[]> {
  const changes: Change[] = [];
  for (const name of Object.keys(DETAIL_KEYS) as Name[]) {
    const before = last?.[name] ?? NO_DETAILS[name];
    if (isDeepStrictEqual(before, article[name])) continue;
    const key = Object.keys(data).find((each) =>
      DETAIL_KEYS[name].some((candidate) => candidate === each.toLowerCase()),
    );
    changes.push([key ?? DETAIL_KEYS[name][0], await written(parts, article, name, from)]);
  }
  return changes;
}

/** Formats a detail as an import reads it; undefined to omit it. */
async function written(
  { kb, places }: { readonly kb: KnowledgeBase; readonly places: Places },
  article: Article,
  name: Name,
  from: FilePlace,
): Promise<unknown> {
  switch (name) {
    case 'reviewBy':
      return article.reviewBy ?? undefined;
    case 'searchAliases':
      return listOrNone(article.searchAliases);
    case 'featuredMedia':
      return fileName(kb, article.featuredMedia);
    case 'seo': {
      const { ogImage, ...texts } = article.seo;
      const filledIn = Object.entries(texts).filter(
        ([member, value]) => value !== NO_SEO[member as keyof typeof texts],
      );
      const image = await fileName(kb, ogImage);
      const seo = { ...Object.fromEntries(filledIn), ...(image !== undefined && { og_image: image }) };
      return Object.keys(seo).length === 0 ? undefined : seo;
    }
    case 'contributors': {
      const users = await Promise.all(article.contributors.map((id) => kb.users.get(id)));
      return listOrNone(users.flatMap((user) => user?.login ?? []));
    }
    case 'related': {
      const others = await kb.articles.getMany([...article.related]);
      const byId = new Map(others.map((other) => [other.id, other]));
      const links = article.related.flatMap((id) => {
        const other = byId.get(id);
        return other && other.status !== 'trash' ? linkTo(kb, from, places.ofArticle(other), other) : [];
      });
      return listOrNone(links);
    }
  }
}

/** Relative link within the same folder tree, otherwise the URL on this site. */
function linkTo(kb: KnowledgeBase, from: FilePlace, to: FilePlace, other: Article): string {
  if (from.tree.base !== to.tree.base) return kb.links.url(other.locale, kb.articles.pathOf(other));
  return path.posix.relative(path.posix.dirname(from.key), to.key);
}

/** Media files are not part of the folder, so they are referenced by hash. */
async function fileName({ media }: KnowledgeBase, id: number): Promise<string | undefined> {
  const file = id === 0 ? null : await media.get(id);
  return file ? `sha256:${file.sha256}` : undefined;
}

function listOrNone(list: readonly string[]): readonly string[] | undefined {
  return list.length === 0 ? undefined : list;
}
