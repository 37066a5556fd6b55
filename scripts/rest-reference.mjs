// Writes docs/rest.md from the OpenAPI document of a host with all plugins: `npm run docs`. A test fails if the file is
// out of date.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const INTRODUCTION = `# REST routes

<!-- Made by \`npm run docs\` from the declared routes: change those. -->

Every route of the core and of the plugins that come along, below the REST root, which is \`/api\` by default. A running site has the same with its own plugins at \`/api/reference\`, where calls can be tried out, and for programs at \`/api/openapi.json\`. What holds for all routes is on the page about [calling the API](../examples/demo-site/content/rest-api/conventions.md); every route also takes \`_fields\`, \`_embed\` and \`_envelope\`.
`;

/**
 * Builds the route reference.
 * @param document our OpenAPI document
 * @returns the content of docs/rest.md
 */
export function restReference(document) {
  const operations = Object.entries(document.paths).flatMap(([address, { parameters: _shared, ...methods }]) =>
    Object.entries(methods).map(([method, operation]) => ({ address, method: method.toUpperCase(), operation })),
  );
  const sections = document.tags.map(({ name }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name));
    return [`## ${name}\n`, ...own.map(entryOf)].join('\n');
  });
  return `${INTRODUCTION}\n${sections.join('\n')}`;
}

function entryOf({ address, method, operation }) {
  const parts = [
    `### \`${method} ${address}\``,
    `${operation.summary}.`,
    ...(operation.description ? [operation.description] : []),
    ...argumentsOf(operation),
    factsOf(operation).join(' · '),
  ];
  return `${parts.join('\n\n')}\n`;
}

function argumentsOf({ parameters = [], requestBody }) {
  const body = Object.values(requestBody?.content ?? {})[0]?.schema ?? {};
  const rows = [
    ...parameters
      .filter((parameter) => !parameter.$ref)
      .map(({ name, in: place, required, description, schema }) => [name, place, schema, required, description]),
    ...Object.entries(body.properties ?? {}).map(([name, schema]) => [
      name,
      'body',
      schema,
      body.required?.includes(name),
      schema.description,
    ]),
  ];
  if (rows.length === 0) return [];
  const lines = rows.map(
    ([name, place, schema, required, description = '']) =>
      `| \`${name}\`${required ? ', required' : ''} | ${place} | ${cell(typeOf(schema))} | ${cell(description)} |`,
  );
  return [['| Argument | In | Values | Meaning |', '|---|---|---|---|', ...lines].join('\n')];
}

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** Short description of a schema: `integer from 1 to 100, default 10`. */
function typeOf(schema) {
  if (schema.$ref) return schema.$ref.split('/').at(-1);
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ');
  const { items, enum: choices, minimum, maximum, minLength, maxLength, maxItems, pattern, format } = schema;
  const type = [schema.type ?? 'any'].flat().join(' or ');
  const base = choices ? choices.map((choice) => `\`${choice}\``).join(', ') : (format ?? type);
  const notes = [
    ...(items ? [`of ${typeOf(items)}`] : []),
    ...(minimum === undefined ? [] : [`from ${minimum}`]),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? [] : [`to ${maximum}`]),
    ...(pattern === undefined ? [] : [`matching \`${pattern}\``]),
  ];
  const limits = [
    ...(minLength === undefined ? [] : [minLength === 1 ? 'not empty' : `at least ${minLength} characters`]),
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(maxItems === undefined ? [] : [`at most ${maxItems} items`]),
    ...(schema.default === undefined ? [] : [`default \`${JSON.stringify(schema.default)}\``]),
  ];
  return [[base, ...notes].join(' '), ...limits].join(', ');
}

function factsOf(operation) {
  const status = Object.keys(operation.responses).find((key) => key.startsWith('2'));
  const schema = operation.responses[status].content?.['application/json']?.schema;
  const errors = Object.keys(operation.responses).filter((key) => /^[45]/.test(key));
  return [
    `\`${operation.operationId}\``,
    ...(operation['x-permission'] === 'public' ? ['open to all'] : []),
    `answers ${status}${schema?.title || schema?.$ref || schema?.items ? ` with ${answerOf(schema)}` : ''}`,
    ...(errors.length > 0 ? [`errors ${errors.join(', ')}`] : []),
    ...(operation['x-idempotency'] ? [`Idempotency-Key ${operation['x-idempotency']}`] : []),
    ...(operation['x-allow-batch'] ? ['may be in a batch'] : []),
    ...(operation['x-body-limit'] ? [`body at most ${operation['x-body-limit']} bytes`] : []),
    ...(operation.deprecated ? ['**deprecated**'] : []),
  ];
}

function answerOf(schema) {
  return schema.items ? `a list of ${answerOf(schema.items)}` : typeOf(schema);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { affiliate, bank, knowledgeBase, watermark } = await import('../dist/plugins.js');
  const { createTestHost } = await import('../dist/testing.js');
  const host = await createTestHost({ plugins: [knowledgeBase(), watermark(), affiliate(), bank()] });
  const { data } = await host.request('GET', '/openapi.json');
  await host.close();
  writeFileSync(path.join(root, 'docs/rest.md'), restReference(data));
}
