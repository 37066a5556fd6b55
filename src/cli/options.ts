import type { CommandDefinitions } from '../core/commands.js';
import { HostError } from '../core/errors.js';
import type { Host } from '../core/host/host.js';

const COLUMNS = ['name', 'owner', 'defined', 'autoload', 'bytes', 'modified'] as const;
const NAME = { name: 'name', description: 'name of the option' };

/** Commands of `mortise options`. Running processes notice changes within a second. */
export function optionCommands(host: Host): CommandDefinitions {
  return {
    'options list': {
      summary: 'List options without their values',
      options: [{ flags: '--owner <name>', description: 'only options of this plugin' }],
      async run({ options, output }) {
        const entries = (await host.options.list()).filter(
          ({ owner }) => options.owner === undefined || owner === options.owner,
        );
        const rows = entries.map(({ stored, ...entry }) => ({
          ...entry,
          bytes: stored?.bytes ?? 0,
          modified: stored?.modifiedAt.toISOString() ?? null,
        }));
        output.rows(rows, COLUMNS);
      },
    },
    'options get': {
      summary: 'Print the value of an option as JSON',
      arguments: [NAME],
      async run({ args, output }) {
        output.text(`${JSON.stringify(await host.options.get(args.name ?? ''), null, 2)}\n`);
      },
    },
    'options set': {
      summary: 'Set an option of an active plugin',
      arguments: [NAME, { name: 'value', description: 'JSON: 7, true, "text", {"a":1}' }],
      async run({ args, output }) {
        await host.options.set(args.name ?? '', parse(args.value ?? ''));
        output.note(`${args.name} is set.`);
      },
    },
    'options delete': {
      summary: 'Reset an option to its default, or delete one of a removed plugin',
      arguments: [NAME],
      async run({ args, output }) {
        await host.options.delete(args.name ?? '');
        output.note(`${args.name} is deleted.`);
      },
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = `The value is not JSON. Put strings in quotation marks: '"${text.replace(/["\\]/g, '')}"'.`;
    throw new HostError('option_invalid', message, { status: 400 }, { cause: error });
  }
}
