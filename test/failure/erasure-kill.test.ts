import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startScript } from '../core/database/processes/start-script.js';
import { newsletter } from '../core/privacy/newsletter-plugin.js';
import { contentsOf, wellKnownPerson } from '../core/privacy/well-known-person.js';
import { dialects, migratedDatabase } from '../support/databases.js';

const EMAIL = 'ada@example.com';

/** Running an interrupted erasure again leaves nothing. */
describe.each(dialects)('erasure of a person under kills on $name', { timeout: 240_000 }, (dialect) => {
  let url: string;
  let drop: () => Promise<void>;
  let host: TestHost;
  let traces: readonly string[];

  beforeEach(async () => {
    ({ url, drop } = await migratedDatabase(dialect));
    host = await createTestHost({ database: url, plugins: [newsletter()] });
    ({ traces } = await wellKnownPerson(host));
    await host.db.insertOne('news_subscribers', { email: EMAIL });
  });
  afterEach(async () => {
    await host.close();
    await drop();
  });

  async function killAt(stop: 'plugin' | 'core' | 'committed'): Promise<void> {
    const script = startScript('../../../failure/processes/erase-person.ts', [url, EMAIL, stop]);
    await expect(script.line()).rejects.toThrow('ended without a further line');
  }

  const subscribers = () => host.db.query.selectFrom('news_subscribers').selectAll().execute();

  async function expectNothingAfterRerun(): Promise<void> {
    await host.privacy.erase(await host.privacy.find(EMAIL));
    const left = (await contentsOf(host)).toLowerCase();
    for (const trace of traces) expect(left).not.toContain(trace.toLowerCase());
    expect(await subscribers()).toEqual([]);
  }

  it.each(['plugin', 'core'] as const)(
    'leaves the account unchanged when killed after the %s part, and a second run erases it',
    async (stop) => {
      const before = await contentsOf(host);
      await killAt(stop);
      expect(await subscribers()).toEqual([]);
      expect(await contentsOf(host)).toBe(before);
      await expectNothingAfterRerun();
    },
  );

  it('leaves nothing when killed after the commit, and a second run does no harm', async () => {
    await killAt('committed');
    expect(await host.users.byEmail(EMAIL)).toBeNull();
    await expectNothingAfterRerun();
  });
});
