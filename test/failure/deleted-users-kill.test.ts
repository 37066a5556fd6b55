import type { User } from 'mortise';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type KbHost, openKbHost } from '../conformance/knowledge-base-host.js';
import { startScript } from '../core/database/processes/start-script.js';
import { dialects } from '../support/databases.js';
import { killPoints, killPointsOn } from '../support/kill-loop.js';

/** Either the account exists and every rule names it as before, or it is gone and no rule names it. */
describe.each(dialects)(
  'killed deletion of an account named in access rules, on $name',
  { timeout: 240_000 },
  (dialect) => {
    let kb: KbHost;
    let reader: User;
    let both: number;
    let alone: number;
    beforeEach(async () => {
      kb = await openKbHost(dialect);
      reader = kb.users.subscriber;
    });
    afterEach(() => kb?.close());

    const deletion = (id: number, statements: number) =>
      startScript('../../../failure/processes/delete-account.ts', [kb.url, String(id), String(statements)]);

    async function person(): Promise<User> {
      const user = await kb.host.createUser('subscriber');
      both = await kb.article({ access_rule: { mode: 'users', users: [reader.id, user.id] } });
      alone = await kb.article({ access_rule: { mode: 'users', users: [user.id] } });
      return user;
    }
    const ruleOf = async (id: number): Promise<unknown> => {
      const { data } = await kb.call('administrator', 'GET', `/articles/${id}?context=edit`);
      return (data as { access_rule: unknown }).access_rule;
    };
    const status = async (as: User | null, id: number): Promise<number> =>
      (await kb.host.request('GET', `/vendor-kb/v1/articles/${id}`, { as })).status;

    it('takes effect completely or not at all, and opens no article to others', async () => {
      // A poll in the background may add a statement to a count.
      const countOf = async () => Number(await deletion((await person()).id, -1).line());
      const count = Math.min(await countOf(), await countOf());
      for (const point of killPoints(count, killPointsOn(dialect, [0, 0.5, 1]))) {
        const user = await person();
        await deletion(user.id, point).killed();
        const present = await kb.host.users.get(user.id);
        await kb.host.plugin('knowledge-base').access.rules.refresh();
        const people = [reader.id, user.id].toSorted((one, other) => one - other);
        expect(await ruleOf(both)).toMatchObject({ mode: 'users', users: present ? people : [reader.id] });
        expect(await ruleOf(alone)).toMatchObject(present ? { mode: 'users', users: [user.id] } : { mode: 'nobody' });
        expect([await status(null, alone), await status(reader, alone), await status(reader, both)]).toEqual([
          404, 404, 200,
        ]);
        if (present) await kb.host.users.delete(user.id);
        expect(await ruleOf(alone)).toMatchObject({ mode: 'nobody' });
      }
    });
  },
);
