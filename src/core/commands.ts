import { HostError } from './errors.js';
import type { User } from './user.js';

/** An option of a command, written as commander does: `--status <status>`, `--force`. */
export interface CommandOption {
  readonly flags: string;
  readonly description: string;
  readonly default?: string | boolean | number;
  /** Whether the command cannot do without it. */
  readonly required?: boolean;
  /** It is a whole number within these limits, and the command gets a number. */
  readonly integer?: { readonly minimum: number; readonly maximum: number };
  readonly choices?: readonly string[];
}

/** A column set and its values: what `--format` and `--fields` work on. */
export type Row = Readonly<Record<string, unknown>>;

/** What a command works with. */
export interface CommandContext {
  /** Positional arguments by name. */
  readonly args: Readonly<Record<string, string>>;
  /** What was given for the last argument, where it takes several; otherwise empty. */
  readonly several: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
  readonly output: CommandOutput;
  /**
   * Whom the command acts as (`--user`): the author of what it writes, and in whose name it changes things. Null for
   * whoever sits at the terminal. A command with an option `--user` of its own has null here.
   */
  readonly user: User | null;
  /** Whether what is printed may have colours: on a terminal, without `--no-color` and NO_COLOR. */
  readonly color: boolean;
  /**
   * Has the person confirm what cannot be undone, unless `--yes` was said.
   * @throws HostError 400 `cli_not_confirmed` for any other answer than `yes`, and where nobody can be asked
   */
  confirm(question: string): Promise<void>;
  /** Aborted on Ctrl-C: finish the running step, then return. */
  readonly signal: AbortSignal;
}

/** Where a command says things: data to standard output, everything else to standard error. */
export interface CommandOutput {
  /** A list in the chosen `--format`. */
  rows(rows: readonly Row[], columns: readonly string[]): void;
  /** One record in the chosen `--format`. */
  record(record: Row): void;
  /** Data with a form of its own, in every `--format` as it is: a key, a document. */
  text(text: string): void;
  /** A sentence for the person, not part of the data. */
  note(text: string): void;
  warn(text: string): void;
  /** A progress bar on a terminal, nothing elsewhere. */
  progress(label: string, total: number): Progress;
}

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
  /** Of the last one: it may be given several times, and stands in `several`. */
  readonly several?: boolean;
}

export interface CommandDefinition {
  /** One line for the help. */
  readonly summary: string;
  /** Positional arguments in order. */
  readonly arguments?: readonly CommandArgument[];
  readonly options?: readonly CommandOption[];
  /** It goes on until it is interrupted: Ctrl-C is its ordinary end, with its own exit code. */
  readonly runsUntilInterrupted?: boolean;
  readonly run: (context: CommandContext) => Promise<ExitCode | undefined> | Promise<void>;
}

/** By what is typed: words separated by spaces, `kb article list`. */
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

export interface OwnedCommands {
  /**
   * Adds `mortise {name}`. What is printed goes through `output`, so that every `--format` works:
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
          `"${name}" is no command name: use lower-case words such as "recipes list".`,
        );
      }
      const existing = commands.get(name);
      if (existing) {
        throw new HostError(
          'command_conflict',
          `"${existing.owner}" already has the command "${name}"; "${owner}" needs another name.`,
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
