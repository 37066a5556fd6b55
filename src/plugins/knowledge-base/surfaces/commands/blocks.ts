import path from 'node:path';
import { mayHoldBlocks, type PlacedFault } from '../../../../blocks.js';
import type { ContentFormat } from '../../../../content.js';
import type { PluginContext } from '../../../../index.js';
import type { CommandOption, ExitCode, OwnedCommands, Row } from '../../../../operations.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { viewerOfAccount } from '../../domain/access/viewer.js';
import { EVERYTHING } from '../../domain/access/visibility.js';
import { ARTICLE_STATUSES, type Article } from '../../domain/articles/article.js';
import { findArticles } from '../../domain/articles/article-query.js';
import { invalidParam } from '../../domain/errors.js';
import { readSource } from './article-input.js';
import { mustGetArticle } from './describe-article.js';
import { authorOf } from './option-values.js';

const FORMATS: readonly ContentFormat[] = ['blocks', 'markdown', 'html'];

/** Option of commands that read text from a file. */
export const FROM: CommandOption = {
  flags: '--from <format>',
  description: 'format of the file; default: from its name (.md, .html), or blocks for texts with block comments',
  choices: FORMATS,
};

/** `mortise blocks list` and `render` */
export function registerBlockCommands(
  cli: OwnedCommands,
  kb: KnowledgeBase,
  { access, users }: Pick<PluginContext, 'access' | 'users'>,
): void {
  cli.command('blocks list', {
    summary: 'List registered blocks',
    async run({ output }) {
      const rows = kb.blocks.list().map(({ definition: { metadata, dynamic }, owner }) => ({
        id: metadata.name,
        name: metadata.name,
        title: metadata.title,
        owner,
        category: metadata.category ?? '',
        dynamic: dynamic !== undefined,
        attributes: Object.keys(metadata.attributes ?? {}),
        parent: metadata.parent ?? [],
      }));
      output.rows(rows, ['name', 'title', 'owner', 'dynamic', 'attributes']);
    },
  });

  cli.command('blocks render', {
    summary: 'Render the HTML of a text, as a visitor sees it',
    arguments: [{ name: 'file', description: 'file with the text; "-": standard input' }],
    options: [
      FROM,
      { flags: '--as <user>', description: 'as this account sees it: ID or login' },
      { flags: '--locale <locale>', description: "language of the text; default: the site's" },
    ],
    async run({ args, options, output }) {
      const file = args.file ?? '-';
      const content = await readSource(file);
      const reader = (await authorOf(users, options.as)) ?? null;
      const source = {
        content,
        contentFormat: formatOfFile(file, content, options.from),
        locale: String(options.locale ?? kb.site.locale),
      };
      const { html } = await kb.texts.preview(source, viewerOfAccount(access, reader));
      output.text(html);
    },
  });
}

const COLUMNS = ['source', 'line', 'block', 'message'] as const;

/** `mortise blocks validate` */
export function registerBlockValidateCommand(cli: OwnedCommands, kb: KnowledgeBase): void {
  cli.command('blocks validate', {
    summary: 'Find invalid blocks; exit code 0: none, 3: in some texts, 2: in all texts',
    arguments: [{ name: 'ids', description: 'IDs of articles', optional: true, variadic: true }],
    options: [
      { flags: '--all', description: 'all articles in block format' },
      { flags: '--file <file>', description: 'file with block text; "-": standard input' },
    ],
    async run({ values, options, output, signal }) {
      if (options.file !== undefined) {
        const file = String(options.file);
        const faults = await kb.blocks.check(await readSource(file));
        output.rows(rowsOf(file, null, faults), COLUMNS);
        output.note(faults.length === 0 ? 'All blocks are valid.' : `${faults.length} blocks are invalid.`);
        return faults.length === 0 ? 0 : 2;
      }
      const ids = await chosenIds(
        kb,
        { values, options },
        ({ content, contentFormat }) => contentFormat === 'blocks' && mayHoldBlocks(content),
      );
      const rows: Row[] = [];
      let [checked, faulty] = [0, 0];
      const bar = output.progress('Checking', ids.length);
      try {
        for (const id of ids) {
          if (signal.aborted) break;
          const article = await mustGetArticle(kb, id);
          const faults = article.contentFormat === 'blocks' ? await kb.blocks.check(article.content) : [];
          rows.push(...rowsOf(`article ${article.id}`, article.id, faults));
          checked += 1;
          faulty += faults.length === 0 ? 0 : 1;
          bar.advance();
        }
      } finally {
        bar.stop();
      }
      output.rows(rows, COLUMNS);
      output.note(`${checked} texts checked, ${faulty} of them with invalid blocks.`);
      if (signal.aborted) return 130;
      return exitCodeOf(checked, faulty);
    },
  });
}

function exitCodeOf(checked: number, faulty: number): ExitCode {
  if (faulty === 0) return 0;
  return faulty === checked ? 2 : 3;
}

function rowsOf(source: string, id: number | null, faults: readonly PlacedFault[]): Row[] {
  return faults.map(({ line, block, attribute, message }) => ({ id, source, line, block, attribute, message }));
}

/** Articles loaded per query, since their texts are included. */
const READ = 200;

/** Returns the given ids, or with `--all` the ids of all matching articles. */
export async function chosenIds(
  kb: KnowledgeBase,
  { values, options }: { readonly values: readonly string[]; readonly options: Readonly<Record<string, unknown>> },
  isWanted: (article: Article) => boolean,
): Promise<readonly string[]> {
  if (options.all !== true) {
    if (values.length > 0) return values;
    throw invalidParam('ids', 'Pass article IDs, --all or --file.');
  }
  if (values.length > 0) throw invalidParam('ids', 'Pass article IDs or --all, not both.');
  const found: string[] = [];
  for (let offset = 0, total = 1; offset < total; offset += READ) {
    const filter = { visibility: EVERYTHING, statuses: ARTICLE_STATUSES };
    const read = await findArticles(kb, filter, { by: 'date', direction: 'asc' }, { limit: READ, offset });
    found.push(...read.articles.filter(isWanted).map(({ id }) => `${id}`));
    total = read.total;
  }
  return found;
}

/** Returns the given format, or detects it from the file name and text. */
export function formatOfFile(file: string, text: string, requested: unknown): ContentFormat {
  const matching = FORMATS.find((format) => format === requested);
  if (matching) return matching;
  const ending = path.extname(file).toLowerCase();
  if (ending === '.md' || ending === '.markdown') return 'markdown';
  if (mayHoldBlocks(text)) return 'blocks';
  return ending === '.html' || ending === '.htm' ? 'html' : 'markdown';
}
