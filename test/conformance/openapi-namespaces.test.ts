import { definePlugin } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface Document {
  readonly openapi: string;
  readonly servers: unknown;
  readonly paths: Record<string, unknown>;
  readonly tags: readonly { name: string }[];
  readonly components: { readonly schemas: Record<string, unknown> };
}

const shared = { method: 'GET', summary: 'Own', permission: 'public', handler: () => ({ own: true }) } as const;

const plugin = definePlugin({
  name: 'acme-paths',
  version: '1.0.0',
  setup({ rest }) {
    rest.route('acme/v1', { ...shared, path: '/pots/{id}', args: { id: { type: 'integer' } } });
    rest.route('acme/v2', { ...shared, path: '/pots' });
    rest.route('acme-own/v1', { ...shared, path: '/openapi.json' });
  },
});

describe('OpenAPI document of a namespace', () => {
  let host: TestHost;
  beforeAll(async () => {
    host = await createTestHost({ plugins: [knowledgeBase(), plugin] });
  });
  afterAll(() => host.close());

  async function documentOf(namespace: string): Promise<Document> {
    const { status, data } = await host.request('GET', `${namespace}/openapi.json`);
    expect(status).toBe(200);
    return data as Document;
  }

  it('contains only its routes, identical to those in the whole document', async () => {
    const whole = await documentOf('');
    for (const namespace of ['/acme/v1', '/acme/v2', '/vendor-kb/v1', '/mortise/v1']) {
      const own = await documentOf(namespace);
      const paths = Object.keys(whole.paths).filter((path) => path === namespace || path.startsWith(`${namespace}/`));
      expect(Object.keys(own.paths).toSorted()).toEqual(paths.toSorted());
      for (const path of paths) expect(own.paths[path]).toEqual(whole.paths[path]);
      expect([own.openapi, own.servers]).toEqual([whole.openapi, whole.servers]);
    }
  });

  it('contains every schema that it references', async () => {
    const own = await documentOf('/vendor-kb/v1');
    const named = [...JSON.stringify(own).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(0);
    for (const name of named) expect(own.components.schemas).toHaveProperty([name]);
  });

  it('is not part of itself or of the index', async () => {
    expect(Object.keys((await documentOf('/acme/v1')).paths).filter((path) => path.endsWith('.json'))).toEqual([]);
    const { data } = await host.request('GET', '/acme/v1');
    expect(Object.keys((data as { routes: object }).routes)).not.toContain('/acme/v1/openapi.json');
  });

  it('yields to a route of a plugin at its URL', async () => {
    expect((await host.request('GET', '/acme-own/v1/openapi.json')).data).toEqual({ own: true });
  });

  it('returns 404 for a namespace without routes', async () => {
    const { status, data } = await host.request('GET', '/nobody/v1/openapi.json');
    expect([status, (data as { code: string }).code]).toEqual([404, 'rest_no_route']);
  });
});
