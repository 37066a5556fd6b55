import type { PluginContext } from '../../../../index.js';
import type { CommandContext, ExitCode, OwnedCommands } from '../../../../operations.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import {
  ARTICLE_STATUSES,
  type Article,
  type ArticleInput,
  type ArticleStatus,
} from '../../domain/articles/article.js';
import { describeArticle } from './describe-article.js';
import { change, DRY_RUN } from './dry-run.js';
import { authorOf, ID } from './option-values.js';
import { PORCELAIN } from './print-change.js';

/** `mortise kb article generate` */
export function registerGenerateCommand(cli: OwnedCommands, kb: KnowledgeBase, users: PluginContext['users']): void {
  cli.command('kb article generate', {
    summary: 'Generate articles with placeholder text for testing',
    options: [
      {
        flags: '--count <number>',
        description: 'how many',
        default: 10,
        integer: { minimum: 1, maximum: 100_000 },
      },
      {
        flags: '--seed <number>',
        description: 'seed; the same seed generates the same texts',
        default: 1,
        integer: { minimum: 0, maximum: 4_294_967_295 },
      },
      {
        flags: '--status <status>',
        description: 'state',
        choices: ARTICLE_STATUSES.filter((status) => status !== 'future' && status !== 'trash'),
        default: 'draft',
      },
      { flags: '--category <id>', description: 'category of the articles', integer: ID },
      {
        flags: '--locale <locale>',
        description: "language; default: the category's or the site's",
      },
      { flags: '--author <user>', description: 'ID or login of the author' },
      { ...PORCELAIN, description: 'print only the IDs' },
      DRY_RUN,
    ],
    run: (command) => change(kb, command, () => generate(kb, users, command)),
  });
}

async function generate(
  kb: KnowledgeBase,
  users: PluginContext['users'],
  { options, output, user, signal }: CommandContext,
): Promise<ExitCode> {
  const count = Number(options.count);
  const category = options.category === undefined ? null : kb.categories.get(Number(options.category));
  const author = (await authorOf(users, options.author)) ?? user;
  const write = createPlausibleText(Number(options.seed));
  const shared = {
    status: options.status as ArticleStatus,
    locale: String(options.locale ?? category?.locale ?? kb.site.locale).toLowerCase(),
    categoryIds: category ? [category.id] : [],
  };
  const written: Article[] = [];
  const bar = output.progress('Writing', count);
  try {
    while (written.length < count && !signal.aborted) {
      written.push(await kb.articles.create({ ...shared, ...write() }, { user: author, source: 'cli' }));
      bar.advance();
    }
  } finally {
    bar.stop();
  }
  if (options.porcelain === true) output.text(written.map(({ id }) => id).join('\n'));
  else {
    output.rows(
      written.map((article) => describeArticle(kb, article)),
      ['id', 'title', 'status', 'locale', 'path'],
    );
  }
  return signal.aborted ? 130 : 0;
}

const SUBJECTS = ['printer', 'account', 'invoice', 'backup', 'network', 'calendar', 'report', 'licence', 'password'];

const TASKS = ['Set up', 'Repair', 'Understand', 'Move', 'Share', 'Protect', 'Remove', 'Renew'];

const PLACES = ['at home', 'in the office', 'on a phone', 'for a team', 'without an administrator', 'on the first day'];

const VERBS = ['opens', 'shows', 'keeps', 'needs', 'changes', 'sends', 'checks', 'finds'];

const ADJECTIVES = ['new', 'shared', 'old', 'local', 'secure', 'large', 'hidden', 'second'];

const OPENINGS = ['After a while', 'In most cases', 'Sometimes', 'Before that', 'As a rule', 'With a little luck'];

const HEADINGS = ['Before you begin', 'Step by step', 'When it does not work', 'Next steps', 'Good to know'];

type PlausibleArticle = Required<Pick<ArticleInput, 'title' | 'content' | 'tags'>>;

/** Generates realistic articles with headings, paragraphs and steps. @param seed same seed, same articles */
function createPlausibleText(seed: number): () => PlausibleArticle {
  const random = createRandom(seed);
  const below = (end: number): number => Math.floor(random() * end);
  const pick = (choices: readonly string[]): string => choices[below(choices.length)] ?? '';
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
