import apiFetch from '@wordpress/api-fetch';

/**
 * Blocks of WordPress ask its REST routes for types, users and previews. None of them is here, and nothing of that may
 * leave the page: each question is answered at once with "there is none".
 */
export function answerNothing(): void {
  // Its types speak of a module of CommonJS; what is loaded is the function itself.
  const { setFetchHandler } = apiFetch as unknown as { setFetchHandler(handler: () => Promise<unknown>): void };
  setFetchHandler(() =>
    Promise.reject({ code: 'rest_no_route', message: 'There is no such route.', data: { status: 404 } }),
  );
}
