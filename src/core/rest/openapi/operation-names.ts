import type { Endpoint, Method } from '../route.js';

/** Returns a unique name for an operation of a document. */
export type NameOperation = (endpoint: Endpoint, method: Method, template: string) => string;

/**
 * Creates operation names from `operationId`, otherwise from method and path: `getVendorKbV1ArticlesById`. With
 * several methods, the first gets the name and the others append theirs: `updateArticle`, `updateArticleByPatch`.
 * Duplicate names get a number, in order of registration.
 */
export function createOperationNames(): NameOperation {
  const usedNames = new Set<string>();
  return (endpoint, method, template) => {
    const base = nameOf(endpoint, method, template);
    let name = base;
    for (let number = 2; usedNames.has(name); number += 1) name = base + number;
    usedNames.add(name);
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
