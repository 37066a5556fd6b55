import { parameterNames } from '../match.js';
import type { Operation, Parameter, Reference, Response, SchemaObject } from './model.js';

/**
 * Renames an operation's path parameters to those of another template of the same shape. In OpenAPI `/articles/{id}`
 * and `/articles/{address}` are the same path, whose parameters have one name each.
 */
export function renamePathParameters(operation: Operation, from: string, to: string): Operation {
  const names = parameterNames(to);
  const renamed = new Map(parameterNames(from).map((name, index) => [name, names[index] ?? name]));
  const rename = (parameter: Parameter | Reference): Parameter | Reference =>
    isPathParameter(parameter) ? { ...parameter, name: renamed.get(parameter.name) ?? parameter.name } : parameter;
  return operation.parameters ? { ...operation, parameters: operation.parameters.map(rename) } : operation;
}

/**
 * Combines two operations with the same method and path shape into the one that OpenAPI allows. The host
 * distinguishes them by the form of their parameters. The result has the first one's name, and the arguments and
 * answers of both.
 */
export function combineOperations(first: Operation, second: Operation): Operation {
  const parameters = combineParameters(first.parameters ?? [], second.parameters ?? []);
  const requestBody = first.requestBody ?? second.requestBody;
  return {
    ...second,
    ...first,
    description: [first.description, `Or: ${second.summary}.`, second.description].filter(Boolean).join('\n\n'),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: combineResponses(first.responses, second.responses),
    security: withoutRepeats([...first.security, ...second.security]),
  };
}

function combineParameters(
  first: readonly (Parameter | Reference)[],
  second: readonly (Parameter | Reference)[],
): (Parameter | Reference)[] {
  const isSame = (one: Parameter | Reference, other: Parameter | Reference): boolean =>
    '$ref' in one || '$ref' in other ? equal(one, other) : one.name === other.name && one.in === other.in;
  const combined = first.map((one) => {
    const other = second.find((candidate) => isSame(one, candidate));
    if (!other) return optional(one);
    if ('$ref' in one || '$ref' in other) return one;
    const description = [...new Set([one.description, other.description])].filter(Boolean).join(' Or: ');
    const schema = eitherSchema(one.schema, other.schema);
    const required = one.required === true && other.required === true;
    return { ...one, required, ...(description === '' ? {} : { description }), schema };
  });
  const added = second.filter((candidate) => !first.some((one) => isSame(one, candidate)));
  return [...combined, ...added.map(optional)];
}

/** A parameter of only one of the operations cannot be required. */
function optional(parameter: Parameter | Reference): Parameter | Reference {
  if ('$ref' in parameter) return parameter;
  const { required: _required, ...rest } = parameter;
  return rest;
}

function combineResponses(first: Operation['responses'], second: Operation['responses']): Operation['responses'] {
  const combined: Record<string, Response | Reference> = { ...second, ...first };
  for (const [status, one] of Object.entries(first)) {
    const own = jsonSchemaOf(one);
    const other = jsonSchemaOf(second[status]);
    if (own && other) {
      combined[status] = {
        ...(one as Response),
        content: { 'application/json': { schema: eitherSchema(own, other) } },
      };
    }
  }
  return combined;
}

function jsonSchemaOf(response: Response | Reference | undefined): SchemaObject | undefined {
  return response && 'content' in response ? response.content?.['application/json']?.schema : undefined;
}

function eitherSchema(one: SchemaObject, other: SchemaObject): SchemaObject {
  return equal(one, other) ? one : { anyOf: [one, other] };
}

function withoutRepeats<T>(list: readonly T[]): T[] {
  return list.filter((one, index) => list.findIndex((other) => equal(one, other)) === index);
}

function equal(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function isPathParameter(parameter: Parameter | Reference): parameter is Parameter {
  return 'in' in parameter && parameter.in === 'path';
}
