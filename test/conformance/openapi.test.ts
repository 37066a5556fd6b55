import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import request, { Test } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { basic } from '../support/basic.js';
import { createProbe } from './probe-plugin.js';

const run = promisify(execFile);
const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

type Schema = {
  readonly $ref?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
};

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

describe('OpenAPI document of a site with the knowledge base and a third-party plugin', () => {
  let host: TestHost;
  let site: string;
  let folder: string;
  let document: Document;

  beforeAll(async () => {
    host = await createTestHost({ plugins: [knowledgeBase(), createProbe().plugin], url: 'https://acme.example' });
    host.plugin('knowledge-base').metaKeys.register('acme_any', { schema: {}, title: 'Any' });
    site = await host.listen();
    const answer = await request(site).get('/api/openapi.json');
    expect(answer.status).toBe(200);
    document = answer.body as Document;
    folder = mkdtempSync(path.join(tmpdir(), 'mortise-openapi-'));
    writeFileSync(path.join(folder, 'openapi.json'), answer.text);
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await host.close();
  });

  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    expect(await validator.validate({ ...document })).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('has no errors by the recommended rules of Redocly', async () => {
    const { stdout } = await run(
      process.execPath,
      [
        file('../../node_modules/@redocly/cli/bin/cli.js'),
        'lint',
        '--extends=recommended',
        '--format=json',
        'openapi.json',
      ],
      { cwd: folder, env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
    );
    const report = JSON.parse(stdout) as { totals: { errors: number }; problems: { severity: string }[] };
    expect(report.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(report.totals.errors).toBe(0);
  }, 180_000);

  it('generates client types that match the responses', async () => {
    writeFileSync(path.join(folder, 'consumer.ts'), CONSUMER);
    writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
    const { stdout } = await run(process.execPath, [file('generated-types/check.mjs'), folder]);
    expect(stdout).toBe('');
  }, 180_000);

  it('has every route of the index, with a unique operation ID per method', async () => {
    const { body: data } = await request(site).get('/api/');
    const { routes } = data as { routes: Record<string, { methods: string[] }> };
    const shapeOf = (template: string): string => template.replace(/\{\w+\}/g, '{}');
    const listed = Object.entries(routes).flatMap(([template, { methods }]) =>
      methods.map((method) => `${method} ${shapeOf(template)}`),
    );
    const operations = Object.entries(document.paths).flatMap(([template, { parameters: _shared, ...methods }]) =>
      Object.entries(methods).map(([method, { operationId }]) => ({
        call: `${method.toUpperCase()} ${shapeOf(template)}`,
        operationId,
      })),
    );
    expect(operations.map(({ call }) => call).sort()).toEqual([...new Set(listed)].sort());
    const names = operations.map(({ operationId }) => operationId);
    expect(names).toEqual([...new Set(names)]);
  });

  describe('response schemas', () => {
    let headers: Record<string, string>;
    beforeAll(async () => {
      const user = await host.createUser('administrator');
      const { password } = await host.applicationPasswords.create(user.id, { name: 'Conformance' });
      headers = basic(user.login, password);
    });

    /** Calls a route. @returns fields of the response that the schema does not name */
    async function undeclaredIn(method: string, address: string, schema: string, json?: object): Promise<string[]> {
      const answer = await new Test(site, method, `/api/vendor-kb/v1${address}`).set(headers).send(json);
      expect(answer.status, answer.text).toBeLessThan(300);
      const { schemas } = document.components;
      return [answer.body].flat().flatMap((one) => undeclared(one, schemas[schema] ?? {}, schemas, schema));
    }

    it('cover every field of articles, categories and search', async () => {
      const category = { name: 'Guides', description: 'How *to*' };
      expect(await undeclaredIn('POST', '/categories', 'Category', category)).toEqual([]);
      const article = {
        title: 'Bread',
        content: '# One\n\n## Two\n\nFlour',
        status: 'publish',
        categories: [1],
        tags: ['a'],
      };
      expect(await undeclaredIn('POST', '/articles', 'Article', article)).toEqual([]);
      expect(await undeclaredIn('GET', '/articles', 'Article')).toEqual([]);
      expect(await undeclaredIn('GET', '/articles/1?context=edit', 'Article')).toEqual([]);
      expect(await undeclaredIn('PATCH', '/articles/1', 'Article', { meta: { acme_any: { thing: 1 } } })).toEqual([]);
      expect(await undeclaredIn('GET', '/categories?tree=true', 'Category')).toEqual([]);
      expect(await undeclaredIn('GET', '/categories/1/articles', 'Article')).toEqual([]);
      expect(await undeclaredIn('GET', '/search?q=bread', 'SearchResults')).toEqual([]);
      expect(await undeclaredIn('GET', '/search/suggestions?q=br', 'Suggestions')).toEqual([]);
      expect(await undeclaredIn('DELETE', '/articles/1', 'DeletedArticle')).toEqual([]);
      expect(await undeclaredIn('DELETE', '/categories/1?reassign=0', 'DeletedCategory')).toEqual([]);
    });

    it('cover errors', async () => {
      const isError = new Ajv2020({ strict: false }).compile({ ...document.components.schemas.Error });
      const refused = [
        await request(site).get('/api/vendor-kb/v1/articles?page=x&per_page=0'),
        await request(site).get('/api/vendor-kb/v1/search'),
        await request(site).get('/api/vendor-kb/v1/articles/999'),
        await request(site).post('/api/vendor-kb/v1/articles').send({ title: 'x' }),
      ];
      expect(refused.map(({ status }) => status)).toEqual([400, 400, 404, 401]);
      for (const { body: data } of refused) expect(isError(data), JSON.stringify(isError.errors)).toBe(true);
    });
  });
});

/** Returns the paths of fields that a schema does not name. */
function undeclared(
  value: unknown,
  schema: Schema,
  schemas: Readonly<Record<string, Schema>>,
  place: string,
): string[] {
  if (schema.$ref) return undeclared(value, schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, schemas, place);
  if (Array.isArray(value)) return value.flatMap((item) => undeclared(item, schema.items ?? {}, schemas, `${place}[]`));
  if (typeof value !== 'object' || value === null) return [];
  const { properties = {}, additionalProperties = false } = schema;
  return Object.entries(value).flatMap(([name, member]) => {
    const own = properties[name] ?? additionalProperties;
    const path = `${place}.${name}`;
    if (typeof own === 'boolean') return own ? [] : [path];
    return Object.keys(own).length === 0 ? [] : undeclared(member, own, schemas, path);
  });
}

/** Client code that uses only the generated types. */
const CONSUMER = `
import { createClient } from 'mortise/client';
import type { components, operations, paths } from './api.js';

type Schemas = components['schemas'];
type Article = Schemas['Article'];
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Written = { title: string };

export const checks: [
  Equal<Article['title']['rendered'], string>,
  Equal<Article['title']['raw'], string | undefined>,
  Equal<Article['status'], 'draft' | 'pending' | 'future' | 'publish' | 'archived' | 'trash'>,
  Equal<Article['published_at'], string | null>,
  Equal<Article['categories'], number[]>,
  Equal<Article['translations'], { [key: string]: number }>,
  Equal<Schemas['Category']['children'], Schemas['Category'][] | undefined>,
  Equal<Schemas['Category']['icon'], string | null>,
  Equal<Schemas['SearchResults']['results'], Schemas['SearchResult'][]>,
  Equal<NonNullable<Schemas['SearchResult']['category']>['name'], string>,
  Equal<null extends Schemas['SearchResult']['category'] ? true : false, true>,
  Equal<operations['getArticle']['parameters']['path']['id'], number | string>,
  Equal<operations['listArticles']['responses'][200]['content']['application/json'], Article[]>,
  Equal<operations['createArticle']['responses'][201]['content']['application/json'], Article>,
  Written extends operations['createArticle']['requestBody']['content']['application/json'] ? true : false,
  Equal<operations['listArticles']['responses'][400]['content']['application/json'], Schemas['Error']>,
] = [true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true];

declare const article: Article;
// @ts-expect-error the title is an object
article.title.toUpperCase();
// @ts-expect-error there is no such member
article.subtitle;
const client = createClient<paths>({ root: '/api' });
export const read: () => Promise<Article> = () => client.get('/vendor-kb/v1/articles/{id}', { path: { id: 7 } });
export const write: () => Promise<Article> = () => client.post('/vendor-kb/v1/articles', { body: { title: 'Soup' } });
export const all: () => Promise<Article[]> = () => client.all('/vendor-kb/v1/articles', { query: { per_page: 50 } });
// @ts-expect-error there is no such order
export const sideways = () => client.list('/vendor-kb/v1/articles', { query: { order: 'sideways' } });
// @ts-expect-error a title is needed
export const nameless = () => client.post('/vendor-kb/v1/articles', { body: { slug: 'soup' } });

// @ts-expect-error a title is needed
export const untitled: operations['createArticle']['requestBody']['content']['application/json'] = { slug: 'x' };
`;
