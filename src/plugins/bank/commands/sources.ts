import type { OwnedCommands } from '../../../operations.js';
import type { SiteSources } from '../sources/site-sources.js';

const COLUMNS = ['id', 'name', 'kind', 'enabled', 'cursor', 'asked', 'status', 'error'];

/** Registers `mortise bank sources`. */
export function registerSourcesCommand(
  cli: OwnedCommands,
  { sources }: { readonly sources: Pick<SiteSources, 'list'> },
): void {
  cli.command('bank sources', {
    summary: 'List statement sources with their last result',
    async run({ output }) {
      const rows = (await sources.list()).map(({ id, name, kind, isEnabled, cursor, ...last }) => ({
        id,
        name,
        kind,
        enabled: isEnabled,
        cursor,
        asked: last.lastStartedAt?.toISOString() ?? '',
        status: last.lastStatus,
        error: last.lastError,
      }));
      output.rows(rows, COLUMNS);
    },
  });
}
