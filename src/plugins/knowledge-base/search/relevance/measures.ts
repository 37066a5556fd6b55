/** How well rankings answer queries; each is a share of 1, the mean over the queries. */
export interface Measures {
  /** Normalised discounted cumulative gain of the first ten (Järvelin and Kekäläinen 2002); a grade is its gain. */
  readonly ndcg: number;
  /** Mean average precision over the whole ranking. */
  readonly map: number;
  /** Of the relevant documents, those among the first hundred. */
  readonly recall: number;
}

/** A query with the documents that answer it: grades above 0, by id. */
export interface Question {
  readonly text: string;
  readonly relevant: ReadonlyMap<number, number>;
}

const SHOWN = 10;
const RECALLED = 100;

/**
 * Asks every question.
 * @param rank ids of what a query finds, the best first
 * @returns zeros where there are no questions
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
    sums.recall += grades.slice(0, RECALLED).filter((grade) => grade > 0).length / relevant.size;
  }
  const count = Math.max(1, questions.length);
  return { ndcg: sums.ndcg / count, map: sums.map / count, recall: sums.recall / count };
}

function gainOf(grades: readonly number[]): number {
  return grades.slice(0, SHOWN).reduce((sum, grade, rank) => sum + grade / Math.log2(rank + 2), 0);
}

/** The precision at each relevant document, added up. */
function precisionsOf(grades: readonly number[]): number {
  let found = 0;
  return grades.reduce((sum, grade, rank) => (grade > 0 ? sum + ++found / (rank + 1) : sum), 0);
}
