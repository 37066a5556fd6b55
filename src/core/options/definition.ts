import { HostError } from '../errors.js';
import type { JsonSchema, ValueOf } from '../schema/schema.js';
import type { CreateValidator, Validator } from '../schema/validate.js';

/** A value that a plugin keeps, as it declares it. */
export interface OptionDefinition<Schema extends JsonSchema = JsonSchema> {
  /** Lower case with digits, `_`, `.` and `-`, beginning with the prefix of the plugin: `acme_oven_degrees`. */
  readonly name: string;
  /** What the value must fit. Lists need `maxItems`: what grows belongs into a table. */
  readonly schema: Schema;
  /** Holds until somebody sets something else. */
  readonly default: NoInfer<ValueOf<Schema>>;
  /**
   * Whether every process reads it with all other such options at once and keeps it in memory. For what nearly every
   * request needs; the others are read when they are asked for.
   */
  readonly autoload: boolean;
}

const NAME = /^[a-z][a-z0-9_.-]{0,99}$/;

/** Compiles the check of values of an option. @throws HostError `option_definition_invalid` */
export function compileOption(definition: OptionDefinition, createValidator: CreateValidator): Validator {
  const { name, schema, default: initial, autoload } = definition;
  const refuse = (reason: string): never => {
    throw new HostError('option_definition_invalid', `The option "${name}" cannot be: ${reason}`, { option: name });
  };
  if (!NAME.test(name)) refuse('its name takes lower case letters, digits, "_", "." and "-", at most 100 characters.');
  if (typeof autoload !== 'boolean') refuse('say with autoload whether every process keeps it in memory.');
  if (growsIn(schema)) refuse('a list needs maxItems, and an object with any members maxProperties.');
  if (initial === undefined) refuse('it needs a default.');
  const validate = createValidator({ [name]: schema });
  const [fault] = Object.values(validate({ [name]: initial }));
  if (fault) refuse(`its default does not fit its schema: ${fault.message}`);
  return validate;
}

/** Whether values of this schema have no limit to their number of members. */
function growsIn(schema: JsonSchema): boolean {
  const { items, properties, additionalProperties, patternProperties, anyOf = [], oneOf = [] } = schema;
  const types = [schema.type ?? []].flat();
  if (types.includes('array') && schema.maxItems === undefined) return true;
  const isOpen = patternProperties !== undefined || (additionalProperties ?? properties === undefined);
  if (types.includes('object') && isOpen && schema.maxProperties === undefined) return true;
  const inner = [
    items,
    ...Object.values(properties ?? {}),
    ...Object.values(patternProperties ?? {}),
    ...anyOf,
    ...oneOf,
  ];
  if (typeof additionalProperties === 'object') inner.push(additionalProperties);
  return inner.some((part) => part !== undefined && growsIn(part));
}
