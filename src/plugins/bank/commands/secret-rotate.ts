import type { OwnedCommands } from '../../../index.js';
import type { AccessSecret } from '../access/secrets.js';

/** Registers `mortise bank secret rotate`. */
export function registerSecretRotate(cli: OwnedCommands, secret: Pick<AccessSecret, 'rotate' | 'state'>): void {
  cli.command('bank secret rotate', {
    summary: 'Make a new access secret and print it, this once',
    async run({ output }) {
      output.text(await secret.rotate());
      const { previousUntil } = await secret.state();
      output.note('Nobody is shown it again. Programs send it in the header X-Vendor-Bank-Secret.');
      if (previousUntil) output.note(`The one before counts until ${previousUntil.toISOString()}.`);
    },
  });
}
