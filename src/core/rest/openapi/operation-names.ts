import type { Endpoint, Method } from '../route.js';

/** Gives every operation of a document a name of its own. */
export type NameOperation = (endpoint: Endpoint, method: Method, template: string) => string;

/**
 * Names by what the route says, else by method and path: `getVendorKbV1ArticlesById`. A route with several methods
 * gives its name to the first of them, the others add theirs: `updateArticle`, `updateArticleByPatch`. A name that is
 * taken gets a number, in the order of registration.
 */
export function createOperationNames(): NameOperation {
  const taken = new Set<string>();
  return (endpoint, method, template) => {
    const base = nameOf(endpoint, method, template);
    let name = base;
    for (let number = 2; taken.has(name); number += 1) name = base + number;
    taken.add(name);
    return name;
  };
}

function nameOf({ operationId, methods }: Endpoint, method: Method, template: string): string {
  if (operationId === undefined) return method.toLowerCase() + pascalCase(template.replaceAll('{', 'by-'));
  return method === methods[0] ? operationId : `${operationId}By${pascalCase(method.toLowerCase())}`;
}

function pascalCase(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
