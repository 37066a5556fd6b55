import { isRecord } from '../../core/record.js';
import type { AttributeType, BlockAttribute, BlockMetadata } from './metadata.js';

/** Stored attribute that does not fit its schema. */
export interface AttributeFault {
  readonly attribute: string;
  /** Description of a valid value: `of type integer from 1 to 10`. */
  readonly expected: string;
}

/**
 * Returns the attributes of a block for its renderer: stored values that fit their schema, otherwise the default. A
 * document may be older than the schema, or written by hand, and must still render. Unknown attributes stay; those
 * that the editor reads from the markup are dropped.
 */
export function attributesOf(
  { attributes: definitions = {} }: BlockMetadata,
  stored: Readonly<Record<string, unknown>> | null,
): Readonly<Record<string, unknown>> {
  const attributes: Record<string, unknown> = { ...stored };
  for (const name of Object.keys(definitions)) {
    const schema = definitions[name];
    if (!schema) continue;
    if (schema.source !== undefined) delete attributes[name];
    else if (!Object.hasOwn(attributes, name) || !fits(schema, attributes[name])) attributes[name] = schema.default;
  }
  return attributes;
}

/**
 * Returns the first attribute that does not fit its schema, or null. Unknown attributes pass: they may be another
 * plugin's.
 */
export function faultIn(
  { attributes: definitions = {} }: BlockMetadata,
  stored: Readonly<Record<string, unknown>>,
): AttributeFault | null {
  for (const [name, value] of Object.entries(stored)) {
    const schema = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
    if (schema && !fits(schema, value)) return { attribute: name, expected: describe(schema) };
  }
  return null;
}

export function fits(schema: BlockAttribute, value: unknown): boolean {
  const { type, enum: allowed, minimum = -Infinity, maximum = Infinity, items } = schema;
  const types: readonly AttributeType[] = typeof type === 'string' ? [type] : type;
  if (!types.some((type) => isOfType(type, value))) return false;
  if (allowed && !allowed.includes(value)) return false;
  if (typeof value === 'number' && (value < minimum || value > maximum)) return false;
  return !(items && Array.isArray(value)) || value.every((item) => isOfType(items.type, item));
}

function isOfType(type: AttributeType, value: unknown): boolean {
  switch (type) {
    case 'string':
    case 'rich-text':
      return typeof value === 'string';
    case 'integer':
      return Number.isSafeInteger(value);
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isRecord(value);
    case 'null':
      return value === null;
  }
}

function describe({ type, enum: allowed, minimum, maximum, items }: BlockAttribute): string {
  if (allowed) return `one of ${allowed.join(', ')}`;
  const range = [minimum === undefined ? '' : ` from ${minimum}`, maximum === undefined ? '' : ` to ${maximum}`].join(
    '',
  );
  return `of type ${[type].flat().join(' or ')}${items ? ` of ${items.type}` : ''}${range}`;
}
