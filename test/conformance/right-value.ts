import fc from 'fast-check';
import type { ArgumentSchema, JsonSchema } from 'mortise/rest';

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-11-21T08:00:00Z',
  date: '2026-11-21',
  time: '08:00:00Z',
  email: 'name@example.com',
  ip: '192.0.2.1',
  uri: 'https://example.com/',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  'hex-color': '#a1b2c3',
  slug: 'a-slug',
};

/** Returns a valid value for a schema, for arguments that a test is not about. */
export function rightValue(schema: ArgumentSchema): unknown {
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  const [type] = [schema.type ?? []].flat();
  switch (type) {
    case 'integer':
    case 'number':
      return rightNumber(schema);
    case 'boolean':
      return true;
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => rightValue(schema.items ?? {}));
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([, property]) => property.required)
          .map(([name, property]) => [name, rightValue(property)]),
      );
    case 'null':
      return null;
    default:
      return rightText(schema);
  }
}

/** Returns the lowest number within the bounds, one above an exclusive bound, or 1 without bounds. */
function rightNumber({ minimum, exclusiveMinimum }: JsonSchema): number {
  if (typeof exclusiveMinimum === 'number') return Math.max(exclusiveMinimum + 1, minimum ?? 1);
  if (minimum === undefined) return 1;
  return exclusiveMinimum === true ? minimum + 1 : minimum;
}

function rightText({ format, pattern, minLength = 1 }: JsonSchema): string {
  if (pattern === undefined) return FORMATS[format ?? ''] ?? 'en'.padEnd(minLength, 'x');
  // Anchored, because a pattern in a path must match the whole segment.
  const matching = fc.stringMatching(new RegExp(`^(?:${pattern})$`, 'u'));
  const [text = ''] = fc.sample(matching, { numRuns: 1, seed: 1 });
  return text;
}
