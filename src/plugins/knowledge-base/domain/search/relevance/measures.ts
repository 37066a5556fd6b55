import { isSegmented } from '../tokenize.js';

/** Ranking quality, each measure from 0 to 1 and averaged over the queries. */
export interface Measures {
  /**
   * Normalized discounted cumulative gain of the first 10 results (Järvelin and Kekäläinen 2002), with grades as
   * gains.
   */
  readonly ndcg: number;
  /** Mean average precision over the whole ranking. */
  readonly map: number;
  /** Share of the relevant documents among the first 100 results. */
  readonly recall: number;
}

/** Query with its relevant documents: grades above 0, by id. */
export interface Question {
  readonly text: string;
  readonly relevant: ReadonlyMap<number, number>;
}

const CUTOFF = 10;

const RECALL_CUTOFF = 100;

/**
 * Measures a ranking over all questions.
 * @param rank ids found by a query, best first
 * @returns zeros if there are no questions
 */
export async function measure(
  questions: readonly Question[],
  rank: (text: string) => readonly number[] | Promise<readonly number[]>,
): Promise<Measures> {
  const sums = { ndcg: 0, map: 0, recall: 0 };
  for (const { text, relevant } of questions) {
    const grades = (await rank(text)).map((id) => relevant.get(id) ?? 0);
    const ideal = [...relevant.values()].sort((one, other) => other - one);
    sums.ndcg += gainOf(grades) / gainOf(ideal);
    sums.map += precisionsOf(grades) / relevant.size;
    sums.recall += grades.slice(0, RECALL_CUTOFF).filter((grade) => grade > 0).length / relevant.size;
  }
  const count = Math.max(1, questions.length);
  return { ndcg: sums.ndcg / count, map: sums.map / count, recall: sums.recall / count };
}

function gainOf(grades: readonly number[]): number {
  return grades.slice(0, CUTOFF).reduce((sum, grade, rank) => sum + grade / Math.log2(rank + 2), 0);
}

/** Sum of the precision at each relevant document. */
function precisionsOf(grades: readonly number[]): number {
  let found = 0;
  return grades.reduce((sum, grade, rank) => (grade > 0 ? sum + ++found / (rank + 1) : sum), 0);
}

/**
 * Adds a typical typo to the longest word of a query: a letter is omitted, doubled, replaced or swapped with the
 * next. Never the first letter, and never in scripts without spaces.
 * @param number number of the query, which selects letter and typo, so that every run makes the same mistakes
 */
export function misspell(query: string, number: number): string {
  const words = (query.match(/\p{L}{4,}/gu) ?? []).filter((word) => !isSegmented(word));
  const [longest] = words.sort((one, other) => other.length - one.length);
  if (longest === undefined) return query;
  const letters = [...longest];
  const at = 1 + (number % (letters.length - 2));
  const [letter = '', next = ''] = letters.slice(at);
  const typos = [[next], [letter, letter, next], [letter === 'x' ? 'y' : 'x', next], [next, letter]];
  return query.replace(longest, letters.toSpliced(at, 2, ...(typos[number % typos.length] ?? [])).join(''));
}
