import type { OwnedCommands } from '../../../operations.js';
import { uploadView } from '../uploads/upload-view.js';
import type { Uploads } from '../uploads/uploads.js';
import { READING_OPTIONS, readingOf } from './reading-options.js';
import { statementArgument } from './statement-argument.js';

/** Exit code of a partial import, whose unreadable entries were reported. */
const WITH_ERRORS = 3;

/** Registers `mortise bank import`. */
export function registerImportCommand(cli: OwnedCommands, { importUpload }: Pick<Uploads, 'importUpload'>): void {
  cli.command('bank import', {
    summary: 'Import a statement, store every transaction once, and match new ones',
    arguments: [{ name: 'file', description: 'statement file from the bank' }],
    options: [...READING_OPTIONS, { flags: '--dry-run', description: 'only count what would be stored' }],
    async run({ args, options, output, signal }) {
      const file = await statementArgument(args.file ?? '');
      const bar = output.progress('Importing', file.size);
      let printed = 0;
      const report = await importUpload(file, {
        ...readingOf({ options, signal }),
        isDryRun: options.dryRun === true,
        onProgress: (_entries, bytes) => {
          bar.advance(bytes - printed);
          printed = bytes;
        },
      }).finally(() => bar.stop());
      const { success: _success, problems, matched, ...counts } = uploadView(report);
      output.record({
        file: file.name,
        ...counts,
        ...(matched && { matched: matched.matched, partial: matched.partial }),
      });
      for (const { severity, message, position } of problems) {
        const sentence = position === '' ? message : `${position}: ${message}`;
        if (severity === 'error') output.warn(sentence);
        else output.note(sentence);
      }
      if (counts.known_file) output.note('This file was imported before and was not read again.');
      if (report.isDryRun) output.note('Nothing was stored (dry run).');
      return counts.errors > 0 ? WITH_ERRORS : 0;
    },
  });
}
