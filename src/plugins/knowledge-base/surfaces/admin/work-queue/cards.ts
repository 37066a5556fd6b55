import type { AdminRequest } from '../../../../../admin.js';
import type { PluginContext } from '../../../../../index.js';
import type { Strings } from '../../../../../text.js';
import { kbTexts, kbTitle } from '../../../catalogues.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import type { Overview, OverviewTotals } from '../../../content/statistics/overview.js';
import { KB_STATISTICS_PATH } from '../statistics/paths.js';
import { countWork } from './count-work.js';
import { WORK_PATH } from './frame.js';

const FIGURES = [
  { name: 'views', total: 'views' },
  { name: 'searches', total: 'searches' },
  { name: 'unfound', total: 'zero_result_searches' },
  { name: 'clicks', total: 'click_through_rate' },
] as const satisfies readonly { readonly name: string; readonly total: keyof OverviewTotals }[];

/** Registers the dashboard cards: the amount of pending work and a week of usage. */
export function registerWorkCards({ admin }: Pick<PluginContext, 'admin'>, kb: KnowledgeBase): void {
  /** Shares one query among all cards of a dashboard. */
  const looks = new WeakMap<object, Promise<Overview>>();
  function overviewFor(request: AdminRequest): Promise<Overview> {
    const known = looks.get(request);
    if (known) return known;
    const look = kb.statistics.overview({ period: '7d', compare: 'previous' });
    looks.set(request, look);
    return look;
  }

  admin.card({
    title: kbTitle('work.title'),
    capability: 'edit_kb_articles',
    order: 10,
    async load(request) {
      const texts = kbTexts(kb.site);
      return {
        value: texts.number(await countWork(kb, request)),
        text: texts.text('work.waiting'),
        link: { label: texts.text('work.title'), link: request.link(WORK_PATH) },
      };
    },
  });
  for (const [index, { name, total }] of FIGURES.entries()) {
    admin.card({
      title: kbTitle(`card.${name}`),
      capability: 'view_kb_stats',
      order: 11 + index,
      async load(request) {
        const texts = kbTexts(kb.site);
        const { totals, change } = await overviewFor(request);
        return {
          value: name === 'clicks' ? percentText(totals[total], texts) : texts.number(totals[total] ?? 0),
          text: changeText(change?.[total] ?? null, texts),
          link: { label: texts.text('card.look'), link: request.link(KB_STATISTICS_PATH, { period: '7d' }) },
        };
      },
    });
  }
}

function percentText(share: number | null, { locale }: Strings): string {
  if (share === null) return '–';
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(share);
}

function changeText(change: number | null, { text, locale }: Strings): string {
  if (change === null) return text('card.week');
  const format = new Intl.NumberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  });
  return text('card.week-change', { change: format.format(change / 100) });
}
