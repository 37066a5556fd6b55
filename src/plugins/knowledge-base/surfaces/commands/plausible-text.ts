import type { ArticleInput } from '../../domain/articles/article.js';

const SUBJECTS = ['printer', 'account', 'invoice', 'backup', 'network', 'calendar', 'report', 'licence', 'password'];
const TASKS = ['Set up', 'Repair', 'Understand', 'Move', 'Share', 'Protect', 'Remove', 'Renew'];
const PLACES = ['at home', 'in the office', 'on a phone', 'for a team', 'without an administrator', 'on the first day'];
const VERBS = ['opens', 'shows', 'keeps', 'needs', 'changes', 'sends', 'checks', 'finds'];
const ADJECTIVES = ['new', 'shared', 'old', 'local', 'secure', 'large', 'hidden', 'second'];
const OPENINGS = ['After a while', 'In most cases', 'Sometimes', 'Before that', 'As a rule', 'With a little luck'];
const HEADINGS = ['Before you begin', 'Step by step', 'When it does not work', 'What happens next', 'Good to know'];

type PlausibleArticle = Required<Pick<ArticleInput, 'title' | 'content' | 'tags'>>;

/** Generates realistic articles with headings, paragraphs and steps. @param seed same seed, same articles */
export function createPlausibleText(seed: number): () => PlausibleArticle {
  const random = createRandom(seed);
  const below = (end: number): number => Math.floor(random() * end);
  const pick = (words: readonly string[]): string => words[below(words.length)] ?? '';
  const some = <T>(least: number, most: number, make: () => T): T[] =>
    Array.from({ length: least + below(most - least + 1) }, make);

  const sentence = (): string =>
    `${pick(OPENINGS)} the ${pick(ADJECTIVES)} ${pick(SUBJECTS)} ${pick(VERBS)} the ${pick(ADJECTIVES)} ${pick(SUBJECTS)}.`;
  const paragraph = (): string => some(2, 5, sentence).join(' ');
  const steps = (): string =>
    some(3, 6, sentence)
      .map((step) => `1. ${step}`)
      .join('\n');
  const section = (): string => `## ${pick(HEADINGS)}\n\n${paragraph()}\n\n${random() < 0.4 ? steps() : paragraph()}`;

  return () => {
    const subject = pick(SUBJECTS);
    return {
      title: `${pick(TASKS)} the ${pick(ADJECTIVES)} ${subject} ${pick(PLACES)}`,
      content: `${[paragraph(), ...some(1, 4, section)].join('\n\n')}\n`,
      tags: [...new Set([subject, pick(SUBJECTS)])],
    };
  };
}

/**
 * Creates a seeded generator of numbers from 0 to 1.
 * Linear congruential (Numerical Recipes), good enough for words.
 */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
