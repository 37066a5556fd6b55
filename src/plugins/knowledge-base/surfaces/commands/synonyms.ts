import { writeFile } from 'node:fs/promises';
import { HostError } from '../../../../index.js';
import type { OwnedCommands } from '../../../../operations.js';
import { listCommand } from '../../../../resource.js';
import { readText } from '../../content/import/read-text.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { assertLocale } from '../../domain/locale.js';
import { allGroups, synonymList } from '../../domain/search/synonyms/synonym-list.js';
import { synonymsFromCsv, synonymsToCsv } from '../../domain/search/synonyms/synonyms-csv.js';
import { change, DRY_RUN } from './dry-run.js';

/** Maximum bytes of a file, about 10,000 groups. */
const MAX_BYTES = 5_000_000;

/** `mortise kb synonyms import|list|export` */
export function registerSynonymCommands(cli: OwnedCommands, kb: KnowledgeBase): void {
  const { synonyms, site } = kb;

  cli.command('kb synonyms list', listCommand(synonymList, kb, { summary: 'List search synonyms' }));

  cli.command('kb synonyms export', {
    summary: 'Export synonyms as CSV for kb synonyms import',
    arguments: [{ name: 'file', description: 'output file; default: standard output', optional: true }],
    options: [{ flags: '--locale <locale>', description: 'only this language' }],
    async run({ args, options, output }) {
      const locale = options.locale === undefined ? undefined : String(options.locale).toLowerCase();
      const groups = await allGroups(kb.db, { locale });
      const csv = synonymsToCsv(groups);
      if (args.file === undefined) return output.text(csv);
      await writeFile(args.file, csv);
      output.note(`${groups.length} groups exported to ${args.file}.`);
    },
  });

  cli.command('kb synonyms import', {
    summary: 'Import new synonyms from a CSV file, all or none',
    arguments: [{ name: 'file', description: 'columns locale, words and also; entries in a cell separated by |' }],
    options: [
      { flags: '--locale <locale>', description: "language of lines without one; default: the site's" },
      DRY_RUN,
    ],
    async run(command) {
      const { args, options, output, user } = command;
      const locale = String(options.locale ?? site.locale).toLowerCase();
      assertLocale(locale);
      const lines = await synonymsFromCsv(await readFile(args.file ?? ''), locale);
      const added = await change(kb, command, () => synonyms.add(lines, { user, source: 'cli' }));
      output.record({ groups: lines.length, added, known: lines.length - added });
    },
  });
}

async function readFile(place: string): Promise<string> {
  try {
    return await readText(place, MAX_BYTES);
  } catch (cause) {
    if (
      !(cause instanceof Error) ||
      !('code' in cause) ||
      !['ENOENT', 'EISDIR', 'EACCES'].includes(String(cause.code))
    ) {
      throw cause;
    }
    const message = `The file "${place}" cannot be read.`;
    throw new HostError('vendor_kb_invalid_synonyms_file', message, { status: 400 }, { cause });
  }
}
