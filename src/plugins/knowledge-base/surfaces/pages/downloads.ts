import { Readable } from 'node:stream';
import { HostError, type PluginContext } from '../../../../index.js';
import type { PageRequest, PageResponse } from '../../../../pages.js';
import { kbCatalogues } from '../../catalogues.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import type { AttachedFile } from '../../domain/attachments/attachment-access.js';
import { notFoundPage } from './not-found.js';
import { restrictedPage, unlockByForm } from './restricted.js';
import type { Visit } from './visit.js';

/** No slug starts like this, so the path cannot conflict with an article. */
const ADDRESS = /^\/-\/attachments\/(\d{1,15})(?:\/[^/]*)?$/;

/** Sends an attachment or the page that unlocks it; null for other paths. */
export async function downloadPage(
  kb: KnowledgeBase,
  context: PluginContext,
  request: PageRequest,
): Promise<PageResponse | null> {
  const [, id] = ADDRESS.exec(request.path) ?? [];
  if (id === undefined) return null;
  const found = await kb.attachments.look(Number(id), request);
  const isKnown = found !== null && found.access.status !== 404;
  // A hidden file must be answered in the same language as a missing one.
  const locale = isKnown ? found.article.locale : kb.site.locale;
  const strings = kb.site.strings(locale, kbCatalogues);
  const visit = { kb, context, request, locale, path: request.path.slice(1), strings };
  const asked: Visit = { ...visit, viewer: kb.access.viewerOf(request) };
  if (!isKnown) return notFoundPage(asked);
  if (request.method === 'POST') return unlockByForm(asked, found, found.access);
  return found.access.allowed ? send(kb, found, request) : restrictedPage(asked, found, found.access);
}

async function send(kb: KnowledgeBase, found: AttachedFile, request: PageRequest): Promise<PageResponse> {
  try {
    const { status, headers, data } = await kb.downloads.send(found, request);
    return { status, headers, body: data instanceof Readable ? data : '' };
  } catch (error) {
    // Clients that request ranges read headers, not an error page.
    if (!(error instanceof HostError) || error.status !== 416) throw error;
    return { status: 416, headers: { ...error.data.headers }, body: '' };
  }
}
