import type { AdminRequest } from '../../../../../admin.js';
import type { PluginContext } from '../../../../../index.js';
import { REST_ACTION } from '../../../../../rest.js';
import type { Strings } from '../../../../../text.js';
import { kbCatalogues } from '../../../catalogues.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import type { Article } from '../../../domain/articles/article.js';
import type { Autosave } from '../../../domain/revisions/autosaves.js';
import { STYLESHEETS } from '../../pages/visit.js';
import { NAMESPACE } from '../../routes/arguments.js';

const SCRIPT_KEY = /^(?:toolbar|view|script|conflict)\./;

/** Builds the JSON configuration for the form's script. */
export async function scriptConfig(
  kb: KnowledgeBase,
  pages: Pick<PluginContext['pages'], 'assetHref'>,
  request: AdminRequest,
  article: Pick<Article, 'id' | 'contentFormat' | 'version'> | null,
  { autosave, texts }: { readonly autosave: Autosave | null; readonly texts: Strings },
): Promise<string> {
  const root = kb.site.href(kb.site.root);
  const scriptKeys = Object.keys(kbCatalogues.en).filter((key) => SCRIPT_KEY.test(key));
  return JSON.stringify({
    preview: `${root}/${NAMESPACE}/preview`,
    autosave: article ? `${root}/${NAMESPACE}/articles/${article.id}/autosave` : null,
    media: (await request.can('upload_files')) ? `${root}/mortise/v1/media` : null,
    nonce: request.nonce(REST_ACTION),
    find: typeof request.query.find === 'string' ? placesOf(request.query.find) : [],
    version: article?.version ?? 0,
    autosavedAt: autosave?.savedAt.toISOString() ?? null,
    format: article?.contentFormat ?? 'markdown',
    stylesheets: ['core/mortise.css', ...STYLESHEETS].map(pages.assetHref),
    locale: kb.site.locale,
    texts: Object.fromEntries(scriptKeys.map((key) => [key, texts.text(key)])),
  });
}

/** Returns the spellings that a URL may have in a text. */
export function placesOf(href: string): string[] {
  if (href === '') return [];
  const spellings = [href, href.replaceAll('&', '&amp;'), encodeURI(href)];
  try {
    spellings.push(decodeURI(href));
  } catch {
    // A malformed escape has no decoded spelling.
  }
  return [...new Set(spellings)];
}

/** Splits comma-separated values and drops empty ones. */
export function commaList(text: string): string[] {
  return text
    .split(/[,、，\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Splits lines and drops empty ones. */
export function lineList(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
