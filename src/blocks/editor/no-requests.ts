import apiFetch from '@wordpress/api-fetch';
import type { Client } from '../../client.js';
import { answerAboutMedia, type PackageRequest } from './media/attachments.js';

interface FetchRequest extends PackageRequest {
  /** Whether to return the data instead of the whole response. Default: true. */
  readonly parse?: boolean;
}

/**
 * Handles the REST requests of WordPress's blocks, for types, users and previews. The media library answers those
 * about files. Any other request fails immediately as a missing route and never leaves the page.
 */
export function answerPackages(client: Client): void {
  // The types describe a CommonJS module; the bundle loads the function itself.
  const { setFetchHandler } = apiFetch as unknown as {
    setFetchHandler(handler: (request: FetchRequest) => Promise<unknown>): void;
  };
  setFetchHandler(async (request) => {
    const data = await answerAboutMedia(client, request)?.catch(() => undefined);
    if (data === undefined) throw { code: 'rest_no_route', message: 'Route not found.', data: { status: 404 } };
    return request.parse === false ? Response.json(data) : data;
  });
}
