import { type AdminRequest, hiddenFields } from '../../../../admin.js';
import type { ConvertedFormat } from '../../../../blocks.js';
import type { KbArea } from '../../catalogues.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import type { Actor } from '../../domain/articles/actor.js';
import type { Article } from '../../domain/articles/article.js';
import { CONVERT_PATH } from './convert-path.js';
import { shownDifference } from './difference-view.js';
import { editableArticle } from './editable-article.js';
import { LIST_PATH } from './list-articles.js';

const ACTION = 'convert';
const FORMATS = { markdown: 'Markdown', html: 'HTML', blocks: '' } as const;

/** Registers the page that previews and performs an article's conversion to another format. */
export function registerConvertPage(area: KbArea, kb: KnowledgeBase): void {
  async function writerOf(request: AdminRequest): Promise<Actor> {
    return { user: request.user, source: 'admin', unfilteredHtml: await request.can('unfiltered_html') };
  }

  area.page({
    path: CONVERT_PATH,
    title: 'convert.title',
    errors: null,
    template: 'kb/admin/convert',
    stylesheets: ['kb/convert.css'],
    async load(request) {
      const article = await editableArticle(kb, request, request.params.id);
      const to = targetOf(article);
      const { texts: strings } = request;
      const { diff, textDiff } = await kb.conversions.plan(article, to, await writerOf(request));
      const isSame = textDiff.unified === '';
      const { text } = strings;
      return {
        strings,
        title: article.title || text('articles.untitled'),
        lead: text(`convert.lead-${to}`, { format: FORMATS[article.contentFormat] }),
        isSame,
        differences: [
          ...(isSame ? [] : [shownDifference('convert-readers', text('convert.readers'), textDiff, strings)]),
          shownDifference('convert-source', text('convert.source'), diff, strings),
        ],
        form: {
          action: request.link(request.path),
          hidden: [
            ...hiddenFields(request, ACTION),
            { name: 'version', value: String(article.version) },
            { name: 'to', value: to },
          ],
          submit: text(`convert.to-${to}`),
        },
        back: request.link(LIST_PATH),
      };
    },
    heading: ({ lead }) => ({ lead }),
    actions: {
      async [ACTION](request, form) {
        const article = await editableArticle(kb, request, request.params.id);
        const to = form.text('to') === 'markdown' ? 'markdown' : 'blocks';
        const version = Number(form.text('version'));
        await kb.conversions.convert(article, to, await writerOf(request), version, async ({ id }) => {
          await editableArticle(kb, request, String(id));
        });
        return { to: `${LIST_PATH}/${article.id}/edit`, notice: request.texts.text(`convert.done-${to}`) };
      },
    },
  });
}

function targetOf({ contentFormat }: Article): ConvertedFormat {
  return contentFormat === 'blocks' ? 'markdown' : 'blocks';
}
