import { readFile } from 'node:fs/promises';
import { HostError } from '../../../../index.js';
import type { OwnedCommands } from '../../../../operations.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { SYSTEM } from '../../domain/access/viewer.js';
import { isPublic } from '../../domain/articles/article.js';
import { type Judgement, parseJudgements, parseQueries } from '../../domain/search/relevance/judgements.js';
import { type Measures, measure, misspell, type Question } from '../../domain/search/relevance/measures.js';
import { assertQuery } from '../../domain/search/search-service.js';

/** Maximum characters of a judged query. Published collections have queries of several sentences. */
const MAX_LENGTH = 10_000;

/** `mortise kb evaluate`: measures how changes of terms, titles or synonyms affect search. */
export function registerEvaluateCommand(cli: OwnedCommands, kb: KnowledgeBase): void {
  cli.command('kb evaluate', {
    summary: 'Evaluate search with judged queries: nDCG@10, MAP and recall, and the share that remains with one typo',
    arguments: [
      {
        name: 'queries',
        description: 'queries file: {"id": "1", "text": "reset password"} per line, or both separated by a tab',
      },
      {
        name: 'judgements',
        description: 'judgements file with article IDs or paths: {"q": "1", "d": "42"} per line, or "1 0 42 1"',
      },
    ],
    options: [{ flags: '--locale <locale>', description: "language; default: the site's" }],
    async run({ args, options, output }) {
      const locale = String(options.locale ?? kb.site.locale).toLowerCase();
      const [queryFile, judgementFile] = [args.queries ?? '', args.judgements ?? ''];
      const queries = parseQueries(await textOf(queryFile), queryFile);
      for (const query of queries.values()) assertQuery(query, MAX_LENGTH);
      const judgements = parseJudgements(await textOf(judgementFile), judgementFile);
      const { questions, unknown, unasked } = await questionsOf(kb, locale, queries, judgements);
      if (questions.length === 0) {
        const message = `No query of ${queryFile} has a judgement in ${judgementFile} for an existing article. Use article IDs or paths.`;
        throw new HostError('vendor_kb_judgements_invalid', message, { status: 422 });
      }
      await kb.searchIndex.ready();
      const rank = (text: string) => kb.search.rank(text, { locale, viewer: SYSTEM, maxLength: MAX_LENGTH + 1 });
      const written = await measure(questions, rank);
      const misspelt = await measure(questions.map(misspeltQuestion), rank);
      const ofWritten = written.ndcg === 0 ? null : rounded(misspelt.ndcg / written.ndcg);
      output.rows(
        [
          { queries: 'as written', ...roundedMeasures(written), kept: 1 },
          { queries: 'with one typo', ...roundedMeasures(misspelt), kept: ofWritten },
        ],
        ['queries', 'ndcg_10', 'map', 'recall_100', 'kept'],
      );
      output.note(`${questions.length} queries evaluated.`);
      if (unknown > 0) output.note(`${unknown} judgements skipped: not a published article in ${locale}.`);
      if (unasked > 0) output.note(`${unasked} queries skipped: no judgement.`);
    },
  });
}

/** Reads the questions. Deleted articles do not count against search. */
async function questionsOf(
  { articles }: KnowledgeBase,
  locale: string,
  queries: ReadonlyMap<string, string>,
  judgements: readonly Judgement[],
): Promise<{ questions: Question[]; unknown: number; unasked: number }> {
  const ids = await idsOf(articles, locale, new Set(judgements.map(({ document }) => document)));
  const relevant = new Map<string, Map<number, number>>();
  for (const { query, document, grade } of judgements) {
    const id = ids.get(document);
    if (id !== undefined && grade > 0) relevant.set(query, (relevant.get(query) ?? new Map()).set(id, grade));
  }
  const questions = [...queries].flatMap(([id, text]) => {
    const judged = relevant.get(id);
    return judged ? [{ text, relevant: judged }] : [];
  });
  return {
    questions,
    unknown: judgements.filter(({ document }) => !ids.has(document)).length,
    unasked: queries.size - questions.length,
  };
}

/** Returns ids of published articles of a locale by their names in the judgments. */
async function idsOf(
  articles: KnowledgeBase['articles'],
  locale: string,
  names: ReadonlySet<string>,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const name of names) {
    const article = isId(name) ? await articles.get(Number(name)) : await articles.byPath(locale, name);
    if (article && article.locale === locale && isPublic(article)) ids.set(name, article.id);
  }
  return ids;
}

function misspeltQuestion({ text, relevant }: Question, number: number): Question {
  return { text: misspell(text, number), relevant };
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `${file} cannot be read: ${reason}. Choose an existing file.`;
    throw new HostError('vendor_kb_judgements_invalid', message, { status: 422 }, { cause });
  }
}

function isId(name: string): boolean {
  return /^[1-9]\d{0,15}$/.test(name);
}

function roundedMeasures({ ndcg, map, recall }: Measures) {
  return { ndcg_10: rounded(ndcg), map: rounded(map), recall_100: rounded(recall) };
}

function rounded(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}
