import { renderMarkdown } from '../../../../blocks.js';
import type { PluginContext } from '../../../../index.js';
import { escapeHtml, type PageRequest, type PageResponse, type SafeHtml, safeHtml } from '../../../../pages.js';
import { kbCatalogues } from '../../catalogues.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import type { EffectiveAccess } from '../../domain/access/effective.js';
import { toRule } from '../../domain/access/rule.js';
import { targetOf } from '../../domain/access/target.js';
import { createTeasers } from '../../domain/access/teasers.js';
import type { Article } from '../../domain/articles/article.js';
import { articleData, assetsFor, fileLinks } from '../pages/article.js';
import { echoOf } from '../pages/echo.js';
import { renderPage } from '../pages/render-page.js';
import { createFrame, type Visit } from '../pages/visit.js';
import type { Draft } from './draft.js';
import type { PreviewReader } from './preview-reader.js';

/** Notes above a preview. */
export interface PreviewNotes {
  readonly note: string;
  /** Reason why it cannot be saved; null if it can. */
  readonly fault: string | null;
  /** Link back to where the preview was opened; null if its window is closed instead. */
  readonly leave: { readonly label: string; readonly link: string } | null;
}

/**
 * Renders an unpublished article as a reader will see it.
 * It is not cached, indexed, counted or open to votes.
 * @param article article as published
 * @param reader null for the current user
 */
export async function previewPage(
  kb: KnowledgeBase,
  context: PluginContext,
  request: PageRequest,
  { article, rule, reader, notes }: Draft & { reader: PreviewReader | null; notes: PreviewNotes },
): Promise<PageResponse> {
  const viewer = reader?.viewer ?? kb.access.viewerOf(request);
  const visit: Visit = {
    kb,
    context,
    request: reader ? requestOf(reader, request, context) : request,
    locale: article.locale,
    path: kb.articles.pathOf(article),
    strings: kb.site.strings(article.locale, kbCatalogues),
    viewer,
    unframed: true,
  };
  const ruled = await (rule === undefined ? kb.access.of(article, viewer) : kb.access.ofDraft(article, rule, viewer));
  const access = isAdmitted(ruled, reader) ? await kb.access.ofDraft(article, OPENED, viewer) : ruled;
  const above = bannerOf(notes);
  const page = access.allowed
    ? await openPage(visit, article, above)
    : await closedPage(visit, { article, rule }, access, above);
  return { ...page, headers: { ...page.headers, 'Cache-Control': 'private, no-store' } };
}

/** Rule for content that a reader was admitted to. */
const OPENED = toRule({ mode: 'public' });

/** Tells whether the reader would get access with the password or permission they are assumed to have. */
function isAdmitted({ allowed, chain }: EffectiveAccess, reader: PreviewReader | null): boolean {
  if (allowed || !reader?.has) return false;
  return chain.length > 0 && chain.every(({ verdict }) => verdict === 'ok' || verdict === reader.has);
}

/**
 * Returns the request as this reader would send it.
 * It has the reader's rights, nothing unlocked, and no credentials.
 */
export function requestOf({ user }: PreviewReader, request: PageRequest, { access }: PluginContext): PageRequest {
  return {
    ...request,
    user,
    reader: user,
    identity: null,
    cookies: new Map(),
    nonce: () => '',
    verifyNonce: () => false,
    can: (capability, ...about) => access.can(user, capability, ...about),
  };
}

async function openPage(visit: Visit, article: Article, above: SafeHtml): Promise<PageResponse> {
  const { kb, context, viewer } = visit;
  const { hooks } = context;
  const [before, after, attachments, view] = await Promise.all([
    echoOf(visit, (echo) => hooks.doActionAsync('vendor_kb_before_article_content', article, echo)),
    echoOf(visit, (echo) => hooks.doActionAsync('vendor_kb_after_article_content', article, echo)),
    fileLinks(visit, article),
    kb.texts.ofDraft(article, viewer),
  ]);
  const around = { before: [above, ...before], after, attachments, readerForms: null, editLink: null };
  const data = await articleData(visit, article, view, around);
  return renderPage(visit, 'kb/article', data, {
    title: article.title,
    description: article.excerpt || null,
    slug: article.slug,
    ...(article.id > 0 ? { id: article.id } : {}),
    robots: 'noindex',
    ...assetsFor(String(data.content), context.pages.assetHref),
  });
}

/** Renders denied access. No URL leads there, so forms have no target. */
async function closedPage(
  visit: Visit,
  { article, rule }: Draft,
  access: EffectiveAccess,
  above: SafeHtml,
): Promise<PageResponse> {
  const { kb, context, strings, viewer } = visit;
  // Cached text belongs to the stored article.
  const content = { load: async () => {}, of: kb.rendering.render };
  const isKnown = access.status !== 404;
  const defaultMessage = (): Promise<SafeHtml> => kb.restrictedMessage(targetOf(article), access, viewer, strings);
  const own = rule?.message ? (await renderMarkdown(rule.message)).html : null;
  const message = isKnown ? (own ?? (await defaultMessage())) : `<p>${escapeHtml(strings.text('preview.unknown'))}</p>`;
  const teaser = isKnown ? await createTeasers({ content, hooks: context.hooks })(article, access) : null;
  const title = teaser ? article.title : strings.text('restricted.article');
  const restricted = {
    strings,
    teaser,
    message: safeHtml(`${above}${message}`),
    loginLink: null,
    passwordForm: null,
  };
  const data = { ...(await createFrame(visit)), title, restricted };
  return renderPage(visit, 'kb/restricted', data, { title, robots: 'noindex' });
}

export function bannerOf({ note, fault, leave }: PreviewNotes): SafeHtml {
  const callout = (kind: string, message: string, role: string): string =>
    `<p class="callout callout-${kind}" role="${role}">${escapeHtml(message)}</p>`;
  const way = leave === null ? '' : `<p><a href="${escapeHtml(leave.link)}">${escapeHtml(leave.label)}</a></p>`;
  return safeHtml(callout('note', note, 'note') + way + (fault === null ? '' : callout('warning', fault, 'alert')));
}
