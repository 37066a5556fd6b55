import { type AdminRequest, hiddenFields } from '../../../../admin.js';
import { type EditorConfig, editorPage } from '../../../../blocks.js';
import type { PluginContext } from '../../../../index.js';
import { redirect } from '../../../../pages.js';
import { createStrings, type Strings } from '../../../../text.js';
import { type KbArea, kbCatalogues } from '../../catalogues.js';
import type { KbPanelSettings } from '../../content/blocks/editor/panels/use-panel.js';
import { metadata as markdownBlock } from '../../content/blocks/markdown/metadata.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import type { EditorPage } from '../../content/views/template-data.js';
import type { Article } from '../../domain/articles/article.js';
import { BLOCK_STYLES, STYLESHEETS } from '../pages/visit.js';
import { previewReaders } from '../preview/preview-reader.js';
import { NAMESPACE } from '../routes/arguments.js';
import { EDIT_PATH, NEW_ARTICLE_PATH, NEW_MARKDOWN_PATH, pathOf, WRITE_PATH } from './article-form/paths.js';
import { CONVERT_PATH } from './convert-path.js';
import { editableArticle } from './editable-article.js';
import { LIST_PATH } from './list-articles.js';
import { PREVIEW_ACTION, PREVIEW_PATH } from './preview-article.js';

/** Maximum characters of a URL to find in a text. */
const MAX_FIND_LENGTH = 2000;
/** Maximum characters of a title passed in the query. */
const MAX_TITLE_LENGTH = 200;

type Parts = Pick<PluginContext, 'access' | 'admin' | 'blocks' | 'hooks' | 'pages' | 'settings'>;

/** Registers the block editor pages for new and existing articles. */
export function registerEditor(
  area: KbArea,
  { access, blocks, hooks, pages, settings }: Parts,
  kb: KnowledgeBase,
): void {
  hooks.addFilter('editor_scripts', (scripts) => [...scripts, pages.assetHref('editor/knowledge-base.js')]);
  const parts = editorPage();
  const editor = { ...parts, stylesheets: [...(parts.stylesheets ?? []), 'kb/editor.css'] };
  const textsOf = (locale: string) => createStrings(locale, kbCatalogues);

  async function dataFor(request: AdminRequest, article: Article | null): Promise<EditorPage> {
    const { locale } = kb.site;
    const config: EditorConfig = {
      root: kb.site.href(kb.site.root),
      collection: `/${NAMESPACE}/articles`,
      id: article?.id ?? null,
      title: typeof request.query.title === 'string' ? request.query.title.slice(0, MAX_TITLE_LENGTH) : '',
      find: typeof request.query.find === 'string' ? request.query.find.slice(0, MAX_FIND_LENGTH) : '',
      editLink: request.link(EDIT_PATH),
      convertLink: request.link(CONVERT_PATH),
      loginLink: pages.loginHref(request.link(request.path)),
      stylesheets: ['core/mortise.css', ...STYLESHEETS, ...BLOCK_STYLES, 'kb/editor.css'].map(pages.assetHref),
      scripts: await blocks.editorScripts(request.user),
      mayPublish: await request.can('publish_kb_articles'),
      mayDelete: await (article ? request.can('delete_kb_article', article) : request.can('delete_kb_articles')),
      listLink: request.link(LIST_PATH),
      preview: await previewFor(request, textsOf(locale)),
      blockPreview: `/${NAMESPACE}/blocks/preview`,
      panels: { 'knowledge-base': await panelsFor(request) },
      timeZone: kb.site.timezone,
      mayWriteHtml: await request.can('unfiltered_html'),
      mayUpload: await request.can('upload_files'),
      markdown: {
        labels: kb.rendering.labelsFor({ content: '', contentFormat: 'markdown', locale: article?.locale ?? locale }),
        markdownBlock: markdownBlock.name,
      },
      userId: request.user.id,
      userName: request.user.name,
      locale,
    };
    return { strings: textsOf(locale), config: JSON.stringify(config) };
  }

  async function previewFor(request: AdminRequest, texts: Strings): Promise<EditorConfig['preview']> {
    const readers = await previewReaders(access, request, texts);
    return {
      action: request.link(PREVIEW_PATH),
      fields: Object.fromEntries(
        hiddenFields(request, PREVIEW_ACTION, PREVIEW_PATH).map(({ name, value }) => [name, value]),
      ),
      readers: [
        { value: '', label: texts.text('preview.self') },
        ...readers.map(({ value, label }) => ({ value, label })),
      ],
    };
  }

  /** Returns the settings for the editor's knowledge base panels. */
  async function panelsFor(request: AdminRequest): Promise<KbPanelSettings> {
    return {
      address: kb.links.url(kb.site.locale, ''),
      siteLocale: kb.site.locale,
      roles: access.roles().map(({ name, label }) => ({ name, label })),
      mayManageAccess: await request.can('manage_kb_access'),
      mayManageCategories: await request.can('manage_kb_categories'),
      mayListUsers: await request.can('list_users'),
      mayUpload: await request.can('upload_files'),
    };
  }

  area.page({
    path: NEW_ARTICLE_PATH,
    order: 21,
    title: 'editor.new',
    icon: 'document',
    section: 'content',
    template: 'kb/admin/editor',
    ...editor,
    async load(request) {
      const { articleFormat } = await settings.get('knowledge-base');
      const { format = articleFormat, ...query } = request.query;
      // Every link to a new article points here and passes on its query.
      return format === 'markdown' ? redirect(request.link(NEW_MARKDOWN_PATH, query)) : dataFor(request, null);
    },
  });

  area.page({
    path: EDIT_PATH,
    title: 'article.edit',
    template: 'kb/admin/editor',
    ...editor,
    async load(request) {
      const article = await editableArticle(kb, request, request.params.id);
      // Articles in other formats have their own form and can be converted from there.
      if (article.contentFormat !== 'blocks')
        return redirect(request.link(pathOf(WRITE_PATH, article.id), request.query));
      return dataFor(request, article);
    },
  });
}
