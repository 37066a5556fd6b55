import { type AdminMetric, factsOf, formError, pagePart, stepsForm } from '../../../../../admin.js';
import type { Strings } from '../../../../../text.js';
import type { KbArea } from '../../../catalogues.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import type { SearchStats } from '../../../domain/search/engine.js';
import { countPublished } from '../../../domain/search/search-documents.js';
import type { IndexStatus } from '../../../domain/search/search-index.js';
import { SEARCH_PATH } from './paths.js';

/** Permission required to rebuild, the same as in the REST API. */
const MAY_REBUILD = 'manage_kb_categories';

const KINDS = { empty: 'neutral', building: 'warning', ready: 'good' } as const;

/** Registers the page with the search index's status and the button that rebuilds it. */
export function registerIndexPage(area: KbArea, kb: KnowledgeBase): void {
  const { caches, db, searchIndex } = kb;

  async function countersOf(
    { state, progress, leftOut }: IndexStatus,
    { documents, terms }: SearchStats,
    { text, number }: Strings,
  ): Promise<AdminMetric[]> {
    const isBuilding = state === 'building';
    const done = isBuilding
      ? text('index.progress', { done: number(progress.done), total: number(progress.total) })
      : text('index.of', { total: number(await countPublished(db)) });
    const figure = { link: null, isWaiting: false };
    return [
      { ...figure, title: text('index.documents'), value: number(documents), text: done, isWaiting: isBuilding },
      ...(terms === null
        ? []
        : [{ ...figure, title: text('index.terms'), value: number(terms), text: text('index.terms-text') }]),
      ...(leftOut === 0
        ? []
        : [{ ...figure, title: text('index.left-out'), value: number(leftOut), text: text('index.left-out-text') }]),
    ];
  }

  area.page({
    path: SEARCH_PATH,
    title: 'search',
    section: 'content',
    order: 25,
    icon: 'search',
    scripts: ['core/live.js'],
    async load(request) {
      const { texts } = request;
      const { text, dateTime } = texts;
      const status = searchIndex.status();
      const stats = await searchIndex.stats();
      const { state, startedAt, finishedAt } = status;
      const { place } = searchIndex.capabilities;
      const mayRebuild = (await request.can(MAY_REBUILD)) && state !== 'building';
      return {
        isLive: state === 'building',
        badges: [{ text: text(`index.${state}`), kind: KINDS[state] }],
        metrics: await countersOf(status, stats, texts),
        steps: stepsForm(request, {
          label: text('tabs.index'),
          action: 'rebuild',
          buttons: mayRebuild ? [{ value: 'rebuild', label: text('index.rebuild'), kind: 'quiet' }] : [],
        }),
        sections: [
          pagePart({
            facts: factsOf([
              [text('index.engine'), text(`index.engine-${place}`)],
              [text('index.locales'), stats.locales.join(', ')],
              [text('index.started'), startedAt && dateTime(startedAt)],
              [text('index.finished'), finishedAt && dateTime(finishedAt)],
            ]),
          }),
        ],
      };
    },
    lead: 'index.lead',
    actions: {
      async rebuild(request) {
        if (!(await request.can(MAY_REBUILD))) throw formError({}, request.strings.text('admin.forbidden'));
        await caches.flush(['search'], { user: request.user, source: 'admin' });
        // An unused index is built by the first search. This builds it now.
        searchIndex.ready().catch(() => undefined);
        return { notice: { kind: 'info', text: request.texts.text('index.begun') } };
      },
    },
  });
}
