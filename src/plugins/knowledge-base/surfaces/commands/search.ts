import type { CommandOption, OwnedCommands } from '../../../../operations.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { SYSTEM } from '../../domain/access/viewer.js';
import { countPublished } from '../../domain/search/search-documents.js';
import { assertQuery } from '../../domain/search/search-service.js';
import { DRY_RUN, noteDryRun } from './dry-run.js';

const LOCALE: CommandOption = { flags: '--locale <locale>', description: "language; default: the site's" };
const LIMIT: CommandOption = {
  flags: '--limit <number>',
  description: 'maximum number of results',
  default: 10,
  integer: { minimum: 1, maximum: 50 },
};

/** `mortise kb search` and `mortise kb index ...` */
export function registerSearchCommands(cli: OwnedCommands, kb: KnowledgeBase): void {
  const localeOf = (locale: unknown): string => String(locale ?? kb.site.locale).toLowerCase();

  cli.command('kb search', {
    summary: 'Search published articles',
    arguments: [{ name: 'query', description: 'search query' }],
    options: [LOCALE, LIMIT],
    async run({ args, options, output }) {
      await kb.searchIndex.ready();
      const response = await kb.search.search({
        query: args.query ?? '',
        locale: localeOf(options.locale),
        page: 1,
        perPage: Number(options.limit),
        viewer: SYSTEM,
      });
      const rows = response.results.map(({ type, id, title, score, link, highlights }) => ({
        type,
        id,
        title,
        score,
        link,
        snippet: highlights.find(({ field }) => field === 'content')?.fragments[0]?.text ?? '',
      }));
      output.rows(rows, ['id', 'title', 'score', 'snippet'], response.total);
      for (const { from, to } of response.corrections) output.note(`Showing results for "${to}" instead of "${from}".`);
      output.note(`${response.total} results in ${response.took_ms} ms.`);
    },
  });

  cli.command('kb index rebuild', {
    summary: 'Rebuild the search index from the database and show its size',
    options: [DRY_RUN],
    async run({ options, output }) {
      if (options.dryRun === true) {
        const { published, changes, lastChange } = await countIndexed(kb);
        output.record({ published, changes, last_change: lastChange });
        noteDryRun(output);
        return;
      }
      const start = performance.now();
      await kb.searchIndex.rebuild();
      const { documents, terms, locales } = await kb.searchIndex.stats();
      output.record({ documents, terms, locales: locales.join(','), ms: Math.round(performance.now() - start) });
    },
  });

  cli.command('kb index status', {
    summary: 'Compare the search index with the published articles, and show its details',
    async run({ output }) {
      await kb.searchIndex.ready();
      const { documents, terms, locales } = await kb.searchIndex.stats();
      const { published, changes, lastChange } = await countIndexed(kb);
      const { leftOut } = kb.searchIndex.status();
      const inStep = documents + leftOut === published;
      output.record({
        in_step: inStep,
        published,
        documents,
        left_out: leftOut,
        terms,
        locales: locales.join(','),
        changes,
        last_change: lastChange,
      });
      return inStep ? 0 : 1;
    },
  });

  cli.command('kb index query', {
    summary: 'Query the search index directly: scores and matched terms',
    arguments: [{ name: 'query', description: 'search query' }],
    options: [LOCALE, LIMIT],
    async run({ args, options, output }) {
      await kb.searchIndex.ready();
      const query = {
        query: assertQuery(args.query ?? ''),
        locale: localeOf(options.locale),
        page: 1,
        perPage: Number(options.limit),
      };
      const { hits, total, corrections } = await kb.searchIndex.query(query);
      const titles = new Map((await kb.articles.getMany(hits.map(({ id }) => id))).map(({ id, title }) => [id, title]));
      output.rows(
        hits.map(({ id, score, matched }) => ({ id, score, matched: matched.join(' '), title: titles.get(id) ?? '' })),
        ['id', 'score', 'matched', 'title'],
      );
      for (const { from, to } of corrections) output.note(`Showing results for "${to}" instead of "${from}".`);
      output.note(`${total} found.`);
    },
  });
}

async function countIndexed({ db }: Pick<KnowledgeBase, 'db'>) {
  const [published, changes] = await Promise.all([
    countPublished(db),
    db.query
      .selectFrom('kb_search_changes')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('created_at').as('last')])
      .executeTakeFirst(),
  ]);
  return {
    published,
    changes: Number(changes?.count ?? 0),
    lastChange: changes?.last ?? null,
  };
}
