import fc from 'fast-check';
import type { ArgumentSchema, JsonSchema } from 'mortise/rest';

/** Value that is invalid for most arguments, with a name for failure reports. */
export interface WrongValue {
  readonly name: string;
  readonly value: unknown;
}

/** Argument in a query or form: the text after its name and the expected value. */
export interface WrongText {
  readonly name: string;
  /** Text after the encoded name: `=x`, `[]=x`. `&` is replaced with `&` and the name. */
  readonly text: string;
  /** Parsed value, or undefined when it is up to the parser. */
  readonly arrives: unknown;
}

/** Number of values per argument and place in a short run. With MORTISE_FULL=1 there is no limit. */
const SHORT = 6;

const isFull = process.env.MORTISE_FULL === '1';

let deep: unknown = 'bottom';
for (let depth = 0; depth < 100; depth += 1) deep = [deep];

/** Values tried with every argument, each invalid for some of them. */
const ANYWHERE: readonly WrongValue[] = Object.entries({
  null: null,
  true: true,
  seven: 7,
  'minus one': -1,
  'a fraction': 1.5,
  'the largest number': 1e308,
  'the smallest number': -1e308,
  'minus zero': -0,
  'a whole number beyond 2^53': 2 ** 53 + 2,
  'hexadecimal text': '0x10',
  'an exponent in text': '1e3',
  'NaN in text': 'NaN',
  'Infinity in text': '-Infinity',
  'other digits': '\u0661\u0662',
  'empty text': '',
  'a blank': ' ',
  'long text': 'x'.repeat(5000),
  'huge text': 'x'.repeat(100_000),
  'a NUL byte': 'a\0b',
  'half of a surrogate pair': 'a\ud800b',
  'text from right to left': '\u202egnp.exe\u202c \u05e9\u05dc\u05d5\u05dd',
  'line breaks': 'a\r\nSet-Cookie: stolen=1\r\n\r\nb',
  'a name of object members': '__proto__',
  'a template': '{{7*7}}<%= 7*7 %>#{7*7}%s%n',
  'the end of a statement': "'); DROP TABLE posts; --",
  'a path': '../../../../etc/passwd',
  'a day that is none': '2026-02-30T25:61:61Z',
  'a year far away': '+275761-01-01T00:00:00Z',
  'an empty list': [],
  'an empty object': {},
  'a list of null': [null],
  'a list of lists': [[], [1]],
  'a list of objects': [{}],
  'lists a hundred deep': deep,
  'a list of ten thousand': Array.from({ length: 10_000 }, (_, index) => index + 1),
  'an object with the members of a list': { 0: 1, length: 1 },
  'an object that is no text': { toString: 1, valueOf: null },
  'an object that looks like a promise': JSON.parse('{"then":1}'),
  'an object with toJSON': { toJSON: 'x' },
  // Parsed from JSON, because a literal would set the prototype.
  'a prototype': JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'),
}).map(([name, value]) => ({ name, value }));

/** Values that only a query or form can express. */
const TEXTS: readonly WrongText[] = [
  { name: 'a list in brackets', text: '[]=x&[]=y', arrives: ['x', 'y'] },
  { name: 'a list with places', text: '[0]=x&[7]=y', arrives: undefined },
  { name: 'a record', text: '[b]=x', arrives: { b: 'x' } },
  { name: 'a record in a record', text: '[b][c][d]=x', arrives: { b: { c: { d: 'x' } } } },
  { name: 'itself and a record', text: '=x&[b]=y', arrives: undefined },
  { name: 'itself twice', text: '=x&=y', arrives: ['x', 'y'] },
  { name: 'brackets that do not close', text: '[b=x', arrives: undefined },
  { name: 'brackets twenty deep', text: `${'[a]'.repeat(20)}=x`, arrives: undefined },
  { name: 'a prototype in brackets', text: '[__proto__][polluted]=1', arrives: undefined },
  { name: 'a constructor in brackets', text: '[constructor][prototype][polluted]=1', arrives: undefined },
  { name: 'a broken escape', text: '=%zz', arrives: '%zz' },
  { name: 'half an escape', text: '=x%', arrives: 'x%' },
  { name: 'bytes that are no UTF-8', text: '=%ff%fe%c0', arrives: undefined },
  { name: 'no value', text: '', arrives: '' },
];

/** Returns values that the schema rejects, and a sample of values that are invalid for most arguments. */
export function wrongValues(schema: ArgumentSchema, seed: number): readonly WrongValue[] {
  const own = valuesBeyond(schema);
  return [...own, ...sample(ANYWHERE, SHORT - own.length, seed)];
}

/** Returns texts for queries and forms, sampled like `wrongValues`. */
export function wrongTexts(seed: number): readonly WrongText[] {
  return sample(TEXTS, SHORT / 3, seed);
}

function sample<T>(values: readonly T[], count: number, seed: number): readonly T[] {
  if (isFull || count >= values.length) return values;
  const size = Math.max(count, 1);
  const [sampled = []] = fc.sample(fc.shuffledSubarray([...values], { minLength: size, maxLength: size }), {
    numRuns: 1,
    seed,
  });
  return sampled;
}

/** Returns values one step beyond each bound of the schema. */
function valuesBeyond(schema: JsonSchema): WrongValue[] {
  const { minimum, maximum, minLength, maxLength, maxItems, items, enum: allowed, properties } = schema;
  const [first] = allowed ?? [];
  const values: (WrongValue | null)[] = [
    minimum === undefined ? null : { name: 'less than the minimum', value: minimum - 1 },
    maximum === undefined ? null : { name: 'more than the maximum', value: maximum + 1 },
    minLength ? { name: 'too short', value: 'x'.repeat(minLength - 1) } : null,
    maxLength === undefined ? null : { name: 'too long', value: 'x'.repeat(maxLength + 1) },
    maxItems === undefined ? null : { name: 'too many items', value: Array.from({ length: maxItems + 1 }, () => 'x') },
    typeof first === 'string' ? { name: 'other case', value: first.toUpperCase() } : null,
    typeof first === 'string' ? { name: 'a blank too many', value: `${first} ` } : null,
    items ? { name: 'a wrong item', value: [valuesBeyond(items)[0]?.value ?? { not: 'an item' }] } : null,
    properties ? { name: 'members of the wrong type', value: mapMembers(properties) } : null,
  ];
  return values.filter((value) => value !== null);
}

function mapMembers(properties: Readonly<Record<string, ArgumentSchema>>): Record<string, unknown> {
  return Object.fromEntries(Object.keys(properties).map((name) => [name, [[{}]]]));
}
