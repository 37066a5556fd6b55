import { randomBytes } from 'node:crypto';
import type { Plugin } from 'mortise';
import * as shipped from 'mortise/plugins';
import type { TestHost } from 'mortise/testing';

/** Required options of plugins, keyed by export name. */
const OPTIONS: Readonly<Record<string, object>> = {};

/** Creates core content to read, change and delete. */
async function fillCore(create: Create): Promise<void> {
  // Terms with the same name would be one term.
  const name = `Term ${randomBytes(4).toString('hex')}`;
  const category = await create('/mortise/v1/categories', { name });
  const tag = await create('/mortise/v1/tags', { name });
  const parent = await create('/mortise/v1/pages', { title: 'A page', status: 'publish' });
  await create('/mortise/v1/pages', { title: 'A page below', status: 'publish', parent });
  await create('/mortise/v1/posts', { title: 'A post', status: 'publish', categories: [category], tags: [tag] });
}

/** Creates content to read, change and delete, keyed by plugin name. Plugins without an entry start empty. */
const CONTENT: Readonly<Record<string, (create: Create, host: TestHost, administrator: number) => Promise<void>>> = {
  async 'knowledge-base'(create, { media }, authorId) {
    const category = await create('/vendor-kb/v1/categories', { name: 'Guides' });
    const article = await create('/vendor-kb/v1/articles', {
      title: 'A guide',
      status: 'publish',
      categories: [category],
    });
    const file = await media.create(Buffer.from('%PDF-1.7'), { filename: 'guide.pdf', authorId });
    await create(`/vendor-kb/v1/articles/${article}/attachments`, { media_id: file.id });
  },
};

type Create = (path: string, body: object) => Promise<number>;

/** Creates one of every plugin that `mortise/plugins` exports. */
export function everyPlugin(): Plugin[] {
  return Object.entries(shipped)
    .filter(([name, exported]) => typeof exported === 'function' && !name.includes('_'))
    .map(([name, exported]) => (exported as (options?: object) => unknown)(OPTIONS[name]))
    .filter(isPlugin);
}

function isPlugin(value: unknown): value is Plugin {
  return typeof value === 'object' && value !== null && 'setup' in value;
}

/** Creates content for every active plugin, as an administrator. */
export async function fillPlugins(host: TestHost, administrator: number): Promise<void> {
  const create: Create = async (path, body) => {
    const { status, data } = await host.request('POST', path, { as: administrator, body });
    if (status >= 400) throw new Error(`POST ${path} failed: ${JSON.stringify(data)}`);
    return (data as { id: number }).id;
  };
  await fillCore(create);
  for (const { name } of host.plugins.list()) await CONTENT[name]?.(create, host, administrator);
}
