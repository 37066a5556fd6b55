import { type AdminRequest, type ListTableData, listQuery, listTable } from '../../../../../admin.js';
import type { PluginContext } from '../../../../../index.js';
import type { Strings } from '../../../../../text.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import type { Explanation } from '../../../domain/access/explanation.js';
import { type KbViewer, viewerOfAccount } from '../../../domain/access/viewer.js';
import { ARTICLE_STATUSES } from '../../../domain/articles/article.js';
import { findArticles } from '../../../domain/articles/article-query.js';
import { accountReader, type PreviewReader, previewReaders } from '../../preview/preview-reader.js';
import { LIST_PATH } from '../list-articles.js';
import { ACCESS_PATH, type AccessReportPage, VIEW_PATH } from './frame.js';

/** A viewer whose access is being inspected. */
export interface InspectedViewer {
  readonly label: string;
  readonly viewer: KbViewer;
  /** Reader to open pages as. Null if that viewer has more rights than the current user. */
  readonly reader: PreviewReader | null;
  /** Query parameters that select this viewer. */
  readonly query: Readonly<Record<string, string>>;
  /** Login that matches no account. */
  readonly unknown: string | null;
}

/** Reads the viewer from the query and builds the form that selects one. */
export async function askedViewer(
  kb: KnowledgeBase,
  { access }: Pick<PluginContext, 'access'>,
  request: AdminRequest,
  strings: Strings,
): Promise<{ looked: InspectedViewer; form: NonNullable<AccessReportPage['viewer']> }> {
  const { text } = strings;
  const read = (name: string): string => (typeof request.query[name] === 'string' ? request.query[name].trim() : '');
  // Readers defined by a rule's requirement are left out: the report is about identities.
  const roleReaders = (await previewReaders(access, request, strings)).filter(({ has }) => has === null);
  const readers = [
    ...roleReaders.map((roleReader) => ({
      value: roleReader.value,
      label: roleReader.label,
      viewer: roleReader.viewer,
      reader: roleReader,
    })),
    // Roles with more rights than the current user are reported on, but no page is opened with their rights.
    ...access.roles().flatMap(({ name, label }, index) => {
      const value = `role:${name}`;
      if (roleReaders.some((roleReader) => roleReader.value === value)) return [];
      // Accounts never have ids below 0, and preview readers never have ids this low.
      const user = { id: -1000 - index, login: 'preview', email: '', emailVerified: false, name: '…', roles: [name] };
      const viewer = viewerOfAccount(access, user);
      return [{ value, label: text('preview.role', { role: label }), viewer, reader: null }];
    }),
  ];
  const reader = readers.find(({ value }) => value === read('as')) ?? readers[0];
  const login = read('user').slice(0, 200);
  const user = login === '' ? null : await kb.users.byLogin(login);
  const accountLabel = user ? text('access.as-account', { name: user.name }) : '';
  const looked: InspectedViewer = user
    ? {
        label: accountLabel,
        viewer: viewerOfAccount(access, user),
        unknown: null,
        query: { user: login },
        reader: accountReader(access, request.user, user, accountLabel),
      }
    : {
        label: reader?.label ?? '',
        viewer: reader?.viewer ?? viewerOfAccount(access, null),
        reader: reader?.reader ?? null,
        query: { as: reader?.value ?? '' },
        unknown: login === '' ? null : login,
      };
  return {
    looked,
    form: {
      action: request.link(ACCESS_PATH),
      as: {
        label: text('access.as'),
        options: readers.map(({ value, label }) => ({ value, label, selected: value === reader?.value })),
      },
      user: { label: text('access.user'), hint: text('access.user-hint'), value: login },
      submit: text('access.show'),
    },
  };
}

/** Lists every article with whether this viewer may read it, and why. */
export async function viewTable(
  kb: KnowledgeBase,
  { viewer, reader, query: requestedQuery }: InspectedViewer,
  request: AdminRequest,
  texts: Strings,
): Promise<ListTableData> {
  const { text, number } = texts;
  const query = listQuery(request, {});
  const { articles, total } = await findArticles(
    kb,
    {
      visibility: await kb.access.visibility(kb.access.viewerOf(request)),
      statuses: ARTICLE_STATUSES.filter((status) => status !== 'trash'),
      ...(query.search === '' ? {} : { search: query.search, searchColumns: ['title'] as const }),
    },
    { by: 'title', direction: 'asc' },
    { limit: query.perPage, offset: (query.page - 1) * query.perPage },
  );
  const rows = articles.map(async (article) => {
    const explanation = await kb.access.explain(article, viewer);
    const { allowed, status } = explanation.result;
    const edit = request.link(`${LIST_PATH}/${article.id}/edit`);
    const path = kb.links.href(article.locale, kb.articles.pathOf(article)).slice(kb.links.href(kb.site.locale).length);
    const open = request.link(VIEW_PATH, { ...requestedQuery, path });
    return {
      id: article.id,
      label: article.title,
      cells: {
        article: { text: article.title || text('articles.untitled'), link: edit },
        may: {
          text: '',
          badges: [{ text: text(allowed ? 'access.may' : 'access.may-not'), kind: allowed ? 'good' : 'bad' } as const],
        },
        why: whyText(kb, explanation, texts),
        answer: number(status),
      },
      actions: reader === null ? [] : [{ label: text('access.open'), link: open }],
    };
  });
  return listTable(request, query, {
    caption: text('access.tab-view'),
    columns: [
      { name: 'article', label: text('access.kind-article') },
      { name: 'may', label: text('access.may') },
      { name: 'why', label: text('access.why') },
      { name: 'answer', label: text('access.answer'), numeric: true },
    ],
    rows: await Promise.all(rows),
    total,
    search: text('access.search'),
    empty: { text: text('access.no-articles') },
  });
}

function whyText(kb: KnowledgeBase, { passesAs, result }: Explanation, { text }: Strings): string {
  if (result.allowed && passesAs) return text(`access.passes-${passesAs}`);
  const because = text(`access.because-${result.reason}`);
  if (result.reason === 'ok' || result.reason === 'status') return because;
  const { type, id } = result.source;
  if (type === 'article') return `${because}, ${text('access.by-article')}`;
  const name = kb.categories.tree().get(id)?.name;
  return name === undefined ? because : `${because}, ${text('access.by-category', { name })}`;
}
