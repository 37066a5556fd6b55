import type { OwnedCommands } from '../../../operations.js';
import type { Bank } from '../bank.js';

/** Registers `mortise bank match`. */
export function registerMatchCommand(
  cli: OwnedCommands,
  { matching, exclusive }: Pick<Bank, 'exclusive' | 'matching'>,
): void {
  cli.command('bank match', {
    summary: 'Match new transactions with receivables and orders',
    options: [
      { flags: '--rematch', description: 'also transactions that no rule could match; manual decisions stay' },
      { flags: '--dry-run', description: 'only count the results' },
    ],
    run: ({ options, output, signal }) =>
      exclusive.run(
        async (lease) => {
          const isAgain = options.rematch === true;
          const isDryRun = options.dryRun === true;
          const bar = output.progress('Transactions', await matching.waiting(isAgain));
          let printed = 0;
          try {
            const report = await matching.matchNew({
              isAgain,
              isDryRun,
              lease: { ...lease, signal: AbortSignal.any([lease.signal, signal]) },
              onProgress(looked) {
                bar.advance(looked - printed);
                printed = looked;
              },
            });
            output.record({ ...report });
            if (isDryRun) output.note('Nothing was stored (dry run).');
            return report.errors > 0 ? 3 : 0;
          } catch (error) {
            if (!signal.aborted) throw error;
            output.warn(`Stopped after ${printed} transactions. Run the command again for the others.`);
            return 130;
          } finally {
            bar.stop();
          }
        },
        { isPatient: true },
      ),
  });
}
