import { readFileSync } from 'node:fs';
import { createTestHost } from 'mortise/testing';
import { expect, it } from 'vitest';
import { auditRoutes } from '../../src/cli/route-audit.js';
import { listRoutes } from '../../src/core/rest/route-list.js';
import { everyPlugin } from './every-plugin.js';

const LIST = new URL('../../public-routes.txt', import.meta.url);

/** No route becomes public or guarded only by code unless it is added to the list. */
it('lists every public route of the core and the plugins in public-routes.txt', async () => {
  const host = await createTestHost({ plugins: everyPlugin() });
  const { added, removed } = auditRoutes(listRoutes(host.routes()), readFileSync(LIST, 'utf8'));
  await host.close();
  const what =
    'Give new ones a capability, or run "npx mortise routes audit --update" in the root and commit the file.';
  expect({ added, gone: removed }, what).toEqual({ added: [], gone: [] });
});
