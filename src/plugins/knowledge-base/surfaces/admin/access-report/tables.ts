import { type AdminRequest, type ListTableData, listQuery, listTable } from '../../../../../admin.js';
import type { PluginContext } from '../../../../../index.js';
import type { Strings } from '../../../../../text.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { reportAccess } from '../../../domain/access/report.js';
import type { AccessRule } from '../../../domain/access/rule.js';
import { viewerOfAccount } from '../../../domain/access/viewer.js';
import { CATEGORY_PATH, EDIT_PATH, pathOf } from '../article-form/paths.js';
import { LIST_PATH } from '../list-articles.js';
import { namesOf } from '../names-of.js';

const KINDS = ['category', 'article'] as const;

const PER_PAGE = 50;

/** Lists the rules in effect: what each covers, who may read it and what everyone else sees. */
export async function rulesTable(
  kb: KnowledgeBase,
  { access }: Pick<PluginContext, 'access'>,
  request: AdminRequest,
  texts: Strings,
): Promise<ListTableData> {
  const { text } = texts;
  const query = listQuery(request, { filters: { kind: KINDS }, perPage: PER_PAGE });
  const needle = query.search.toLowerCase();
  const all = (await everythingRuled(kb)).filter(
    ({ kind, title, path }) =>
      (query.filters.kind === null || query.filters.kind === kind) &&
      [title, path ?? ''].some((name) => name.toLowerCase().includes(needle)),
  );
  const pageRows = all.slice((query.page - 1) * PER_PAGE, query.page * PER_PAGE);
  const people = await namesOf(
    kb.users,
    pageRows.flatMap(({ rule }) => rule?.users ?? []),
  );
  const roles = new Map(access.roles().map(({ name, label }) => [name, label]));
  const who = (rule: AccessRule | null): string => {
    if (!rule) return text('access.mode-nobody');
    const names = [
      ...(rule.roles ?? []).map((role) => roles.get(role) ?? role),
      ...(rule.users ?? []).map((id) => people.get(id) ?? `#${id}`),
      ...(rule.capability === undefined ? [] : [rule.capability]),
    ];
    return text(`access.mode-${rule.mode}`, { names: names.join(', ') });
  };
  const others = (rule: AccessRule | null): string =>
    text(!rule?.listed ? 'access.hidden' : rule.teaser === 'none' ? 'access.listed' : 'access.teaser');
  return listTable(request, query, {
    caption: text('access.tab-rules'),
    columns: [
      { name: 'what', label: text('access.what') },
      { name: 'kind', label: text('access.kind') },
      { name: 'who', label: text('access.who') },
      { name: 'others', label: text('access.others') },
    ],
    rows: pageRows.map(({ kind, id, title, path, to, rule }) => ({
      id: `${kind}:${id}`,
      label: title,
      cells: {
        what: {
          text: title || text('articles.untitled'),
          link: request.link(to),
          ...(path === null ? {} : { note: path }),
        },
        kind: text(`access.kind-${kind}`),
        who: who(rule),
        others: rule?.mode === 'public' ? '–' : others(rule),
      },
    })),
    total: all.length,
    search: text('access.search'),
    filters: [
      {
        name: 'kind',
        label: text('access.kind'),
        all: text('access.all'),
        options: KINDS.map((value) => ({ value, label: text(`access.kind-${value}`) })),
      },
    ],
    empty: { text: text('access.none') },
  });
}

/** Lists problems with the rules and how to fix them. */
export async function warningsTable(
  kb: KnowledgeBase,
  { access }: Pick<PluginContext, 'access'>,
  request: AdminRequest,
  { text }: Strings,
): Promise<ListTableData> {
  const { notNavigable, unusedRules } = await reportAccess(kb, viewerOfAccount(access, null));
  const lost = await kb.articles.getMany([...notNavigable]);
  const edit = (id: number): string => request.link(`${LIST_PATH}/${id}/edit`);
  const removed = await Promise.all(
    (await everythingRuled(kb)).map(async ({ rule, ...about }) => ({
      about,
      unknown: rule ? await kb.unknownNames(rule) : [],
    })),
  );
  const rows = [
    ...lost.map(({ id, title }) => ({
      kind: 'lost',
      about: title,
      link: edit(id),
      what: text('access.warn-lost-text'),
    })),
    ...removed.flatMap(({ about, unknown }) =>
      unknown.map((what) => ({
        kind: 'gone',
        about: about.title,
        link: request.link(about.to),
        what: text('access.warn-gone-text', { what }),
      })),
    ),
    ...unusedRules.map((id) => ({
      kind: 'unused',
      about: text('access.rule', { id: String(id) }),
      link: null,
      what: text('access.warn-unused-text'),
    })),
  ];
  const query = listQuery(request, { perPage: PER_PAGE });
  return listTable(request, query, {
    caption: text('access.tab-warnings'),
    columns: [
      { name: 'about', label: text('access.about') },
      { name: 'warning', label: text('access.warning') },
      { name: 'what', label: text('access.do') },
    ],
    rows: rows.slice((query.page - 1) * PER_PAGE, query.page * PER_PAGE).map(({ kind, about, link, what }, index) => ({
      id: index,
      label: about,
      cells: {
        about: { text: about, ...(link === null ? {} : { link }) },
        warning: {
          text: '',
          badges: [{ text: text(`access.warn-${kind}`), kind: kind === 'unused' ? 'neutral' : 'warning' }],
        },
        what,
      },
    })),
    total: rows.length,
    empty: { text: text('access.no-warnings') },
  });
}

/** A category or article with an access rule of its own. */
interface RuleOwner {
  readonly kind: 'category' | 'article';
  readonly id: number;
  readonly title: string;
  /** Path that tells categories of the same name apart. Null for articles. */
  readonly path: string | null;
  /** Path relative to the admin area. */
  readonly to: string;
  readonly ruleId: number;
  /** Null if no process has loaded the rule yet. The content is closed until then. */
  readonly rule: AccessRule | null;
}

/** Returns everything with a rule: categories in tree order, then articles by title. */
async function everythingRuled(kb: KnowledgeBase): Promise<RuleOwner[]> {
  const { ofCategory } = kb.access.rules.snapshot();
  const categories = kb.categories
    .tree()
    .all()
    .flatMap(({ id, name, path }): RuleOwner[] => {
      const ruleId = ofCategory.get(id);
      if (ruleId === undefined) return [];
      const to = pathOf(CATEGORY_PATH, id);
      return [{ kind: 'category', id, title: name, path, to, ruleId, rule: kb.access.rules.get(ruleId) }];
    });
  const rows = await kb.db.query
    .selectFrom('kb_articles')
    .innerJoin('posts', 'posts.id', 'kb_articles.id')
    .select(['posts.id', 'posts.title', 'kb_articles.rule_id'])
    .where('kb_articles.rule_id', 'is not', null)
    .where('posts.status', '!=', 'trash')
    .orderBy('posts.title')
    .orderBy('posts.id')
    .execute();
  const articles = rows.map(({ id, title, rule_id }): RuleOwner => {
    const ruleId = rule_id ?? 0;
    const to = pathOf(EDIT_PATH, id);
    return { kind: 'article', id, title, path: null, to, ruleId, rule: kb.access.rules.get(ruleId) };
  });
  return [...categories, ...articles];
}
