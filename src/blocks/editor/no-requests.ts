import apiFetch from '@wordpress/api-fetch';
import type { Client } from '../../client.js';
import { answerAboutMedia, type PackageRequest } from './media/attachments.js';

interface FetchRequest extends PackageRequest {
  /** Whether the data is wanted, and not the answer around it; default true. */
  readonly parse?: boolean;
}

/**
 * Blocks of WordPress ask its REST routes for types, users and previews. What they ask about files the media library
 * answers; of the rest nothing is here, and nothing of it may leave the page: each question is answered at once with
 * "there is none".
 */
export function answerPackages(client: Client): void {
  // Its types speak of a module of CommonJS; what is loaded is the function itself.
  const { setFetchHandler } = apiFetch as unknown as {
    setFetchHandler(handler: (request: FetchRequest) => Promise<unknown>): void;
  };
  setFetchHandler(async (request) => {
    const data = await answerAboutMedia(client, request)?.catch(() => undefined);
    if (data === undefined) throw { code: 'rest_no_route', message: 'There is no such route.', data: { status: 404 } };
    return request.parse === false ? Response.json(data) : data;
  });
}
