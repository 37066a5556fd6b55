import { HostError } from '../errors.js';

/** @param reason continues the sentence, e.g. `it ends in the middle` */
export function damaged(reason: string): HostError {
  return new HostError(
    'backup_damaged',
    `The backup cannot be used: ${reason}. Nothing was changed; take another one.`,
    {
      status: 400,
    },
  );
}
