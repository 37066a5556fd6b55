import {
  type ActionOutcome,
  type AdminRequest,
  bulkNotice,
  forEachTicked,
  formError,
  type ListTableData,
  listQuery,
  listTable,
  type SubmittedForm,
} from '../../../../../admin.js';
import { addDays } from '../../../../../calendar.js';
import { HostError } from '../../../../../index.js';
import { idOf } from '../../../../../pages.js';
import type { Strings } from '../../../../../text.js';
import { type KbArea, kbTexts } from '../../../catalogues.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { dateIn } from '../../../domain/articles/staleness.js';
import { articleNotFound } from '../../../domain/errors.js';
import type { Moderation } from '../../../domain/feedback/moderation.js';
import { errorText } from '../error-texts.js';
import { collectWork, MAX_PER_TYPE } from './collect-work.js';
import { WORK_KINDS, WORK_PATH, type WorkItem, type WorkKind } from './scope.js';

const BADGES: Readonly<Record<WorkKind, 'warning' | 'bad' | 'neutral'>> = {
  ...({ stale: 'warning', rating: 'bad', feedback: 'neutral', search: 'warning', link: 'bad' } as const),
};

/** Days until the next review. The first is the default. */
const NEXT_REVIEWS = ['182', '90', '365', 'never'] as const;

/** Registers the list of pending work and its immediate actions. */
export function registerWorkPage(area: KbArea, kb: KnowledgeBase, moderation: Pick<Moderation, 'readableItem'>): void {
  area.page({
    path: WORK_PATH,
    title: 'work.title',
    icon: 'clock',
    section: 'content',
    order: 19,
    template: 'core/admin/list',
    load: async (request) => ({ table: await tableOf(kb, request) }),
    heading: ({ table }, { texts: { text, number } }) => {
      const isLong = table.rows.length >= MAX_PER_TYPE;
      const more = isLong ? ` ${text('work.more', { most: number(MAX_PER_TYPE) })}` : '';
      return { lead: text('work.lead') + more };
    },
    actions: { bulk: (request, form) => act(request, form) },
  });

  async function act(request: AdminRequest, form: SubmittedForm): Promise<ActionOutcome> {
    const texts = kbTexts(kb.site);
    const ticked = form.list('ids').flatMap((text) => {
      const [kind = '', number = ''] = text.split(':');
      const id = idOf(number);
      return id === null ? [] : [{ kind, id }];
    });
    const choice = form.text('bulk');
    const kind = choice === 'reviewed' ? 'stale' : choice === 'take' ? 'feedback' : null;
    if (ticked.length === 0 || kind === null) throw formError({}, request.strings.text('admin.bulk-none'));
    const ids = [...new Set(ticked.filter((each) => each.kind === kind).map(({ id }) => id))];
    const reviewBy = nextReview(form.text('next'));
    const outcome = await forEachTicked(ids, (id) =>
      kind === 'stale' ? markReviewed(id, reviewBy, request) : take(id, request),
    );
    const left = ticked.length - ids.length;
    if (left > 0) return { notice: { kind: 'warning', text: leftText(outcome.changed, left, texts) } };
    const done = (count: number): string => texts.text('work.done', { count });
    return {
      notice: bulkNotice(outcome, {
        strings: request.strings,
        done,
        errorText: (refusal) => errorText(refusal, texts),
      }),
    };
  }

  function nextReview(date: string): string | null {
    const days = NEXT_REVIEWS.find((each) => each === date) ?? NEXT_REVIEWS[0];
    return days === 'never' ? null : addDays(dateIn(kb.site.timezone, new Date()), Number(days));
  }

  /** Marks an article as reviewed until the next review date. */
  async function markReviewed(id: number, reviewBy: string | null, request: AdminRequest): Promise<boolean> {
    const article = await kb.articles.get(id);
    if (!article || !(await kb.access.accessTo(article, request)).allowed) throw articleNotFound(String(id));
    await kb.articles.update(
      id,
      { reviewBy, reviewedAt: new Date() },
      { user: request.user, source: 'admin' },
      undefined,
      async (now) => {
        if (await request.can('edit_kb_article', now)) return;
        const message = request.strings.text('admin.forbidden');
        throw new HostError('admin_forbidden', message, { status: 403, missing_capability: 'edit_kb_article' });
      },
    );
    return true;
  }

  async function take(id: number, request: AdminRequest): Promise<boolean> {
    if (!(await request.can('moderate_kb_feedback'))) throw formError({}, request.strings.text('admin.forbidden'));
    const item = await moderation.readableItem(id, request);
    if (item.assignedTo === request.user.id) return false;
    await kb.readerFeedback.feedback.change(item.id, { assignedTo: request.user.id }, request.user);
    return true;
  }
}

function leftText(changed: number, left: number, { text }: Strings): string {
  const done = changed > 0 ? `${text('work.done', { count: changed })} ` : '';
  return done + text('work.not-for', { count: left });
}

async function tableOf(kb: KnowledgeBase, request: AdminRequest): Promise<ListTableData> {
  const texts = kbTexts(kb.site);
  const { text } = texts;
  const query = listQuery(request, { filters: { kind: WORK_KINDS }, perPage: MAX_PER_TYPE });
  const kinds = WORK_KINDS.filter((kind) => query.filters.kind === null || query.filters.kind === kind);
  const items = await collectWork(kb, kinds, request, texts);
  const start = (query.page - 1) * query.perPage;
  return listTable(request, query, {
    caption: text('work.title'),
    columns: [
      { name: 'what', label: text('work.what') },
      { name: 'kind', label: text('work.kind') },
      { name: 'why', label: text('work.why') },
    ],
    rows: items.slice(start, start + query.perPage).map((item) => rowOf(item, request, texts)),
    total: items.length,
    filters: [
      {
        name: 'kind',
        label: text('work.kind'),
        all: text('work.all'),
        options: WORK_KINDS.map((value) => ({ value, label: text(`work.is-${value}`) })),
      },
    ],
    bulk: {
      action: 'bulk',
      options: (['reviewed', 'take'] as const).map((value) => ({ value, label: text(`work.do-${value}`) })),
      choice: {
        name: 'next',
        label: text('work.next'),
        options: NEXT_REVIEWS.map((value) => ({ value, label: text(`work.in-${value}`) })),
      },
    },
    empty: { text: text('work.none') },
  });
}

function rowOf({ kind, id, title, to, why, actions }: WorkItem, { link }: AdminRequest, { text }: Strings) {
  const name = title || text('articles.untitled');
  return {
    id: `${kind}:${id}`,
    label: name,
    selectable: kind === 'stale' || kind === 'feedback',
    cells: {
      what: { text: name, ...(to === null ? {} : { link: link(to) }) },
      kind: { text: '', badges: [{ text: text(`work.is-${kind}`), kind: BADGES[kind] }] },
      why,
    },
    actions: actions.map((action) => ({ label: action.label, link: link(action.to, action.query ?? {}) })),
  };
}
