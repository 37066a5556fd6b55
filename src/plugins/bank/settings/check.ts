import { cronFault } from '../../../services.js';

/**
 * Validates settings beyond their schema.
 * @returns errors by setting
 */
export async function checkSettings({
  schedule,
}: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, string>>> {
  const fault = schedule === '' ? null : cronFault(String(schedule));
  return fault === null ? {} : { schedule: fault };
}
