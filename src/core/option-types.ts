import { nearestName } from '../hooks/near-names.js';
import { HostError } from './errors.js';
import { isRecord } from './record.js';

/** The type of an option, checked before its value is used. */
export interface OptionType {
  readonly accepts: (value: unknown) => boolean;
  /** Completes an error message that starts with "Write". */
  readonly write: string;
  /** Types of the members, if the option may be an object. */
  readonly members?: OptionTypes;
}

export type OptionTypes<Name extends string = string> = Readonly<Record<Name, OptionType>>;

/** A string. It may be empty. */
export function text(write: string): OptionType {
  return { accepts: (value) => typeof value === 'string', write };
}

export function oneOf(values: readonly string[]): OptionType {
  return {
    accepts: (value) => typeof value === 'string' && values.includes(value),
    write: values.map((value) => `'${value}'`).join(' or '),
  };
}

export const BOOLEAN: OptionType = { accepts: (value) => typeof value === 'boolean', write: 'true or false' };

export function func(write: string): OptionType {
  return { accepts: (value) => typeof value === 'function', write };
}

export function group<Name extends string>(members: OptionTypes<Name>): OptionType {
  return { accepts: isRecord, write: `an object with ${Object.keys(members).join(', ')}`, members };
}

/**
 * Rejects unknown option names and values of the wrong type. Values are never quoted, since they may be secrets.
 * @param path prefix of nested options, such as `database.`
 * @throws HostError `config_invalid`
 */
export function assertOptionTypes(options: unknown, types: OptionTypes, path = ''): void {
  if (!isRecord(options)) {
    throw invalidOption('options', `The options are ${typeName(options)}. Pass an object: { secret, plugins }.`);
  }
  for (const [name, value] of Object.entries(options)) {
    const type = Object.hasOwn(types, name) ? types[name] : undefined;
    if (type === undefined) throw unknownOption(path, name, Object.keys(types));
    if (value === undefined) continue;
    if (!type.accepts(value)) {
      throw invalidOption(path + name, `The option "${path}${name}" is ${typeName(value)}. Use ${type.write}.`);
    }
    if (type.members && isRecord(value)) assertOptionTypes(value, type.members, `${path}${name}.`);
  }
}

function unknownOption(path: string, name: string, names: readonly string[]): HostError {
  const nearest = names.find((option) => option.toLowerCase() === name.toLowerCase()) ?? nearestName(name, names);
  const advice =
    nearest === undefined ? `Available: ${names.toSorted().join(', ')}.` : `Did you mean "${path}${nearest}"?`;
  return invalidOption(path + name, `There is no option "${path}${name}". ${advice}`);
}

/** @param path option path such as `database.pool`; `data.option` contains its first part */
export function invalidOption(path: string, message: string, cause?: unknown): HostError {
  const option = path.split('.')[0] ?? path;
  return new HostError('config_invalid', message, { status: 500, option }, cause === undefined ? undefined : { cause });
}

/** Describes a value's type for error messages: `a number`, `null`, `an empty string`. */
function typeName(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (value === '') return 'an empty string';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object of the wrong form';
  return `a ${typeof value}`;
}
