import type { OwnedCommands } from '../../../operations.js';
import type { Doctor } from '../doctor/doctor.js';

/** Registers `mortise bank doctor`. */
export function registerDoctor(cli: OwnedCommands, doctor: Doctor): void {
  cli.command('bank doctor', {
    summary: 'Check for problems with fetching and matching transactions; exit code 1 if there are any',
    async run({ options, output }) {
      const findings = await doctor();
      // Hints are too long for a table cell.
      const isTable = options.format === 'table' && options.fields === undefined && options.field === undefined;
      output.rows(
        findings.map((finding) => ({ ...finding })),
        isTable ? ['state', 'check', 'message'] : ['check', 'state', 'message', 'hint'],
      );
      for (const { check, state, message, hint } of isTable ? findings : []) {
        if (state !== 'ok') output.note(`${check}: ${message} ${hint}`);
      }
      return findings.some(({ state }) => state === 'wrong') ? 1 : 0;
    },
  });
}
