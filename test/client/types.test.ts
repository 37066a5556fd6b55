import { type Client, createClient, type ListPage } from 'mortise/client';
import { describe, expectTypeOf, it } from 'vitest';
import type { components, paths } from './fixtures/paths.js';

type Article = components['schemas']['Article'];

// These calls are never made: only the compiler checks them.
const client = createClient<paths>({ root: '/api', nonce: '' });
const declared = (uses: () => unknown): void => void expectTypeOf(uses).toBeFunction();

describe('client with the types of openapi-typescript', () => {
  it('returns the success response of the route', () =>
    declared(() => {
      const article = () => client.get('/vendor-kb/v1/articles/{id}', { path: { id: 7 } });
      expectTypeOf(article).returns.resolves.toEqualTypeOf<Article>();
      const created = () => client.post('/vendor-kb/v1/articles', { body: { title: 'Soup' } });
      expectTypeOf(created).returns.resolves.toEqualTypeOf<Article | { duplicate: true }>();
      const deleted = () => client.delete('/vendor-kb/v1/articles/{id}', { path: { id: 7 } });
      expectTypeOf(deleted).returns.resolves.toEqualTypeOf<null>();
      const answer = () => client.request('GET', '/vendor-kb/v1/articles');
      expectTypeOf(answer).returns.resolves.toEqualTypeOf<{ readonly data: Article[]; readonly response: Response }>();
      const head = () => client.request('HEAD', '/vendor-kb/v1/articles');
      expectTypeOf(head).returns.resolves.toHaveProperty('data').toEqualTypeOf<null>();
    }));

  it('infers the items of lists', () =>
    declared(() => {
      const page = () => client.list('/vendor-kb/v1/articles');
      expectTypeOf(page).returns.resolves.toEqualTypeOf<ListPage<Article>>();
      const hits = () => client.all('/vendor-kb/v1/search', { query: { q: 'soup' } });
      expectTypeOf(hits).returns.resolves.toEqualTypeOf<{ score: number }[]>();
      const items = () => client.items('/vendor-kb/v1/articles', { query: { order: 'asc' } });
      expectTypeOf(items).returns.toEqualTypeOf<AsyncGenerator<Article, void, undefined>>();
      const pages = () => client.pages('/vendor-kb/v1/articles');
      expectTypeOf(pages).returns.toEqualTypeOf<AsyncGenerator<ListPage<Article>, void, undefined>>();
    }));

  it('accepts omitted or undefined optional parameters, and parameters common to all routes', () =>
    declared(() => {
      void client.get('/vendor-kb/v1/articles');
      void client.get('/vendor-kb/v1/articles', { query: { page: undefined, category: ['a'] } });
      void client.get('/vendor-kb/v1/articles/{id}', { path: { id: 7 }, query: { _fields: ['id'], _embed: true } });
      void client.post('/cms/v1/media', { query: { _fields: 'id' } });
    }));

  it('sends files as form data or as raw bodies', () =>
    declared(() => {
      void client.post('/cms/v1/media', { body: new FormData() });
      void client.post('/cms/v1/media', { body: new File([], 'a.png'), idempotencyKey: true });
      // @ts-expect-error neither of the two
      void client.post('/cms/v1/media', { body: { file: 'a' } });
    }));

  it('rejects anything that the route does not declare at compile time', () =>
    declared(() => {
      // @ts-expect-error a path that is not there
      void client.get('/vendor-kb/v1/article');
      // @ts-expect-error a method that the path does not have
      void client.put('/vendor-kb/v1/articles', {});
      // @ts-expect-error a required path parameter
      void client.get('/vendor-kb/v1/articles/{id}');
      // @ts-expect-error a path parameter of another type
      void client.get('/vendor-kb/v1/articles/{id}', { path: { id: 'seven' } });
      // @ts-expect-error a required query
      void client.get('/vendor-kb/v1/search');
      // @ts-expect-error a query parameter that is not there
      void client.get('/vendor-kb/v1/articles', { query: { pages: 2 } });
      // @ts-expect-error a value that is not among those allowed
      void client.get('/vendor-kb/v1/articles', { query: { order: 'up' } });
      // @ts-expect-error a required body
      void client.post('/vendor-kb/v1/articles');
      // @ts-expect-error a member of the body that is missing
      void client.post('/vendor-kb/v1/articles', { body: { content: 'Chop.' } });
      // @ts-expect-error a body where there is none
      void client.get('/vendor-kb/v1/articles', { body: {} });
      // @ts-expect-error a key where nothing is created
      void client.get('/vendor-kb/v1/articles', { idempotencyKey: true });
    }));
});

describe('client without types', () => {
  it('accepts every path and body and returns unknown', () =>
    declared(() => {
      const untyped: Client = createClient({ root: '/api' });
      const answer = () => untyped.post('/acme/v1/soup', { query: { a: [1] }, body: { title: 1 } });
      expectTypeOf(answer).returns.resolves.toBeUnknown();
      const items = () => untyped.list('/acme/v1/soup/{id}', { path: { id: 7 } });
      expectTypeOf(items).returns.resolves.toEqualTypeOf<ListPage<unknown>>();
      void untyped.request('DELETE', '/acme/v1/soup');
    }));
});
