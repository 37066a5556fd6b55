import { ComboboxControl } from '@wordpress/components';
import { useEffect, useState } from '@wordpress/element';
import { useEditedDocument } from '../../../../../../editor.js';
import { blockText } from '../texts.js';

/** Value for the article's own category. */
const CURRENT = 'current';

interface ListedCategory {
  readonly id: number;
  readonly name: string;
  /** 0 at the top. */
  readonly parent: number;
}

/** Selects a category by name, or the article's own. */
export function CategoryChooser({
  category,
  onChange,
}: {
  category: number | string;
  onChange: (category: number | typeof CURRENT) => void;
}) {
  const { client, stored, locale } = useEditedDocument();
  const [all, setAll] = useState<readonly ListedCategory[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const language = String(stored?.locale ?? locale);
  useEffect(() => {
    client
      .all('/vendor-kb/v1/categories', { query: { per_page: 100, locale: language, _fields: 'id,name,parent' } })
      .then((found) => setAll(found as unknown as ListedCategory[]))
      .catch((error: unknown) => setFailure(error instanceof Error ? error.message : String(error)));
  }, [client, language]);

  const options = [
    { value: CURRENT, label: blockText('list-current') },
    ...all.map((one) => ({ value: String(one.id), label: pathOf(one, all) })).toSorted(byLabel),
  ];
  // A category of another language or a deleted one stays selected.
  const value = typeof category === 'number' ? String(category) : CURRENT;
  if (!options.some((option) => option.value === value)) {
    options.push({ value, label: blockText('list-unknown', { id: value }) });
  }
  return (
    <ComboboxControl
      label={blockText('list-category')}
      help={failure === null ? undefined : blockText('list-categories-failed', { message: failure })}
      value={value}
      options={options}
      allowReset={false}
      onChange={(chosen) => onChange(chosen && chosen !== CURRENT ? Number(chosen) : CURRENT)}
    />
  );
}

/** Path such as `Guides › Setup`, since names are not unique. */
function pathOf(category: ListedCategory, all: readonly ListedCategory[]): string {
  const names: string[] = [];
  let next: ListedCategory | undefined = category;
  while (next && names.length < 20) {
    names.unshift(next.name);
    const { parent }: ListedCategory = next;
    next = all.find(({ id }) => id === parent);
  }
  return names.join(' › ');
}

function byLabel(one: { readonly label: string }, other: { readonly label: string }): number {
  return one.label.localeCompare(other.label);
}
