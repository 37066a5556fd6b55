import { HostError, type PluginContext } from '../../../../index.js';
import type { PageResponse } from '../../../../pages.js';
import type { Strings } from '../../../../text.js';
import { kbCatalogues } from '../../catalogues.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import type { RestrictedPart } from '../../content/views/template-data.js';
import type { EffectiveAccess } from '../../domain/access/effective.js';
import { targetOf } from '../../domain/access/target.js';
import type { KbViewer } from '../../domain/access/viewer.js';
import type { Article } from '../../domain/articles/article.js';
import type { AttachedFile } from '../../domain/attachments/attachment-access.js';
import { downloadPath } from '../../domain/attachments/download-path.js';
import type { Category } from '../../domain/categories/category-tree.js';
import { UNSHARED } from '../../domain/errors.js';
import { notFoundPage } from './not-found.js';
import type { JsonLd } from './page-hooks.js';
import { renderPage } from './render-page.js';
import { createFrame, textOf, type Visit } from './visit.js';

/** Requested target: an article, a category or a file. */
type Target = Article | Category | AttachedFile;

/** Replacement for content that a viewer may not read. */
interface RestrictedContext {
  readonly kb: KnowledgeBase;
  readonly context: Pick<PluginContext, 'pages'>;
  readonly viewer: Pick<KbViewer, 'user'>;
  readonly strings: Strings;
}

/** Renders the page for denied access: the reason, what to do, and a teaser if allowed. */
export async function restrictedPage(
  visit: Visit,
  target: Target,
  access: EffectiveAccess,
  notice: string | null = null,
): Promise<PageResponse> {
  const { kb, context, request, strings } = visit;
  if (access.status === 404) return notFoundPage(visit);
  await kb.access.refuse(subjectOf(target), access, request);
  if (access.reason === 'login' && kb.access.decidingRule(access)?.redirectToLogin) {
    return {
      status: 302,
      headers: { Location: context.pages.loginHref(addressOf({ kb }, target)), ...UNSHARED },
      body: '',
    };
  }
  // The password was right, but the browser did not send the cookie.
  const isForgotten = access.reason === 'password' && request.method !== 'POST' && OPENED in request.query;
  const message = notice ?? (isForgotten ? strings.text('restricted.cookies') : null);
  const restricted = await restrictedPart(visit, target, access, message);
  const { teaser } = restricted;
  const title = teaser && 'title' in target ? target.title : strings.text(titleKey(target));
  return renderPage(
    visit,
    'kb/restricted',
    { ...(await createFrame(visit)), title, restricted },
    {
      title,
      status: access.status,
      robots: 'noindex',
      headers: UNSHARED,
      jsonLd: teaser && 'title' in target ? [partlyFree(visit, target)] : [],
    },
  );
}

/** Renders the replacement for use in another page. */
export async function restrictedFragment(
  kb: KnowledgeBase,
  context: Pick<PluginContext, 'pages' | 'templates'>,
  question: { readonly target: Article | Category; readonly access: EffectiveAccess; readonly viewer: KbViewer },
): Promise<string> {
  const { target, access, viewer } = question;
  const strings = kb.site.strings(target.locale, kbCatalogues);
  const part = await restrictedPart({ kb, context, viewer, strings }, target, access, null);
  return context.templates.render('kb/parts/restricted', part);
}

async function restrictedPart(
  { kb, context, viewer, strings }: RestrictedContext,
  target: Target,
  access: EffectiveAccess,
  notice: string | null,
): Promise<RestrictedPart> {
  const currentUrl = addressOf({ kb }, target);
  const mayHelp = access.reason !== 'password' && access.reason !== 'nobody' && !viewer.user;
  return {
    strings,
    teaser: 'categoryIds' in target ? await kb.teasers(target, access) : null,
    message: await kb.restrictedMessage(targetOf(subjectOf(target)), access, viewer, strings),
    loginLink: mayHelp ? context.pages.loginHref(currentUrl) : null,
    passwordForm: access.reason === 'password' ? { action: currentUrl, notice } : null,
  };
}

/** Handles the password form: redirects if the password is right, or shows the error. */
export async function unlockByForm(visit: Visit, target: Target, access: EffectiveAccess): Promise<PageResponse> {
  const { kb, request, strings } = visit;
  const leadTo = (Location: string) => ({ status: 303, headers: { Location, ...UNSHARED }, body: '' });
  // Already unlocked in another tab.
  if (access.allowed) return leadTo(addressOf({ kb }, target));
  if (access.reason !== 'password' || access.status === 404) return restrictedPage(visit, target, access);
  const { kb_password: password } = await request.readForm();
  try {
    const cookie = await kb.access.unlock(subjectOf(target), access, textOf(password), request);
    if (cookie === null) return await restrictedPage(visit, target, access, strings.text('restricted.wrong'));
    const back = leadTo(`${addressOf({ kb }, target)}?${OPENED}=1`);
    return { ...back, headers: { ...back.headers, 'Set-Cookie': cookie } };
  } catch (error) {
    if (!(error instanceof HostError) || error.status !== 429) throw error;
    const page = await restrictedPage(visit, target, access, strings.text('restricted.too-many'));
    return { ...page, status: 429, headers: { ...page.headers, ...error.data.headers } };
  }
}

/** Query parameter set after a correct password. */
const OPENED = 'opened';

/** Returns a redirect that removes the parameter once the page is unlocked; null without it. */
export function openedAddress({ request }: Visit, address: string): PageResponse | null {
  return OPENED in request.query ? { status: 303, headers: { Location: address, ...UNSHARED }, body: '' } : null;
}

/** Returns the article or category whose rules apply to a target. */
function subjectOf(target: Target): Article | Category {
  return 'attachment' in target ? target.article : target;
}

/** Returns the actual URL of a page, regardless of permalink filters. */
export function addressOf({ kb }: Pick<Visit, 'kb'>, target: Target): string {
  if ('attachment' in target) return kb.links.href(kb.site.locale, downloadPath(target.attachment));
  return kb.links.href(target.locale, 'categoryIds' in target ? kb.articles.pathOf(target) : target.path);
}

function titleKey(target: Target): string {
  if ('attachment' in target) return 'restricted.file';
  return 'categoryIds' in target ? 'restricted.article' : 'restricted.category';
}

/** Marks a restricted page as not freely accessible (schema.org), so that it is not taken for cloaking. */
function partlyFree({ kb, locale }: Visit, article: Article): JsonLd {
  return {
    '@context': 'https://schema.org',
    '@type': 'TechArticle',
    headline: article.title,
    inLanguage: locale,
    url: kb.permalinks.articleUrl(article),
    isAccessibleForFree: false,
  };
}
