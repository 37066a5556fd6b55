import type { CommandContext, CommandDefinition, CommandOption, Commands, ExitCode } from '../commands.js';
import { type Finding, worstOf } from '../finding.js';
import { groupBy } from '../group-by.js';
import type { CheckResult, Doctor, OwnedDoctor } from './doctor.js';

/** Maximum findings of one code printed for a person. Machine-readable output has all. */
const MAX_PRINTED = 5;

const FIX: CommandOption = { flags: '--fix', description: 'fix derived data, then check again' };
const PLUGIN: CommandOption = { flags: '--plugin <name>', description: 'only the checks of this plugin, or of core' };

/** Defines `mortise doctor`. @param owner plugin whose checks it runs; default: the option `--plugin`, or all */
export function doctorCommand(doctor: Doctor, owner?: string): CommandDefinition {
  return {
    summary: 'Check for problems and show how to fix them; exit code 1 if there are any',
    options: owner === undefined ? [PLUGIN, FIX] : [FIX],
    async run(context) {
      const { options, output, signal } = context;
      let bar: ReturnType<typeof output.progress> | undefined;
      const results = await doctor
        .examine({
          owner: owner ?? (typeof options.plugin === 'string' ? options.plugin : undefined),
          fix: options.fix === true,
          signal,
          onChecked(total) {
            bar ??= output.progress('Checking', total);
            bar.advance();
          },
        })
        .finally(() => bar?.stop());
      if (signal.aborted) return 130;
      for (const { name, fixed } of results) if (fixed > 0) output.note(`${name}: fixed ${fixed} findings.`);
      return printFindings(context, results.flatMap(rowsOf), ['severity', 'plugin', 'code', 'subject']);
    },
  };
}

/** Creates the doctor of a plugin. @param open rejects calls once the plugin is gone */
export function ownDoctor(
  owner: string,
  { doctor, commands }: { readonly doctor: Doctor; readonly commands: Commands },
  open: <Part>(part: Part) => Part,
): OwnedDoctor {
  return {
    check: (check) => open(doctor).check(check, owner),
    command: (name) => open(commands).command(name, doctorCommand(doctor, owner), owner),
  };
}

/** Finding in the output of a command. */
interface FindingRow extends Finding {
  readonly plugin?: string;
  readonly hint?: string | null;
  readonly fixable?: boolean;
}

function rowsOf({ owner, hint, isFixable, findings }: CheckResult): FindingRow[] {
  return findings.map((finding) => ({ ...finding, plugin: owner, hint, fixable: isFixable }));
}

/**
 * Prints findings, with their messages for a person. Formats other than the table contain the messages.
 * @returns the exit code of every doctor: 1 if there are errors or warnings
 */
export function printFindings(
  { options, output }: Pick<CommandContext, 'options' | 'output'>,
  findings: readonly FindingRow[],
  columns: readonly (keyof FindingRow)[],
): ExitCode {
  const isTable = options.format === 'table' && options.fields === undefined && options.field === undefined;
  const groups = [...groupBy(findings, ({ code }) => code)];
  const rows = isTable ? groups.flatMap(([, group]) => group.slice(0, MAX_PRINTED)) : findings;
  output.rows(
    rows.map((row) => ({ ...row })),
    isTable ? columns : [...columns, 'message'],
  );
  for (const [code, group] of isTable ? groups : []) {
    const hint = group[0]?.hint;
    output.note(hint ? `${code}: ${hint}` : `${code}:`);
    for (const { subject, message } of group.slice(0, MAX_PRINTED)) output.note(`  ${subject}: ${message}`);
    if (group.length > MAX_PRINTED) {
      output.note(`  ... and ${group.length - MAX_PRINTED} more; use --format=json to list all.`);
    }
  }
  const worst = worstOf(findings);
  const isSick = worst === 'error' || worst === 'warning';
  if (!isSick) output.note('No problems found.');
  return isSick ? 1 : 0;
}
