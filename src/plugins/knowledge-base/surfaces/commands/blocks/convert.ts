import type { ConvertedFormat } from '../../../../../blocks.js';
import type { CommandContext, ExitCode, OwnedCommands, Row } from '../../../../../operations.js';
import type { Conversion } from '../../../content/conversions/conversions.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import type { Article } from '../../../domain/articles/article.js';
import { readSource } from '../article-input.js';
import { chosenIds, FROM, formatOfFile } from '../blocks.js';
import { mustGetArticle } from '../describe-article.js';
import { DRY_RUN, noteDryRun } from '../dry-run.js';
import { forEachId } from '../each-id.js';
import { PORCELAIN } from '../print-change.js';

const COLUMNS = ['id', 'title', 'from', 'to', 'added', 'removed', 'same_text', 'version'] as const;

/** `mortise blocks convert` */
export function registerBlockConvertCommand(cli: OwnedCommands, kb: KnowledgeBase): void {
  cli.command('blocks convert', {
    summary: 'Convert articles or a file from Markdown or HTML to blocks, or from blocks to Markdown',
    arguments: [{ name: 'ids', description: 'IDs of articles', optional: true, variadic: true }],
    options: [
      { flags: '--to <format>', description: 'target format', choices: ['blocks', 'markdown'], default: 'blocks' },
      { flags: '--all', description: 'all articles in other formats' },
      { flags: '--file <file>', description: 'convert a file and print it; "-": standard input' },
      FROM,
      { ...PORCELAIN, description: 'print only the IDs of converted articles' },
      { ...DRY_RUN, description: 'only show the diff' },
    ],
    async run(command) {
      const to = command.options.to as ConvertedFormat;
      return command.options.file === undefined ? convertArticles(kb, command, to) : convertFile(kb, command, to);
    },
  });
}

async function convertFile(
  kb: KnowledgeBase,
  { options, output, user }: CommandContext,
  to: ConvertedFormat,
): Promise<ExitCode> {
  const file = String(options.file);
  const content = await readSource(file);
  const source = { content, contentFormat: formatOfFile(file, content, options.from), locale: kb.site.locale };
  const conversion = await kb.conversions.plan(source, to, { user, source: 'cli' });
  output.text(options.dryRun === true ? conversion.diff.unified : conversion.content);
  if (conversion.textDiff.unified !== '') output.warn(`The visible text would change:\n${conversion.textDiff.unified}`);
  return 0;
}

async function convertArticles(kb: KnowledgeBase, command: CommandContext, to: ConvertedFormat): Promise<ExitCode> {
  const { options, output, user } = command;
  const actor = { user, source: 'cli' } as const;
  const isDryRun = options.dryRun === true;
  const ids = await chosenIds(kb, command, ({ contentFormat }) => contentFormat !== to);
  const bar = output.progress('Converting', ids.length);
  try {
    const { done, code } = await forEachId(ids, command, async (id) => {
      const before = await mustGetArticle(kb, id);
      const row = isDryRun
        ? describe(before, await kb.conversions.plan(before, to, actor))
        : await kb.conversions
            .convert(before, to, actor)
            .then(({ article, conversion }) => describe(article, conversion));
      bar.advance();
      return row;
    });
    bar.stop();
    print(command, done);
    const changedTexts = done.filter(({ same_text }) => !same_text).length;
    if (changedTexts > 0)
      output.warn(`In ${changedTexts} of them the visible text changes. Use --dry-run --format=json for details.`);
    if (isDryRun) noteDryRun(output);
    else output.note(`${done.length} of ${ids.length} articles converted.`);
    return code;
  } finally {
    bar.stop();
  }
}

/** Prints differences of a dry run for people; machine-readable output includes them anyway. */
function print({ options, output }: CommandContext, rows: readonly ReturnType<typeof describe>[]): void {
  if (options.porcelain === true) output.text(rows.map(({ id }) => id).join('\n'));
  else if (options.dryRun === true && options.format === 'table' && options.field === undefined) {
    output.text(rows.map(({ id, title, diff }) => `article ${id}: ${title}\n${diff}`).join('\n'));
  } else output.rows(rows, COLUMNS);
}

function describe({ id, title, version }: Article, { from, to, diff, textDiff }: Conversion) {
  const { added, removed, unified } = diff;
  return {
    id,
    title,
    from,
    to,
    added,
    removed,
    version,
    same_text: textDiff.unified === '',
    diff: unified,
    text_diff: textDiff.unified,
  } satisfies Row;
}
