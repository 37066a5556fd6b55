import { HostError, type PageResponse, type SafeHtml, safeJson } from '../../../index.js';
import { type EffectiveAccess, UNSHARED } from '../access/effective.js';
import { targetOf } from '../access/readers.js';
import type { Article } from '../article.js';
import type { Category } from '../category-tree.js';
import { notFoundPage } from './not-found.js';
import { createFrame, renderPage, textOf, type Visit } from './visit.js';

/** In place of what a visitor may not read: why, what to do about it, and its beginning where that may be shown. */
export async function restrictedPage(
  visit: Visit,
  target: Article | Category,
  access: EffectiveAccess,
  notice: string | null = null,
): Promise<PageResponse> {
  const { kb, context, request, strings } = visit;
  if (access.status === 404) return notFoundPage(visit);
  const refusal = await kb.access.refuse(target, access, request);
  const { user } = request;
  const here = kb.site.href(request.fullPath);
  const rule = ruleOf(visit, access);
  if (access.reason === 'login' && rule?.redirectToLogin) {
    return { status: 302, headers: { Location: context.pages.loginHref(here), ...UNSHARED }, body: '' };
  }
  const teaser = 'categoryIds' in target ? await kb.teasers(target, access) : null;
  const title = teaser && 'title' in target ? target.title : strings.text(titleKey(target));
  return renderPage(
    visit,
    'kb/restricted',
    {
      ...(await createFrame(visit)),
      title,
      teaser,
      message: await kb.restrictedMessage(targetOf(target), access, { user }, strings),
      loginLink: access.reason === 'login' || !user ? context.pages.loginHref(here) : null,
      passwordForm: access.reason === 'password' ? { action: here, notice } : null,
    },
    {
      title,
      status: refusal.status,
      robots: 'noindex',
      headers: UNSHARED,
      jsonLd: teaser && 'title' in target ? [partlyFree(visit, target)] : [],
    },
  );
}

/** What the form of a restricted page sends: the right password leads back to the page, a wrong one says so. */
export async function unlockByForm(
  visit: Visit,
  target: Article | Category,
  access: EffectiveAccess,
): Promise<PageResponse> {
  const { kb, request, strings } = visit;
  const here = kb.site.href(request.fullPath);
  const back = { status: 303, headers: { Location: here, ...UNSHARED }, body: '' };
  if (access.allowed) return back;
  if (access.reason !== 'password' || access.status === 404) return restrictedPage(visit, target, access);
  const { kb_password: password } = await request.readForm();
  try {
    const cookie = await kb.access.unlock(target, access, textOf(password), request);
    if (cookie === null) return await restrictedPage(visit, target, access, strings.text('restricted.wrong'));
    return { ...back, headers: { ...back.headers, 'Set-Cookie': cookie } };
  } catch (error) {
    if (!(error instanceof HostError) || error.status !== 429) throw error;
    const page = await restrictedPage(visit, target, access, strings.text('restricted.too-many'));
    return { ...page, status: 429, headers: { ...page.headers, ...error.data.headers } };
  }
}

function titleKey(target: Article | Category): string {
  return 'categoryIds' in target ? 'restricted.article' : 'restricted.category';
}

function ruleOf({ kb }: Visit, { chain, source }: EffectiveAccess) {
  const deciding = chain.find((link) => link.source.type === source.type && link.source.id === source.id);
  return deciding && kb.access.rules.snapshot().rules.get(deciding.ruleId)?.rule;
}

/** schema.org says of pages behind a login or a password that they are not free, so that none is taken for cloaking. */
function partlyFree({ kb, locale }: Visit, article: Article): SafeHtml {
  return safeJson({
    '@context': 'https://schema.org',
    '@type': 'TechArticle',
    headline: article.title,
    inLanguage: locale,
    url: kb.links.url(locale, kb.articles.pathOf(article)),
    isAccessibleForFree: false,
  });
}
