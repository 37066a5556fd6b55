import type { CommandContext, CommandDefinitions } from '../core/commands.js';
import type { Host } from '../core/host/host.js';
import type { Person } from '../core/privacy/personal-data.js';
import { writePrivateFile } from './private-file.js';

const COLUMNS = ['name', 'outcome', 'count', 'reason'] as const;
const PERSON = [{ name: 'email', description: "email address, login, ID, or provider:id of the site's own login" }];

/** Commands of `mortise privacy`. */
export function privacyCommands(host: Host): CommandDefinitions {
  return {
    'privacy export': {
      summary: 'Export all data about a person as one JSON document',
      arguments: PERSON,
      options: [{ flags: '--out <file>', description: 'write to this new file, readable only by its owner' }],
      run: async (context) => exportPerson(host, context),
    },
    'privacy erase': {
      summary: 'Erase data about a person, and show what must stay',
      arguments: PERSON,
      options: [
        { flags: '--dry-run', description: 'only show what would be erased' },
        { flags: '--force', description: 'even if no administrator remains' },
      ],
      run: async (context) => erasePerson(host, context),
    },
  };
}

async function exportPerson(host: Host, { args, options, output }: CommandContext): Promise<void> {
  const person = await findPerson(host, args.email ?? '', output);
  const groups = await host.privacy.export(person);
  const document = {
    format: 'mortise-personal-data',
    version: 1,
    site: host.site.url('/'),
    created_at: new Date().toISOString(),
    person: { email: person.email, login: person.user?.login ?? null, user_id: person.user?.id ?? null },
    groups,
  };
  const text = `${JSON.stringify(document, null, 2)}\n`;
  if (typeof options.out !== 'string') {
    output.text(text);
    return;
  }
  writePrivateFile(options.out, text);
  const records = groups.reduce((sum, group) => sum + group.records.length, 0);
  output.note(`${options.out} has ${records} records in ${groups.length} groups.`);
}

async function erasePerson(host: Host, { args, options, output, confirm }: CommandContext): Promise<void> {
  const person = await findPerson(host, args.email ?? '', output);
  const force = options.force === true;
  const dryRun = options.dryRun === true;
  if (!dryRun && options.yes !== true) {
    const planned = await host.privacy.erase(person, { force, dryRun: true });
    for (const { label, count, outcome } of planned) output.note(`${label}: ${count} to be ${outcome}`);
    await confirm(`Erase all data about ${nameOf(person)}? You cannot undo this.`);
  }
  const erasures = await host.privacy.erase(person, { force, dryRun });
  output.rows(
    erasures.map((erasure) => ({ ...erasure })),
    COLUMNS,
  );
  if (erasures.length === 0) output.note(`No data about ${nameOf(person)}.`);
}

/** Finds a person, and warns if an account has the email unverified: it may belong to someone else. */
async function findPerson(host: Host, text: string, output: CommandContext['output']): Promise<Person> {
  const person = await host.privacy.find(text);
  const holder = person.user ? null : await host.users.byEmail(text);
  if (holder) {
    output.note(
      `The account "${holder.login}" has not verified this address and is left out. To include it, use its login.`,
    );
  }
  return person;
}

function nameOf({ email, user }: Person): string {
  return [user?.login, email].filter((text) => text).join(', ');
}
