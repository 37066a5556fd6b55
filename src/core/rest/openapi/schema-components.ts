import type { ArgumentSchema } from '../../schema/schema.js';
import { toJsonSchema } from '../../schema/schema.js';
import type { SchemaObject } from './model.js';

/** Named schemas of a document. */
export interface SchemaComponents {
  /** Converts a schema to plain JSON Schema. Parts with a PascalCase title become references to components. */
  describe(schema: ArgumentSchema): SchemaObject;
  all(): Record<string, SchemaObject>;
}

const COMPONENT_NAME = /^[A-Z][A-Za-z0-9]*$/;

/** Keywords that declare members. Generators treat an object without any as an object without members. */
const SHAPES = ['properties', 'patternProperties', 'additionalProperties'];

/** Component names by the anchors that references within the component use. */
type Anchors = ReadonlyMap<string, string>;

/**
 * Collects named schemas. If two plugins use the same name for different schemas, the second gets a number, so that
 * no plugin can break the document of another.
 * @param reserved components that already exist
 */
export function createSchemaComponents(reserved: Readonly<Record<string, SchemaObject>>): SchemaComponents {
  const components = new Map(Object.entries(reserved));
  const names = new Map<string, string>();
  /** Cached results: routes share schemas, and large ones are expensive. */
  const done = new WeakMap<ArgumentSchema, SchemaObject>();

  function nameOf(title: string, schema: SchemaObject): { name: string; isNew: boolean } {
    const text = JSON.stringify(schema);
    const existing = names.get(text);
    if (existing !== undefined) return { name: existing, isNew: false };
    let name = title;
    for (let number = 2; components.has(name); number += 1) name = title + number;
    names.set(text, name);
    return { name, isNew: true };
  }

  function refer(schema: SchemaObject, anchors: Anchors): SchemaObject {
    const { title, $anchor, ...plain } = schema;
    if (typeof title !== 'string' || !COMPONENT_NAME.test(title)) return withParts(schema, anchors);
    const { name, isNew } = nameOf(title, schema);
    if (isNew) {
      const within = typeof $anchor === 'string' ? new Map([...anchors, [$anchor, name]]) : anchors;
      // Reserves the name first: nested schemas may have the same title.
      components.set(name, plain);
      components.set(name, { title, ...withParts(plain, within) });
    }
    return referenceTo(name);
  }

  function withParts(schema: SchemaObject, anchors: Anchors): SchemaObject {
    const result: Record<string, unknown> = { ...schema };
    const one = (part: unknown): SchemaObject => refer(part as SchemaObject, anchors);
    if (typeof schema.$ref === 'string') return referenceTo(anchors.get(schema.$ref.slice(1)) ?? schema.$ref.slice(1));
    for (const keyword of ['items', 'additionalProperties']) {
      if (typeof schema[keyword] === 'object') result[keyword] = one(schema[keyword]);
    }
    for (const keyword of ['properties', 'patternProperties']) {
      const members = schema[keyword];
      if (members) result[keyword] = Object.fromEntries(Object.entries(members).map(([key, part]) => [key, one(part)]));
    }
    for (const keyword of ['anyOf', 'oneOf']) {
      const alternatives = schema[keyword];
      if (Array.isArray(alternatives)) result[keyword] = alternatives.map(one);
    }
    const isFree = schema.type === 'object' && !SHAPES.some((keyword) => keyword in schema);
    return isFree ? { ...result, additionalProperties: true } : result;
  }

  return {
    describe(schema) {
      let described = done.get(schema);
      if (!described) {
        described = refer(toJsonSchema(schema), new Map());
        done.set(schema, described);
      }
      return described;
    },
    all: () => Object.fromEntries(components),
  };
}

function referenceTo(name: string): SchemaObject {
  return { $ref: `#/components/schemas/${name}` };
}
