import { isPublic } from '../../domain/articles/article.js';
import type { Tally } from '../import/report.js';
import type { JsonRun } from './json-run.js';
import type { RedirectRecord } from './records.js';

/** Imports a redirect; null if its target does not exist or its path is in use. */
export async function importRedirect(run: JsonRun, record: RedirectRecord): Promise<keyof Tally | null> {
  const { kb, update, made, dryRun } = run;
  const { locale, path, kind, url } = record;
  const targetId = await targetOf(run, record);
  if (targetId === undefined) return null;
  const article = await kb.articles.byPath(locale, path);
  if (kb.categories.tree().byPath(locale, path) || (article && isPublic(article))) return null;
  const found = await kb.redirects.find(locale, path);
  const present = found?.rest === '' ? found : null;
  if (present) {
    const isSame =
      present.kind === kind && present.targetUrl === url && (kind === 'gone' || present.targetId === targetId);
    // If several articles had the path, the last one imported by this run wins.
    const isOfRun =
      present.kind === 'article' ? made.articles.has(present.targetId) : made.categories.has(present.targetId);
    if (isSame || !(update === 'overwrite' || isOfRun)) return 'unchanged';
  }
  if (!dryRun) await kb.redirects.add({ locale, path, kind, targetId, ...(url !== null && { targetUrl: url }) });
  return present ? 'updated' : 'created';
}

async function targetOf({ targets }: JsonRun, { kind, target, url }: RedirectRecord): Promise<number | undefined> {
  switch (kind) {
    case 'article':
      return target === null ? undefined : targets.article(target);
    case 'category':
      return target === null ? undefined : targets.findCategory(target);
    case 'external':
      return url === null ? undefined : 0;
    default:
      return 0;
  }
}
