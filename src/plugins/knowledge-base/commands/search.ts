import type { OwnedCommands } from '../../../index.js';
import { SYSTEM } from '../access/viewer.js';
import type { KnowledgeBase } from '../knowledge-base.js';

/** `mortise kb search` and `mortise kb index ...` */
export function registerSearchCommands(cli: OwnedCommands, kb: KnowledgeBase): void {
  cli.command('kb search', {
    summary: 'Search the published articles',
    arguments: [{ name: 'query', description: 'what to look for' }],
    options: [
      { flags: '--locale <locale>', description: "language, default the site's" },
      {
        flags: '--limit <number>',
        description: 'at most so many hits',
        default: 10,
        integer: { minimum: 1, maximum: 50 },
      },
    ],
    async run({ args, options, output }) {
      await kb.searchIndex.ready();
      const answer = await kb.search.search({
        query: args.query ?? '',
        locale: String(options.locale ?? kb.site.locale).toLowerCase(),
        page: 1,
        perPage: Number(options.limit),
        viewer: SYSTEM,
      });
      const rows = answer.results.map(({ type, id, title, score, link, highlights }) => ({
        type,
        id,
        title,
        score,
        link,
        snippet: highlights.find(({ field }) => field === 'content')?.fragments[0]?.text ?? '',
      }));
      output.rows(rows, ['id', 'title', 'score', 'snippet']);
      for (const { from, to } of answer.corrections) output.note(`"${from}" was read as "${to}".`);
      output.note(`${answer.total} found in ${answer.took_ms} ms.`);
    },
  });

  cli.command('kb index rebuild', {
    summary: 'Build the search index from the database and say how large it is',
    async run({ output }) {
      const start = performance.now();
      await kb.searchIndex.rebuild();
      const { documents, terms, locales } = kb.searchIndex.stats();
      output.record({ documents, terms, locales: locales.join(','), ms: Math.round(performance.now() - start) });
    },
  });
}
