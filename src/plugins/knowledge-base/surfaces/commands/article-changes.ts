import type { Users } from '../../../../access.js';
import type { CommandOption, OwnedCommands } from '../../../../operations.js';
import { createValidators } from '../../../../rest.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { keepRule } from '../../domain/access/keep-rule.js';
import { ACCESS_MODES, type AccessRuleInput } from '../../domain/access/rule.js';
import { invalidParam } from '../../domain/errors.js';
import { ACCESS_RULE_ARG } from '../routes/access-rule.js';
import { INPUT_OPTIONS, readInput, readSource } from './article-input.js';
import { describeArticle, mustGetArticle } from './describe-article.js';
import { change, DRY_RUN } from './dry-run.js';
import { forEachId } from './each-id.js';
import { authorOf, ID } from './option-values.js';
import { PORCELAIN, printChange } from './print-change.js';

/** Access rule options. Pass a password in a file: other users of the machine can see arguments. */
const RULE_OPTIONS: readonly CommandOption[] = [
  {
    flags: '--rule <rule>',
    description: 'access rule: "public", "logged_in", "nobody", "inherit", or JSON in the format of access_rule',
  },
  { flags: '--rule-file <file>', description: 'file with this JSON; "-": standard input' },
];

/** Modes that need no further values. */
const WORDS: readonly string[] = [...ACCESS_MODES, 'inherit'];

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
        return articles.create({ ...input, title, locale, ...ruleFields({ ruleId }) }, { user: author, source: 'cli' });
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
        return articles.update(before.id, { ...input, ...ruleFields({ ruleId }) }, actor, expected);
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
        forEachId(values, command, async (articleId) => {
          const { id } = await mustGetArticle(kb, articleId);
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
function ruleFields({ ruleId }: { readonly ruleId: number | null | undefined }): { ruleId?: number | null } {
  return ruleId === undefined ? {} : { ruleId };
}

/** Reads the access rule. @throws HostError 400 `vendor_kb_invalid_param`, `cli_file_unreadable` */
async function readRule(options: Readonly<Record<string, unknown>>): Promise<AccessRuleInput | undefined> {
  const { rule, ruleFile } = options;
  const text = ruleFile === undefined ? rule : await readSource(String(ruleFile));
  if (text === undefined) return undefined;
  const value = parse(String(text).trim());
  const [wrong] = Object.values(createValidators()({ access_rule: ACCESS_RULE_ARG })({ access_rule: value }));
  if (wrong) throw invalidParam('access_rule', wrong.message);
  return value as AccessRuleInput;
}

function parse(text: string): unknown {
  if (WORDS.includes(text)) return { mode: text };
  try {
    return JSON.parse(text);
  } catch {
    throw invalidParam(
      'access_rule',
      `--rule must be one of ${WORDS.join(', ')}, or JSON such as {"mode":"roles","roles":["editor"]}, not "${text}".`,
    );
  }
}
