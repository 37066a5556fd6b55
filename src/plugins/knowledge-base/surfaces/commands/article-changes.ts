import type { Users } from '../../../../access.js';
import type { OwnedCommands } from '../../../../operations.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { keepRule } from '../../domain/access/keep-rule.js';
import { invalidParam } from '../../domain/errors.js';
import { INPUT_OPTIONS, readInput } from './article-input.js';
import { describeArticle, mustGetArticle } from './describe-article.js';
import { change, DRY_RUN } from './dry-run.js';
import { forEachId } from './each-id.js';
import { authorOf, ID } from './option-values.js';
import { PORCELAIN, printChange } from './print-change.js';
import { RULE_OPTIONS, readRule } from './rule-option.js';

/** `mortise kb article create`, `update`, `delete` */
export function registerArticleChangeCommands(cli: OwnedCommands, kb: KnowledgeBase, users: Users): void {
  const { articles } = kb;
  const print = printChange(kb);

  cli.command('kb article create', {
    summary: 'Create an article',
    options: [
      ...INPUT_OPTIONS,
      ...RULE_OPTIONS,
      { flags: '--locale <locale>', description: "language; default: the site's" },
      { flags: '--author <user>', description: 'ID or login of the author; default: --user' },
      PORCELAIN,
      DRY_RUN,
    ],
    async run(command) {
      const { options, user } = command;
      const { title, ...input } = await readInput(options);
      if (title === undefined) throw invalidParam('title', 'An article requires a title. Add --title "...".');
      const rule = await readRule(options);
      const author = (await authorOf(users, options.author)) ?? user;
      const locale = String(options.locale ?? kb.site.locale);
      await print(command, async () => {
        const ruleId = rule && (await keepRule(kb, rule, null));
        return articles.create({ ...input, title, locale, ...given({ ruleId }) }, { user: author, source: 'cli' });
      });
    },
  });

  cli.command('kb article update', {
    summary: 'Update an article; omitted options keep their value',
    arguments: [{ name: 'id', description: 'ID of the article' }],
    options: [
      ...INPUT_OPTIONS,
      ...RULE_OPTIONS,
      {
        flags: '--expected-version <number>',
        description: 'fail if the article has another version',
        integer: ID,
      },
      DRY_RUN,
    ],
    async run(command) {
      const { args, options } = command;
      const before = await mustGetArticle(kb, args.id);
      const [input, rule] = [await readInput(options), await readRule(options)];
      if (Object.keys(input).length === 0 && !rule) {
        throw invalidParam('id', 'Pass at least one option to change, such as --title. See --help.');
      }
      const expected = options.expectedVersion === undefined ? undefined : Number(options.expectedVersion);
      await print(command, async (actor) => {
        const ruleId = rule && (await keepRule(kb, rule, kb.access.rules.get(before.ruleId)));
        return articles.update(before.id, { ...input, ...given({ ruleId }) }, actor, expected);
      });
    },
  });

  cli.command('kb article delete', {
    summary: 'Move articles to the trash, or delete them permanently',
    arguments: [{ name: 'ids', description: 'IDs of the articles', variadic: true }],
    options: [{ flags: '--force', description: 'delete permanently' }, DRY_RUN],
    async run(command) {
      const { values, options, output, user } = command;
      const actor = { user, source: 'cli' } as const;
      const { done, code } = await change(kb, command, () =>
        forEachId(values, command, async (asked) => {
          const { id } = await mustGetArticle(kb, asked);
          if (options.force !== true) return describeArticle(kb, await articles.update(id, { status: 'trash' }, actor));
          return { ...describeArticle(kb, await articles.delete(id, actor)), status: 'deleted' };
        }),
      );
      output.rows(done, ['id', 'title', 'status', 'locale', 'path']);
      const where = options.force === true ? 'deleted' : 'in the trash';
      if (options.dryRun !== true) output.note(`${done.length} of ${values.length} articles are ${where}.`);
      return code;
    },
  });
}

/** Omits `ruleId` if it was not given. */
function given({ ruleId }: { readonly ruleId: number | null | undefined }): { ruleId?: number | null } {
  return ruleId === undefined ? {} : { ruleId };
}
