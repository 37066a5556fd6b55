import { HostError } from './errors.js';
import type { User } from './user.js';

/** An option of a command in commander's syntax: `--status <status>`, `--force`. */
export interface CommandOption {
  readonly flags: string;
  readonly description: string;
  readonly default?: string | boolean | number;
  /** Whether the option is required. */
  readonly required?: boolean;
  /** Parses the value as a whole number within these limits. */
  readonly integer?: { readonly minimum: number; readonly maximum: number };
  readonly choices?: readonly string[];
}

/** A row of output, filtered and formatted by `--format` and `--fields`. */
export type Row = Readonly<Record<string, unknown>>;

/** Arguments, options and output of a command. */
export interface CommandContext {
  /** Positional arguments by name. */
  readonly args: Readonly<Record<string, string>>;
  /** Values of the last argument if it accepts several. Otherwise empty. */
  readonly values: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
  readonly output: CommandOutput;
  /**
   * User the command acts as (`--user`): the author of everything it writes or changes. Null for the person at the
   * terminal, and for commands that define their own `--user` option.
   */
  readonly user: User | null;
  /** Whether output may be colored: on a terminal, without `--no-color` and NO_COLOR. */
  readonly color: boolean;
  /**
   * Asks the person to confirm an irreversible action, unless `--yes` was passed.
   * @throws HostError 400 `cli_not_confirmed` for any answer but `yes`, and without a terminal
   */
  confirm(question: string): Promise<void>;
  /** Aborted on Ctrl-C. Finish the current step, then return. */
  readonly signal: AbortSignal;
}

/** Output of a command: data goes to standard output, everything else to standard error. */
export interface CommandOutput {
  /**
   * Prints a list in the chosen `--format`.
   * @param total number of all rows if these are only the first ones; `--format=count` prints it, and other formats note
   *   how many are missing
   */
  rows(rows: readonly Row[], columns: readonly string[], total?: number): void;
  /** Prints one record in the chosen `--format`. */
  record(record: Row): void;
  /** Prints data unchanged in every `--format`, such as a key or a document. */
  text(text: string): void;
  /** Prints a message for the person, which is not part of the data. */
  note(text: string): void;
  warn(text: string): void;
  /** Shows a progress bar on a terminal, and nothing elsewhere. */
  progress(label: string, total: number): Progress;
}

/** Progress display of a command. */
export interface Progress {
  advance(by?: number): void;
  stop(): void;
}

/** Exit codes: 0 done, 1 failed, 2 wrong usage or input, 3 partly done, 130 interrupted. */
export type ExitCode = 0 | 1 | 2 | 3 | 130;

export interface CommandArgument {
  readonly name: string;
  readonly description: string;
  readonly optional?: boolean;
  /** Whether the last argument can be repeated. Its values are in `several`. */
  readonly variadic?: boolean;
}

/** A command of the command line. */
export interface CommandDefinition {
  /** One line for the help text. */
  readonly summary: string;
  /** Positional arguments in order. */
  readonly arguments?: readonly CommandArgument[];
  readonly options?: readonly CommandOption[];
  /** Whether the command runs until it is interrupted. Ctrl-C is then its normal end, with its own exit code. */
  readonly runsUntilInterrupted?: boolean;
  readonly run: (context: CommandContext) => Promise<ExitCode | undefined> | Promise<void>;
}

/** Commands by name, with words separated by spaces: `kb article list`. */
export type CommandDefinitions = Readonly<Record<string, CommandDefinition>>;

export interface RegisteredCommand extends CommandDefinition {
  /** Words separated by spaces: `kb article list`. */
  readonly name: string;
  readonly owner: string;
}

/** The commands that core and plugins add to `mortise`. */
export interface Commands {
  command(name: string, definition: CommandDefinition, owner: string): void;
  list(): readonly RegisteredCommand[];
  removeOwner(owner: string): void;
}

/** Registration of the commands of a plugin. */
export interface OwnedCommands {
  /**
   * Adds `mortise {name}`. Print through `output`, so that every `--format` works:
   *
   * ```ts
   * cli.command('recipes list', {
   *   summary: 'List recipes',
   *   options: [{ flags: '--most <number>', description: 'how many', default: 20, integer: { minimum: 1 } }],
   *   async run({ options, output }) {
   *     output.rows(await listRecipes(Number(options.most)), ['id', 'title']);
   *   },
   * });
   * ```
   * @throws HostError `command_invalid`, `command_conflict`
   */
  command(name: string, definition: CommandDefinition): void;
}

export function createCommands(): Commands {
  const commands = new Map<string, RegisteredCommand>();
  return {
    command(name, definition, owner) {
      if (!/^[a-z][a-z0-9-]*(?: [a-z][a-z0-9-]*)*$/.test(name)) {
        throw new HostError(
          'command_invalid',
          `"${name}" is not a command name. Use lowercase words such as "recipes list".`,
        );
      }
      const existing = commands.get(name);
      if (existing) {
        throw new HostError(
          'command_conflict',
          `"${existing.owner}" already has the command "${name}". Choose another name for "${owner}".`,
        );
      }
      commands.set(name, { ...definition, name, owner });
    },
    list: () => [...commands.values()],
    removeOwner(owner) {
      for (const [name, command] of commands) if (command.owner === owner) commands.delete(name);
    },
  };
}
