import { useEffect, useState } from '@wordpress/element';
import type { AccessRule } from './access-rule.js';
import { usePanel } from './use-panel.js';

/** Components that show panel fields as text in comparisons. */
interface ValueProps {
  readonly value: unknown;
}

/** Placeholder for an empty value. */
const NONE = '–';

export function StatusValue({ value }: ValueProps) {
  const { text } = usePanel();
  return text(`state-${String(value)}` as 'state-draft');
}

/** Shows a time in the site's time zone. */
export function DateValue({ value }: ValueProps) {
  const { locale, timeZone } = usePanel();
  if (typeof value !== 'string' || value === '') return NONE;
  return new Date(value).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
}

export function AccessValue({ value }: ValueProps) {
  const { settings, text } = usePanel();
  const { mode, roles = [], users = [], capability } = (value ?? { mode: 'inherit' }) as AccessRule;
  const labels = new Map(settings.roles.map(({ name, label }) => [name, label]));
  const whom = {
    roles: roles.map((role) => labels.get(role) ?? role),
    users: users.map((id) => text('people-unknown', { id: String(id) })),
    capability: [capability ?? ''],
  }[mode as string];
  return [text(`access-${mode}`), (whom ?? []).join(', ')].filter((part) => part !== '').join(': ');
}

/** Shows category names from the server, or ids if they are unavailable. */
export function CategoriesValue({ value }: ValueProps) {
  const { client } = usePanel();
  const ids = ((value ?? []) as readonly number[]).join();
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    const name = (id: string): Promise<string> =>
      client
        .get('/vendor-kb/v1/categories/{id}', { path: { id }, query: { _fields: 'name' } })
        .then((found) => (found as { readonly name: string }).name)
        .catch(() => id);
    void Promise.all(ids === '' ? [] : ids.split(',').map(name)).then(setNames);
  }, [client, ids]);
  return names.join(', ') || NONE;
}

/** Shows one or several texts. */
export function PlainValue({ value }: ValueProps) {
  return (Array.isArray(value) ? value.join(', ') : String(value ?? '')) || NONE;
}
