import type { OwnedCommands } from '../../../operations.js';
import type { AccessSecret } from '../access/secrets.js';

/** Registers `mortise bank secret rotate`. */
export function registerSecretRotate(cli: OwnedCommands, secret: Pick<AccessSecret, 'rotate' | 'state'>): void {
  cli.command('bank secret rotate', {
    summary: 'Replace the access secret and print the new one, once',
    async run({ output }) {
      output.text(await secret.rotate());
      const { previousUntil } = await secret.state();
      output.note('It is not shown again. Programs send it in the X-Vendor-Bank-Secret header.');
      if (previousUntil) output.note(`The previous secret is valid until ${previousUntil.toISOString()}.`);
    },
  });
}
