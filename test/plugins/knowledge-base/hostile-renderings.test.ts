import { afterAll, beforeAll, describe, it } from 'vitest';
import { type KbHost, openKbHost } from '../../conformance/knowledge-base-host.js';
import { SQLITE } from '../../support/databases.js';
import { answerWhileProbing, hostileTexts } from '../../support/hostile-texts.js';

describe('hostile text of 600 kB', () => {
  let kb: KbHost;
  let base: string;
  beforeAll(async () => {
    kb = await openKbHost(SQLITE);
    base = await kb.host.listen();
  });
  afterAll(() => kb?.close());

  describe.each(Object.entries(hostileTexts(600_000)))('%s', (_name, { format, content }) => {
    it.each([
      ['previewed', '/vendor-kb/v1/preview', { locale: 'th' }],
      ['saved', '/vendor-kb/v1/articles', { title: 'Hostile', locale: 'th' }],
    ])('is answered when %s, without blocking other requests', async (_verb, path, fields) => {
      const body = { ...fields, format, content };
      await answerWhileProbing(base, () => kb.host.request('POST', path, { as: kb.users.contributor, body }));
    });
  });
});
