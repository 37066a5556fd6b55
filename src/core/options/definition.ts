import { HostError } from '../errors.js';
import type { JsonSchema, ValueOf } from '../schema/schema.js';
import type { CreateValidator, Validator } from '../schema/validate.js';

/** Declaration of a plugin's option. */
export interface OptionDefinition<Schema extends JsonSchema = JsonSchema> {
  /** Lower case with digits, `_`, `.` and `-`, starting with the plugin's prefix: `acme_oven_degrees`. */
  readonly name: string;
  /** Schema of the value. Lists need `maxItems`: unbounded data belongs in a table. */
  readonly schema: Schema;
  /** Value until another one is set. */
  readonly default: NoInfer<ValueOf<Schema>>;
  /**
   * Whether every process loads the option together with all other autoloaded ones and keeps it in memory. For options
   * that nearly every request needs. Others are loaded on demand.
   */
  readonly autoload: boolean;
}

const NAME = /^[a-z][a-z0-9_.-]{0,99}$/;

/** Compiles the validator of an option. @throws HostError `option_definition_invalid` */
export function compileOption(definition: OptionDefinition, createValidator: CreateValidator): Validator {
  const { name, schema, default: initial, autoload } = definition;
  const refuse = (reason: string): never => {
    throw new HostError('option_definition_invalid', `The option "${name}" is invalid: ${reason}`, { option: name });
  };
  if (!NAME.test(name)) refuse('a name can have lowercase letters, digits, "_", "." and "-", at most 100 characters.');
  if (typeof autoload !== 'boolean')
    refuse('autoload must be true or false: whether every process keeps it in memory.');
  if (growsIn(schema)) refuse('a list needs maxItems, and an object with arbitrary members maxProperties.');
  if (initial === undefined) refuse('a default is required.');
  const validate = createValidator({ [name]: schema });
  const [fault] = Object.values(validate({ [name]: initial }));
  if (fault) refuse(`its default does not match its schema: ${fault.message}`);
  return validate;
}

/** Whether values of this schema can have an unlimited number of members. */
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
