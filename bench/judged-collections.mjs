// Judged collections of the corpus as search documents, queries and judgments, with numbered documents.
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Documentation pages with questions as users type them. @param corpus folder of the corpus */
export function readDocumentationPages(corpus) {
  const folder = path.join(corpus, 'search', 'kb');
  const numbers = new Map();
  const documents = readLines(folder, 'docs.jsonl').map((line, number) => {
    const { id, title, body } = JSON.parse(line);
    numbers.set(id, number);
    return toDocument(number, title, body);
  });
  const queries = readLines(folder, 'queries.jsonl').map((line) => JSON.parse(line));
  const judgements = readLines(folder, 'qrels.jsonl').map((line) => JSON.parse(line));
  return {
    documents,
    questions: toQuestions(
      queries.map(({ id, text }) => [id, text]),
      judgements.map(({ q, d }) => [q, numbers.get(d) ?? -1, 1]),
    ),
  };
}

/** Abstracts without titles, with sentence-length queries. @param corpus folder of the corpus */
export function readAbstracts(corpus) {
  const folder = path.join(corpus, 'search', 'vaswani');
  const read = (file, record) =>
    [...readFileSync(path.join(folder, file), 'utf8').matchAll(record)].map(([, id, text]) => [id, text.trim()]);
  return {
    documents: read('doc-text.trec', /<DOCNO>(\d+)<\/DOCNO>\n([\s\S]*?)<\/DOC>/g).map(([id, body]) =>
      toDocument(Number(id), '', body),
    ),
    questions: toQuestions(
      read('query-text.trec', /<num>(\d+)<\/num><title>\n([\s\S]*?)<\/title>/g),
      readLines(folder, 'qrels')
        .map((line) => line.split(/\s+/))
        .map(([query, , document, grade]) => [query, Number(document), Number(grade)]),
    ),
  };
}

function toDocument(id, title, body) {
  return { id, locale: 'en', title, body, tags: [], categories: [] };
}

/** Ordered like the judgments. Queries without a judgment are omitted. */
function toQuestions(queries, judgements) {
  const texts = new Map(queries);
  const questions = new Map();
  for (const [query, document, grade] of judgements) {
    if (grade <= 0) continue;
    if (!questions.has(query)) questions.set(query, { text: texts.get(query) ?? '', relevant: new Map() });
    questions.get(query).relevant.set(document, grade);
  }
  return [...questions.values()];
}

function readLines(folder, file) {
  return readFileSync(path.join(folder, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}
