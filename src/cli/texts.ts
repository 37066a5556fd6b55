import type { CommandContext, CommandDefinitions, ExitCode } from '../core/commands.js';
import { HostError } from '../core/errors.js';
import type { Host } from '../core/host/host.js';
import { nearestName } from '../hooks/near-names.js';

/** Commands of `mortise texts`. */
export function textCommands(host: Host): CommandDefinitions {
  return {
    'texts list': {
      summary: 'List text catalogues with owners and languages',
      run: async ({ output }) => {
        const rows = host.texts.list().map(({ locales, ...one }) => ({ ...one, locales: locales.join(', ') }));
        output.rows(rows, ['name', 'owner', 'locales']);
      },
    },
    'texts export': {
      summary: 'Write all texts of a catalogue in a language as JSON; untranslated texts are in English',
      arguments: [{ name: 'name', description: 'such as knowledge-base: see "mortise texts list"' }],
      options: [{ flags: '--locale <locale>', description: 'language, such as it or pt-BR' }],
      run: async (context) => exportTexts(host, context),
    },
    'texts check': {
      summary: 'Find unused added texts; exit code 1 if there are any',
      run: async ({ output }): Promise<ExitCode> => {
        const faults = host.texts.faults().map((fault) => ({ ...fault }));
        output.rows(faults, ['name', 'locale', 'key', 'fault']);
        return faults.length === 0 ? 0 : 1;
      },
    },
  };
}

function exportTexts(host: Host, { args, options, output }: CommandContext): void {
  const name = args.name ?? '';
  const locale = String(options.locale ?? host.site.locale);
  const found = host.texts.texts(name, locale);
  if (found) {
    output.note(`${found.missing.length} of ${Object.keys(found.texts).length} texts are still in English.`);
    output.text(JSON.stringify(found.texts, null, 2));
    return;
  }
  const nearest = nearestName(
    name,
    host.texts.list().map((one) => one.name),
  );
  const hint = nearest ? ` Did you mean "${nearest}"?` : '';
  const message = `There is no catalogue "${name}".${hint} Run "mortise texts list" to see all catalogues.`;
  throw new HostError('catalogue_unknown', message, { status: 404 });
}
