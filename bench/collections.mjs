import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { renderMarkdown } from 'mortise/blocks';
import { readSource } from '../build/plugins/knowledge-base/content/import/source.js';
import { seeded } from './statistics.mjs';

const DEMO = fileURLToPath(new URL('../examples/demo-site/content', import.meta.url));

/** Search documents from the corpus if present, otherwise from the demo site's articles. */
export async function importedDocuments() {
  const corpus = process.env.MORTISE_CORPUS;
  const folders =
    corpus && existsSync(corpus)
      ? ['cncf-glossary', 'login-gov-help'].map((name) => path.join(corpus, 'knowledge-base', name))
      : [DEMO];
  const documents = [];
  for (const folder of folders) {
    const { items } = await readSource(folder);
    for (const item of items) {
      if (item.kind !== 'article') continue;
      const body = (await renderMarkdown(item.body)).text;
      documents.push({
        id: documents.length + 1,
        locale: item.locale,
        title: item.title,
        body,
        tags: item.tags,
        categories: [],
      });
    }
  }
  return documents;
}

/** Articles of 150 words with Zipf-distributed word frequencies, as in real text. */
export function syntheticDocuments(count) {
  const random = seeded(42);
  const vocabulary = Array.from({ length: 20_000 }, (_, index) => wordOf(index));
  const word = () => vocabulary[Math.min(vocabulary.length - 1, Math.floor(vocabulary.length ** random()))];
  const words = (length) => Array.from({ length }, word).join(' ');
  return Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    locale: 'en',
    title: words(5),
    body: words(150),
    tags: [],
    categories: [index % 20],
  }));
}

function wordOf(index) {
  const syllables = [
    'ka',
    'ro',
    'mi',
    'ten',
    'sul',
    'ba',
    'ver',
    'lo',
    'qui',
    'dan',
    'pe',
    'xor',
    'ni',
    'tra',
    'gu',
    'fel',
  ];
  let word = '';
  for (let rest = index + 16; rest > 0; rest = Math.floor(rest / 16)) word += syllables[rest % 16];
  return word;
}

/** Queries of one to three words from the documents. Every third one has a typo. */
export function queriesFor(documents, count) {
  const random = seeded(7);
  return Array.from({ length: count }, (_, index) => {
    const document = documents[Math.floor(random() * documents.length)];
    const words = `${document.title} ${document.body.slice(0, 400)}`
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .filter((word) => word.length > 3);
    const chosen = Array.from(
      { length: 1 + (index % 3) },
      () => words[Math.floor(random() * words.length)] ?? 'article',
    );
    if (index % 3 === 0 && chosen[0].length > 5) chosen[0] = chosen[0].slice(0, 2) + chosen[0].slice(3);
    return { query: chosen.join(' '), locale: document.locale };
  });
}
