import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newsletter } from '../core/privacy/newsletter-plugin.js';
import { contentsOf, personInAllTables } from '../core/privacy/person-in-all-tables.js';
import { dialects } from '../support/databases.js';
import { killPointsOn } from '../support/kill-loop.js';
import { type SharedSite, shareSite } from '../support/shared-database.js';

const EMAIL = 'ada@example.com';

/** Running an interrupted erasure again leaves nothing. */
describe.each(dialects)('erasure of a person under kills on $name', { timeout: 240_000 }, (dialect) => {
  let site: SharedSite;
  let traces: readonly string[];

  beforeEach(async () => {
    site = await shareSite(dialect, { plugins: [newsletter()] });
    ({ traces } = await personInAllTables(site.host));
    await site.db.insertOne('news_subscribers', { email: EMAIL });
  });
  afterEach(() => site.close());

  const killAt = (stop: 'plugin' | 'core' | 'committed'): Promise<void> =>
    site.start('erase-person', EMAIL, stop).killed();

  const subscribers = () => site.db.query.selectFrom('news_subscribers').selectAll().execute();

  async function expectNothingAfterRerun(): Promise<void> {
    const { privacy } = site.host;
    await privacy.erase(await privacy.find(EMAIL));
    const left = (await contentsOf(site.host)).toLowerCase();
    for (const trace of traces) expect(left).not.toContain(trace.toLowerCase());
    expect(await subscribers()).toEqual([]);
  }

  it.each(killPointsOn(dialect, ['plugin', 'core'] as const))(
    'leaves the account unchanged when killed after the %s part, and a second run erases it',
    async (stop) => {
      const before = await contentsOf(site.host);
      await killAt(stop);
      expect(await subscribers()).toEqual([]);
      expect(await contentsOf(site.host)).toBe(before);
      await expectNothingAfterRerun();
    },
  );

  it('leaves nothing when killed after the commit, and a second run does no harm', async () => {
    await killAt('committed');
    expect(await site.host.users.byEmail(EMAIL)).toBeNull();
    await expectNothingAfterRerun();
  });
});
