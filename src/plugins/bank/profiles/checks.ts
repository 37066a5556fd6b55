/** Reports an invalid member by its path. */
export type Complain = (path: string, message: string) => void;
export type Check = (value: unknown, path: string, complain: Complain) => void;
export type Checks = Readonly<Record<string, Check>>;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
export const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
const isPlace = (value: unknown): boolean => isText(value) || (Number.isInteger(value) && Number(value) >= 1);
export const isSource = (value: unknown): boolean =>
  isPlace(value) || (Array.isArray(value) && value.length > 0 && value.every(isPlace));

/** Creates a check that reports one sentence for an invalid member. */
export const must =
  (test: (value: unknown) => boolean, rule: string): Check =>
  (value, path, complain) => {
    if (!test(value)) complain(path, `"${path}" is ${rule}.`);
  };
export const optional =
  (check: Check): Check =>
  (value, path, complain) => {
    if (value !== undefined) check(value, path, complain);
  };
export const object =
  (checks: Checks, rule: string): Check =>
  (value, path, complain) => {
    if (isObject(value)) checkMembers(value, `${path}.`, checks, complain);
    else complain(path, `"${path}" is ${rule}.`);
  };

export function checkMembers(value: Record<string, unknown>, prefix: string, checks: Checks, complain: Complain): void {
  for (const name of Object.keys(value)) {
    if (!Object.hasOwn(checks, name)) complain(prefix + name, `"${prefix}${name}" is not a property of a profile.`);
  }
  for (const [name, check] of Object.entries(checks)) check(value[name], prefix + name, complain);
}
