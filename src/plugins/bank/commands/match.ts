import type { OwnedCommands } from '../../../index.js';
import type { Bank } from '../bank.js';

/** Registers `mortise bank match`. */
export function registerMatchCommand(
  cli: OwnedCommands,
  { matching, exclusive }: Pick<Bank, 'exclusive' | 'matching'>,
): void {
  cli.command('bank match', {
    summary: 'Match transactions that nobody has looked at with what people owe',
    options: [
      { flags: '--rematch', description: 'also what rules have found no order for; what people decided stays' },
      { flags: '--dry-run', description: 'count what would become of them, and store nothing' },
    ],
    run: ({ options, output, signal }) =>
      exclusive.run(
        async (lease) => {
          const isAgain = options.rematch === true;
          const isDryRun = options.dryRun === true;
          const bar = output.progress('Transactions', await matching.waiting(isAgain));
          let shown = 0;
          try {
            const report = await matching.matchNew({
              ...{ isAgain, isDryRun },
              lease: { ...lease, signal: AbortSignal.any([lease.signal, signal]) },
              onProgress(looked) {
                bar.advance(looked - shown);
                shown = looked;
              },
            });
            output.record({ ...report });
            if (isDryRun) output.note('Nothing was stored (dry run).');
            return report.errors > 0 ? 3 : 0;
          } catch (error) {
            if (!signal.aborted) throw error;
            output.warn(`Stopped after ${shown} transactions, which stay as they are now. Call again for the others.`);
            return 130;
          } finally {
            bar.stop();
          }
        },
        { isPatient: true },
      ),
  });
}
