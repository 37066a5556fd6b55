import type { Readable } from 'node:stream';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { CommandContext, CommandOption, ExitCode, RegisteredCommand } from '../core/commands.js';
import type { User } from '../core/user.js';
import { createConfirm } from './confirm.js';
import { createOutput, FORMATS, type Format, type Streams } from './output.js';

/** Runs one command and returns its exit code. */
export interface Program {
  /** Returns 130 for an interrupted command. @throws CommanderError for wrong usage, and errors of the command */
  run(argv: readonly string[]): Promise<ExitCode>;
}

export interface ProgramParts {
  readonly version: string;
  readonly streams: Streams;
  readonly signal: AbortSignal;
  /** Whether messages go to a terminal. */
  readonly isTerminal: boolean;
  /** Input for answers. Null without a terminal. */
  readonly input: Readable | null;
  /** Finds the user to act as. Null for commands that work without a host. */
  readonly findUser: ((text: string) => Promise<User>) | null;
}

/** Builds the command tree from registered commands: `kb article list` is three levels. */
export function createProgram(
  commands: readonly RegisteredCommand[],
  { version, streams, signal, isTerminal, input, findUser }: ProgramParts,
): Program {
  let exitCode: ExitCode = 0;
  const root = newCommand('mortise', streams)
    .description('Run and maintain a Mortise site.')
    .version(version)
    .showHelpAfterError('Run with --help for usage.');

  for (const definition of commands) {
    const segments = definition.name.split(' ');
    const leaf = newCommand(segments.at(-1) ?? '', streams).description(definition.summary);
    for (const { name, description, optional, variadic } of definition.arguments ?? []) {
      const label = variadic ? `${name}...` : name;
      leaf.argument(optional ? `[${label}]` : `<${label}>`, description);
    }
    for (const option of definition.options ?? []) leaf.addOption(optionOf(option));
    const takesUser = findUser !== null && !leaf.options.some(({ long }) => long === '--user');
    addSharedOptions(leaf, takesUser);
    leaf.action(async (...parameters: unknown[]) => {
      const options = leaf.opts<Record<string, unknown>>();
      const context: CommandContext = {
        args: namedArguments(definition, parameters),
        values: remainingArguments(definition, parameters),
        options,
        output: createOutput(outputOptions(options, isTerminal), streams),
        user: takesUser && typeof options.user === 'string' ? await findUser(options.user) : null,
        color: streams.stdout.isTTY === true && options.color !== false && !process.env.NO_COLOR,
        confirm: createConfirm({ isConfirmed: options.yes === true, input, stderr: streams.stderr, signal }),
        signal,
      };
      const code = (await definition.run(context)) ?? 0;
      exitCode = signal.aborted && !definition.runsUntilInterrupted ? 130 : code;
    });
    groupOf(root, segments.slice(0, -1), streams).addCommand(leaf);
  }

  return {
    async run(argv) {
      await root.parseAsync([...argv], { from: 'user' });
      return exitCode;
    },
  };
}

function optionOf({ flags, description, default: value, choices, required, integer }: CommandOption): Option {
  const option = new Option(flags, description);
  if (choices) option.choices([...choices]);
  if (value !== undefined) option.default(value);
  if (required) option.makeOptionMandatory();
  if (integer) option.argParser((text) => wholeNumber(text, integer));
  return option;
}

function wholeNumber(text: string, { minimum, maximum }: NonNullable<CommandOption['integer']>): number {
  const number = Number(text);
  if (/^-?\d+$/.test(text) && number >= minimum && number <= maximum) return number;
  throw new InvalidArgumentError(`Use a whole number from ${minimum} to ${maximum}.`);
}

function newCommand(name: string, streams: Streams): Command {
  return new Command(name).exitOverride().configureOutput({
    writeOut: (text) => streams.stdout.write(text),
    writeErr: (text) => streams.stderr.write(text),
  });
}

function groupOf(root: Command, segments: readonly string[], streams: Streams): Command {
  let group = root;
  for (const word of segments) {
    let child = group.commands.find((command) => command.name() === word);
    if (!child) {
      child = newCommand(word, streams).description(`${word} commands`);
      group.addCommand(child);
    }
    group = child;
  }
  return group;
}

function addSharedOptions(command: Command, takesUser: boolean): void {
  if (takesUser) command.option('--user <user>', 'act as this account: ID, login or email address');
  command
    .addOption(new Option('--format <format>', 'output format').choices(FORMATS).default('table'))
    .option('--fields <names>', 'only these fields, separated by commas')
    .option('--field <name>', 'only this field, one value per line')
    .option('--quiet', 'print only data and errors')
    .option('--yes', 'confirm all questions')
    .option('--no-progress', 'hide the progress bar')
    .option('--no-color', 'disable colors');
}

function outputOptions(options: Record<string, unknown>, isTerminal: boolean) {
  const { fields, field } = options;
  return {
    format: options.format as Format,
    ...(typeof fields === 'string' ? { fields: fields.split(',').map((name) => name.trim()) } : {}),
    ...(typeof field === 'string' ? { field } : {}),
    quiet: options.quiet === true,
    progress: isTerminal && options.progress !== false,
  };
}

function remainingArguments(definition: RegisteredCommand, values: readonly unknown[]): string[] {
  const index = (definition.arguments ?? []).findIndex(({ variadic }) => variadic);
  const value = index === -1 ? undefined : values[index];
  return Array.isArray(value) ? value.map(String) : [];
}

function namedArguments(definition: RegisteredCommand, values: readonly unknown[]): Record<string, string> {
  const named: Record<string, string> = {};
  for (const [index, { name }] of (definition.arguments ?? []).entries()) {
    const value = values[index];
    if (typeof value === 'string') named[name] = value;
  }
  return named;
}
