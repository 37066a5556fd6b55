import { type ArticleSeo, NO_SEO } from '../../../domain/articles/article.js';
import { createLinkResolver } from '../../link-checks/resolve-link.js';
import type { ImportRun } from '../import-run.js';
import type { ImportItem } from '../item.js';
import { pageAt } from '../links/resolve-links.js';
import type { Details } from './details.js';

/** Resolves links, logins and images in an item's details to ids; missing targets are reported as warnings. */
export async function resolveDetails(run: ImportRun, item: ImportItem): Promise<Details> {
  const { details = {} } = item;
  return {
    ...(details.seo && { seo: await seoOf(run, item, details.seo) }),
    ...(details.reviewBy !== undefined && { reviewBy: details.reviewBy }),
    ...(details.related && { related: await relatedTo(run, item, details.related) }),
    ...(details.contributors && { contributors: await idsOf(run, item, details.contributors) }),
    ...(details.searchAliases && { searchAliases: [...details.searchAliases] }),
    ...(details.featuredMedia !== undefined && {
      featuredMedia: await run.media.idOf(details.featuredMedia, item),
    }),
  };
}

async function seoOf(
  run: ImportRun,
  item: ImportItem,
  { og_image: image, ...seo }: NonNullable<NonNullable<ImportItem['details']>['seo']>,
): Promise<ArticleSeo> {
  return { ...NO_SEO, ...seo, ogImage: image === undefined ? 0 : await run.media.idOf(image, item) };
}

async function relatedTo(run: ImportRun, item: ImportItem, links: readonly string[]): Promise<number[]> {
  const { kb, index, targets, report } = run;
  const from = kb.links.url(item.locale.toLowerCase());
  const ids: number[] = [];
  for (const link of links) {
    const page = pageAt(link, item, index, run.sites);
    const id = page?.kind === 'article' ? targets.get(page.key)?.id : await articleHere(run, link, from);
    if (id !== undefined) ids.push(id);
    else report.warnings.push({ key: item.key, message: `Its related article "${link}" does not exist.` });
  }
  return [...new Set(ids)];
}

/** Finds an existing article that is not part of the source. */
async function articleHere({ kb }: ImportRun, link: string, from: string): Promise<number | undefined> {
  const { kind, targetId } = await (await createLinkResolver(kb))(link, from);
  return kind === 'article' && targetId !== 0 ? targetId : undefined;
}

async function idsOf({ kb, report }: ImportRun, { key }: ImportItem, logins: readonly string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const login of logins) {
    const user = await kb.users.byLogin(login);
    if (user) ids.push(user.id);
    else report.warnings.push({ key, message: `No user has the login "${login}". It was omitted.` });
  }
  return [...new Set(ids)];
}
