import { HostError } from '../../core/errors.js';
import { fits } from './attributes.js';
import type { BlockMetadata } from './metadata.js';

const NAME = /^[a-z][a-z0-9-]*\/[a-z][a-z0-9-]*$/;

/** Asserts that the name, title, defaults and provided context of a block are valid. */
export function checkMetadata({ name, title, attributes = {}, providesContext = {} }: BlockMetadata): void {
  const refuse = (why: string): never => {
    throw new HostError('block_invalid', `The block "${name}" ${why}.`, { block: name });
  };
  if (!NAME.test(name)) refuse('needs a name such as "acme/recipe-card": a lowercase namespace and name');
  if (title.trim() === '') refuse('needs a title');
  for (const [attribute, schema] of Object.entries(attributes)) {
    if (schema.default !== undefined && !fits(schema, schema.default)) {
      refuse(`has a default for "${attribute}" that does not match its schema`);
    }
  }
  for (const [context, attribute] of Object.entries(providesContext)) {
    if (!Object.hasOwn(attributes, attribute)) {
      refuse(`provides the context "${context}" from "${attribute}", which is not one of its attributes`);
    }
  }
}
