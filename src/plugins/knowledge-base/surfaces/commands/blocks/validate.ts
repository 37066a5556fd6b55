import { mayHoldBlocks, type PlacedFault } from '../../../../../blocks.js';
import type { ExitCode, OwnedCommands, Row } from '../../../../../operations.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { readSource } from '../article-input.js';
import { mustGetArticle } from '../describe-article.js';
import { chosenIds } from './chosen-articles.js';

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
