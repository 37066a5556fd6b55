import { cronFault } from '../../../index.js';

/** What the schema of the settings cannot know. @returns what is wrong, by setting */
export async function checkSettings({
  schedule,
}: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, string>>> {
  const fault = schedule === '' ? null : cronFault(String(schedule));
  return fault === null ? {} : { schedule: fault };
}
