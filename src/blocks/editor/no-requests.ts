import apiFetch from '@wordpress/api-fetch';
import type { Client } from '../../client.js';

interface FetchRequest extends PackageRequest {
  /** Whether to return the data instead of the whole response. Default: true. */
  readonly parse?: boolean;
}

/**
 * Handles the REST requests of WordPress's blocks, for types, users and previews. The media library answers those
 * about files. Any other request fails immediately as a missing route and never leaves the page.
 */
export function serveEditorPackages(client: Client): void {
  // The types describe a CommonJS module; the bundle loads the function itself.
  const { setFetchHandler } = apiFetch as unknown as {
    setFetchHandler(handler: (request: FetchRequest) => Promise<unknown>): void;
  };
  setFetchHandler(async (request) => {
    const data = await serveMediaRequest(client, request)?.catch(() => undefined);
    if (data === undefined) throw { code: 'rest_no_route', message: 'Route not found.', data: { status: 404 } };
    return request.parse === false ? Response.json(data) : data;
  });
}

/** Used part of a request of the packages. */
interface PackageRequest {
  readonly path?: string;
  readonly method?: string;
}

/** Only type of WordPress posts with an answer. */
const TYPES = { attachment: { name: 'Media', slug: 'attachment', rest_base: 'media', rest_namespace: 'wp/v2' } };

/**
 * Answers requests of image blocks for library files and their sizes, at WordPress's URLs. Our routes return the same
 * shape.
 * @returns undefined for any other request
 */
function serveMediaRequest(
  client: Client,
  { path = '', method = 'GET' }: PackageRequest,
): Promise<unknown> | undefined {
  if (method !== 'GET') return undefined;
  const { pathname, searchParams } = new URL(path, 'http://packages.invalid');
  if (pathname === '/wp/v2/types') return Promise.resolve(TYPES);
  const id = /^\/wp\/v2\/media\/(\d{1,15})$/.exec(pathname)?.[1];
  if (id !== undefined) return client.get('/mortise/v1/media/{id}', { path: { id } });
  const include = /^\d[\d,]{0,1000}$/.exec(searchParams.get('include') ?? '')?.[0];
  if (pathname !== '/wp/v2/media' || include === undefined) return undefined;
  const ids = include.split(',').slice(0, 100);
  return client.get('/mortise/v1/media', { query: { include: ids, orderby: 'include', per_page: 100 } });
}
