import type { ArgumentSchema } from '../../schema/schema.js';
import { toJsonSchema } from '../../schema/schema.js';
import type { SchemaObject } from './model.js';

/** The schemas of a document that have a name of their own. */
export interface SchemaComponents {
  /** The schema in plain JSON Schema; whatever in it has a title in PascalCase becomes a reference to a component. */
  describe(schema: ArgumentSchema): SchemaObject;
  all(): Record<string, SchemaObject>;
}

const COMPONENT_NAME = /^[A-Z][A-Za-z0-9]*$/;

/** What says which members an object has. Generators take one that says nothing for an object without members. */
const SHAPES = ['properties', 'patternProperties', 'additionalProperties'];

/** Names of the components by the anchors that references around here use. */
type Anchors = ReadonlyMap<string, string>;

/**
 * Gathers named schemas. Two plugins may have different things of one name: the second gets a number, so that no
 * plugin can spoil the document of the others.
 * @param reserved components that are there already
 */
export function createSchemaComponents(reserved: Readonly<Record<string, SchemaObject>>): SchemaComponents {
  const components = new Map(Object.entries(reserved));
  const names = new Map<string, string>();
  /** Routes that answer the same thing share its schema, and the large ones are worth doing once. */
  const done = new WeakMap<ArgumentSchema, SchemaObject>();

  function nameOf(title: string, schema: SchemaObject): { name: string; isNew: boolean } {
    const text = JSON.stringify(schema);
    const known = names.get(text);
    if (known !== undefined) return { name: known, isNew: false };
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
      // Its place comes first: what stands inside may have the same title.
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
