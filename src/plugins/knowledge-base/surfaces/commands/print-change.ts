import type { CommandContext, CommandOption } from '../../../../operations.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import type { Actor } from '../../domain/articles/actor.js';
import type { Article } from '../../domain/articles/article.js';
import { describeArticle } from './describe-article.js';
import { change } from './dry-run.js';

/** Option of commands that create something. */
export const PORCELAIN: CommandOption = { flags: '--porcelain', description: 'print only its ID' };

/** Writes an article as the command's user and prints the result. With `--dry-run`, rolls back. */
export function printChange(kb: KnowledgeBase) {
  return async (command: CommandContext, write: (actor: Actor) => Promise<Article>): Promise<void> => {
    const { options, output, user } = command;
    const row = await change(kb, command, async () => describeArticle(kb, await write({ user, source: 'cli' })));
    if (options.porcelain === true) output.text(String(row.id));
    else output.record(row);
  };
}
