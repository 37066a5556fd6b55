import { HostError } from '../errors.js';

/** @param reason continues the sentence, e.g. `it ends in the middle` */
export function damaged(reason: string): HostError {
  return new HostError(
    'backup_damaged',
    `The backup is unusable: ${reason}. Nothing was changed. Use another backup.`,
    {
      status: 400,
    },
  );
}
