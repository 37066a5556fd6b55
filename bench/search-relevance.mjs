// Search relevance on judged collections, with original queries and one typo, vs alternative engines.
import { existsSync } from 'node:fs';
import { measure, misspell } from '../build/plugins/knowledge-base/domain/search/relevance/measures.js';
import { readAbstracts, readDocumentationPages } from './judged-collections.mjs';
import { fts5Porter, lunrDefaults, miniSearchDefaults, miniSearchExample, ours } from './search/peers.mjs';
import { round } from './statistics.mjs';

const CORPUS = process.env.MORTISE_CORPUS ?? '';
const COLLECTIONS = { kb: readDocumentationPages, vaswani: readAbstracts };
const SIDES = {
  mortise: ours,
  minisearch_defaults: miniSearchDefaults,
  minisearch_example: miniSearchExample,
  lunr: lunrDefaults,
  fts5_porter: fts5Porter,
};
/** Number of results over which precision is averaged. */
const DEPTH = 1000;

export async function run({ quick }) {
  if (!existsSync(CORPUS))
    throw new Error('MORTISE_CORPUS names no folder: relevance is measured on judged collections.');
  const rows = [];
  const ratios = {};
  const counts = {};
  for (const [name, read] of Object.entries(COLLECTIONS)) {
    const { documents, questions: all } = read(CORPUS);
    const questions = quick ? all.filter((_, index) => index % 5 === 0) : all;
    const misspelt = questions.map(({ text, relevant }, number) => ({ text: misspell(text, number), relevant }));
    counts[`${name}_documents`] = documents.length;
    counts[`${name}_queries`] = questions.length;
    let reference = 0;
    for (const [side, build] of Object.entries(SIDES)) {
      const { rank } = await build(documents);
      const ranked = (text) => rank(text, DEPTH);
      const written = await measure(questions, ranked);
      const { ndcg: withTypo } = await measure(misspelt, ranked);
      const retained = withTypo / written.ndcg;
      reference ||= written.ndcg;
      rows.push({
        collection: name,
        side,
        'nDCG@10': round(written.ndcg),
        MAP: round(written.map),
        'recall@100': round(written.recall),
        'nDCG@10 with a typo': round(withTypo),
        kept: round(retained),
      });
      counts[`${name}_ndcg_${side}`] = round(written.ndcg);
      ratios[`${name}_kept_with_a_typo_${side}`] = round(retained);
      if (side !== 'mortise') ratios[`${name}_ndcg_vs_${side}`] = round(reference / written.ndcg);
    }
  }
  return { rows, ratios, counts };
}
