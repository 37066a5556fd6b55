import type { OwnedCommands } from '../../../operations.js';
import { addressChecks } from '../doctor/address-checks.js';
import type { Check } from '../doctor/check.js';
import { rowChecks } from '../doctor/row-checks.js';
import { upkeepChecks } from '../doctor/upkeep-checks.js';
import type { KnowledgeBase } from '../knowledge-base.js';

/** Maximum findings per check printed for a person. Machine-readable output has all. */
const SHOWN = 5;

/** `mortise kb doctor` */
export function registerDoctorCommand(cli: OwnedCommands, kb: KnowledgeBase): void {
  cli.command('kb doctor', {
    summary: 'Check for problems and show how to fix them',
    options: [{ flags: '--fix', description: 'fix derived data, then check again' }],
    async run({ options, output, signal }) {
      const checks = [...rowChecks(kb), ...addressChecks(kb), ...upkeepChecks(kb)];
      const results: Awaited<ReturnType<typeof examine>>[] = [];
      const bar = output.progress('Checking', checks.length);
      try {
        for (const check of checks) {
          if (signal.aborted) return 130;
          results.push(await examine(check, options.fix === true));
          bar.advance();
        }
      } finally {
        bar.stop();
      }
      output.rows(results, ['check', 'ok', 'found', 'fixed']);
      const failed = results.filter(({ ok }) => !ok);
      for (const { check, findings, hint } of failed) {
        output.note(`${check}: ${hint}`);
        for (const { id, what } of findings.slice(0, SHOWN)) output.note(`  ${id}: ${what}`);
        if (findings.length > SHOWN)
          output.note(`  ... and ${findings.length - SHOWN} more; use --format=json to list all.`);
      }
      return failed.length === 0 ? 0 : 1;
    },
  });
}

async function examine({ name, hint, find, fix }: Check, mayFix: boolean) {
  const before = await find();
  const isFixing = before.length > 0 && mayFix && fix !== undefined;
  if (isFixing) await fix();
  const findings = isFixing ? await find() : before;
  return {
    check: name,
    ok: findings.length === 0,
    found: findings.length,
    fixed: before.length - findings.length,
    fixable: fix !== undefined,
    hint,
    findings,
  };
}
