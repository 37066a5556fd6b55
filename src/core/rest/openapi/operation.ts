import { rateLimitsOf } from '../rate-limit.js';
import type { Endpoint, Method } from '../route.js';
import type { Operation } from './model.js';
import type { NameOperation } from './operation-names.js';
import { describeParameters, describeRequestBody, hasBody } from './parameters.js';
import { describePermission, permissionText, type ScopesWith } from './permission.js';
import { describeResponses } from './responses.js';
import type { SchemaComponents } from './schema-components.js';

/** Describes one method of an endpoint as an OpenAPI operation. */
export function describeOperation(
  endpoint: Endpoint,
  method: Method,
  route: { readonly namespace: string; readonly template: string },
  {
    schemas,
    nameOperation,
    scopesWith,
  }: { schemas: SchemaComponents; nameOperation: NameOperation; scopesWith: ScopesWith },
): Operation {
  const { template, namespace } = route;
  const parameters = describeParameters(endpoint, method, template, schemas);
  const requestBody = describeRequestBody(endpoint, method, template, schemas);
  return {
    operationId: nameOperation(endpoint, method, template),
    summary: endpoint.summary,
    ...descriptionOf(endpoint),
    // Core routes have no namespace.
    tags: endpoint.tags ?? [namespace || endpoint.owner],
    ...(endpoint.deprecated ? { deprecated: true } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: describeResponses(endpoint, method, template, schemas),
    ...describePermission(endpoint.permission, scopesWith),
    ...describeLimits(endpoint, method),
  };
}

/** Viewers do not show `x-` members, so the description also lists the permission and rate limits. */
function descriptionOf(endpoint: Endpoint): { description?: string } {
  const who = { user: 'each user', key: 'each credential', ip: 'each address' };
  const sentences = [
    permissionText(endpoint.permission),
    ...rateLimitsOf(endpoint).map(
      ({ max, window, by }) =>
        `At most ${max} calls per ${typeof window === 'number' ? `${window} ms` : window} for ${who[by]}.`,
    ),
  ];
  const paragraphs = [endpoint.description, sentences.filter(Boolean).join(' ')].filter(Boolean);
  return paragraphs.length > 0 ? { description: paragraphs.join('\n\n') } : {};
}

function describeLimits(endpoint: Endpoint, method: Method): Partial<Operation> {
  const { idempotency, allowBatch, bodyLimit } = endpoint;
  const limits = rateLimitsOf(endpoint);
  return {
    ...(limits.length > 0 ? { 'x-rate-limit': limits.map(({ max, window, by }) => ({ max, window, by })) } : {}),
    ...(idempotency ? { 'x-idempotency': idempotency } : {}),
    ...(allowBatch ? { 'x-allow-batch': true } : {}),
    ...(bodyLimit !== undefined && hasBody(method) ? { 'x-body-limit': bodyLimit } : {}),
  };
}
