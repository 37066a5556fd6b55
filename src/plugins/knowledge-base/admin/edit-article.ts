import { type EditorConfig, editorPage } from '../../../blocks.js';
import { type AdminRequest, createStrings, HostError, type PluginContext } from '../../../index.js';
import type { Article } from '../article.js';
import { articleNotFound } from '../errors.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { NAMESPACE } from '../routes/arguments.js';
import { kbCatalogues } from '../strings/catalogues.js';
import type { EditorPage } from '../template-data.js';

/** Where the editor is, below the admin area. */
const EDIT_PATH = '/kb/articles/{id}/edit';

type Parts = Pick<PluginContext, 'admin' | 'blocks' | 'hooks' | 'pages'>;

/** The pages that have the editor of blocks: one for a new article, one for each that is there. */
export function registerEditor({ admin, blocks, hooks, pages }: Parts, kb: KnowledgeBase): void {
  hooks.addFilter('editor_scripts', (scripts) => [...scripts, pages.assetHref('editor/knowledge-base.js')]);
  const editor = editorPage();
  const textsOf = (locale: string) => createStrings(locale, kbCatalogues);

  async function dataFor(request: AdminRequest, id: number | null): Promise<EditorPage> {
    const { locale } = kb.site;
    const config: EditorConfig = {
      root: kb.site.href(kb.site.root),
      collection: `/${NAMESPACE}/articles`,
      id,
      editLink: request.link(EDIT_PATH),
      loginLink: pages.loginHref(request.link(request.path)),
      stylesheets: ['core/mortise.css', 'kb/kb.css', 'kb/prose.css'].map(pages.assetHref),
      scripts: await blocks.editorScripts(request.user),
      mayWriteHtml: await request.can('unfiltered_html'),
      userId: request.user.id,
      locale,
    };
    return { strings: textsOf(locale), config: JSON.stringify(config) };
  }

  admin.page({
    path: '/kb/articles/new',
    title: (locale) => textsOf(locale).text('editor.new'),
    capability: 'edit_kb_articles',
    icon: 'document',
    section: 'content',
    template: 'kb/admin/editor',
    ...editor,
    load: (request) => dataFor(request, null),
  });

  admin.page({
    path: EDIT_PATH,
    title: (locale) => textsOf(locale).text('article.edit'),
    capability: 'edit_kb_articles',
    template: 'kb/admin/editor',
    ...editor,
    async load(request) {
      const { id } = await editable(kb, request);
      return dataFor(request, id);
    },
  });
}

/**
 * The article of an address, when this person may change it and this editor can.
 * @throws HostError 404 `vendor_kb_article_not_found`, 403 `admin_forbidden`, 409 `vendor_kb_not_blocks`
 */
async function editable(kb: KnowledgeBase, request: AdminRequest<'id'>): Promise<Article> {
  const { id } = request.params;
  const article = /^[1-9]\d{0,14}$/.test(id) ? await kb.articles.get(Number(id)) : null;
  if (!article || article.status === 'trash') throw articleNotFound(id);
  const { allowed, reason } = await kb.access.accessTo(article, request);
  if (!allowed && reason !== 'status') throw articleNotFound(id);
  if (!(await request.can('edit_kb_article', article))) {
    throw new HostError('admin_forbidden', request.strings.text('admin.forbidden'), {
      status: 403,
      missing_capability: 'edit_kb_article',
    });
  }
  if (article.contentFormat === 'blocks') return article;
  const message = createStrings(kb.site.locale, kbCatalogues).text('editor.other-format');
  throw new HostError('vendor_kb_not_blocks', message, { status: 409 });
}
