import {
  type ActionOutcome,
  type AdminRequest,
  type AreaRequest,
  adminForm,
  formError,
  type SubmittedForm,
} from '../../../../../admin.js';
import { HostError } from '../../../../../index.js';
import type { Strings } from '../../../../../text.js';
import type { KbArea } from '../../../catalogues.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import type { Article } from '../../../domain/articles/article.js';
import { updateArticle } from '../../saving/save-article.js';
import { atFields } from '../article-form/at-fields.js';
import { ARTICLES_PATH, QUICK_PATH } from '../article-form/paths.js';
import { editableArticle } from '../editable-article.js';
import { quickFields, submittedQuick } from './fields.js';

/**
 * Registers the quick edit page for title, status and place of an article. `kb/quick-edit.js` opens it above the
 * list.
 */
export function registerQuickEdit(area: KbArea, kb: KnowledgeBase): void {
  async function save(request: AreaRequest<'id'>, form: SubmittedForm): Promise<ActionOutcome> {
    const { texts: strings } = request;
    const article = await editableArticle(kb, request, request.params.id);
    const expected = Number(form.text('version')) || 0;
    try {
      const args = await submittedQuick(kb, request, form, article, strings);
      const saver = { reader: request, source: 'admin' as const, expected };
      const { article: saved, requestedStatus } = await updateArticle(kb, article, args, saver);
      const isWaiting = requestedStatus !== undefined && requestedStatus !== saved.status;
      return {
        to: listAddress(request, article, saved),
        notice: isWaiting
          ? { kind: 'warning', text: strings.text('write.waiting') }
          : strings.text('quick.saved', { name: saved.title }),
      };
    } catch (error) {
      if (error instanceof HostError && error.status === 412) throw formError({}, strings.text('quick.conflict'));
      throw atFields(error, strings);
    }
  }

  area.page({
    path: QUICK_PATH,
    title: 'quick.title',
    errors: null,
    async load(request) {
      const { texts: strings } = request;
      const { text } = strings;
      const article = await editableArticle(kb, request, request.params.id);
      const seen = Number(request.refused?.form.text('version') ?? article.version);
      const form = adminForm(request, {
        action: 'quick',
        title: text('quick.of', { name: article.title || text('articles.untitled') }),
        // Submitting again confirms that the user has read the version being overwritten.
        ...(seen === article.version ? {} : { description: await asItIsNow(kb, request, article, strings) }),
        fields: [
          ...(await quickFields(kb, request, article, strings)),
          { kind: 'hidden', name: 'version', value: String(article.version) },
        ],
        cancel: { label: request.strings.text('admin.cancel'), link: request.link(ARTICLES_PATH, backTo(request)) },
      });
      return { longForms: [form] };
    },
    actions: { quick: save },
  });
}

/** Describes the version that another user has saved. */
async function asItIsNow(
  kb: KnowledgeBase,
  request: AdminRequest,
  article: Article,
  { text, date }: Strings,
): Promise<string> {
  const { admitsCategory } = await kb.access.visibility(kb.access.viewerOf(request));
  const tree = kb.categories.tree();
  const places = article.categoryIds.flatMap((id) => (admitsCategory(id) ? (tree.get(id)?.name ?? []) : []));
  const facts = [
    [text('write.field-title'), article.title],
    [text('panel-slug'), article.slug],
    [text('articles.state'), text(`articles.state-${article.status}`)],
    [text('articles.category'), places.join(', ')],
    [text('panel-tags'), article.tags.join(', ')],
    [text('panel-review-by'), article.reviewBy === null ? '' : date(new Date(article.reviewBy))],
  ] as const;
  return [text('quick.now'), ...facts.map(([term, value]) => `${term}: ${value || '–'}.`)].join(' ');
}

/** Filters and order of the list that the user came from. */
function backTo({ query }: Pick<AdminRequest, 'query'>): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(typeof query.back === 'string' ? query.back : ''));
}

function listAddress(request: AdminRequest, before: Article, after: Article): string {
  const isChanged = after.version !== before.version;
  const query = new URLSearchParams({
    ...backTo(request),
    ...(isChanged ? { quick: `${after.id}:${before.version}:${after.version}` } : {}),
  });
  const text = query.toString();
  return ARTICLES_PATH + (text === '' ? '' : `?${text}`);
}
