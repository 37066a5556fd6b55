import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { HostOptions } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';

/** Host with a knowledge base at a real URL that it knows. */
export interface PublishedSite {
  readonly host: TestHost;
  /** Scheme, host and port. */
  readonly url: string;
  /** Makes the site unreachable until the returned function is called. */
  goAway(): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/**
 * Listens first, so that the host knows its URL. The home page of the site redirects to the knowledge base; `/empty` is a
 * page without scripts, for windows between two visitors.
 */
export async function publishSite(options: HostOptions = {}): Promise<PublishedSite> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const host = await createTestHost({ name: 'Acme', plugins: [knowledgeBase()], url, ...options });
  const handle = host.handler();
  server.on('request', (request, response) => {
    if (request.url === '/empty') response.setHeader('Content-Type', 'text/html').end();
    else handle(request, response, () => response.writeHead(302, { Location: '/kb' }).end());
  });
  return {
    host,
    url,
    async goAway() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      return () => new Promise((resolve) => server.listen(Number(new URL(url).port), '127.0.0.1', resolve));
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await host.close();
    },
  };
}

/** Articles in the category of `publishFieldGuide`: enough for three pages of a list. */
export const GUIDE_ARTICLES = 45;

/** Imports the articles of the demo, which are in one top-level category. */
export async function importDemonstration({ host }: PublishedSite): Promise<void> {
  const folder = fileURLToPath(new URL('../../examples/demo-site/content', import.meta.url));
  await host.plugin('knowledge-base').importFolder(folder, { name: 'docs' });
}

/** Adds a second top-level category, `field-guide`, with many articles: `bird-1` and so on. */
export async function publishFieldGuide({ host }: PublishedSite): Promise<void> {
  const { id: as } = await host.createUser('administrator');
  const category = await host.request('POST', '/vendor-kb/v1/categories', {
    as,
    body: { name: 'Field guide', description: 'Birds, one by one.' },
  });
  for (let number = 1; number <= GUIDE_ARTICLES; number++) {
    await host.request('POST', '/vendor-kb/v1/articles', {
      as,
      body: {
        title: `Bird ${number}`,
        content: ARTICLE,
        status: 'publish',
        categories: [(category.data as { id: number }).id],
        tags: ['birds'],
        order: number,
      },
    });
  }
}

/** Article with every element whose width or height could go wrong. */
const ARTICLE = `A warbler that sings at dusk.

## Where it lives

${'In reeds by the water, in gardens and in old orchards. '.repeat(20)}

| Country | Months | Where it was last seen by somebody who wrote it down |
| --- | --- | --- |
| Iceland | May to August | Beside_a_very_long_name_without_any_place_to_break_it_in_two |

## How to call it

\`\`\`js
const answer = await call('warbler', { volume: 'low', repeat: 3, until: 'it answers or the sun has gone down for good' });
\`\`\`

> [!WARNING]
> Do not feed it.

### By name

- [x] Seen
- [ ] Heard
`;
