import { BlockIcon, store as blockEditor } from '@wordpress/block-editor';
import { useSelect } from '@wordpress/data';
import { useMemo } from '@wordpress/element';
import { addFilter } from '@wordpress/hooks';
import type { ReactNode } from 'react';

/** Maximum blocks shown after `/`, as many as for a search. */
const MAX_ITEMS = 9;

interface InserterItem {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly icon: unknown;
  readonly isDisabled: boolean;
  readonly isSearchOnly?: boolean;
  readonly frecency: number;
}

interface Option {
  readonly key: string;
  readonly value: unknown;
  readonly label: ReactNode;
  readonly isDisabled?: boolean;
}

/** Autocompleter for text after a trigger character. The packages have one for blocks after `/`. */
interface Completer {
  readonly name: string;
  useItems?(typed: string): readonly [readonly Option[]];
}

/** Lists the blocks of plugins first after `/`, until text is typed there. */
export function offerPluginsFirst(): void {
  addFilter('editor.Autocomplete.completers', 'mortise/plugins-first', (completers: readonly Completer[]) =>
    completers.map((completer) => (completer.name === 'blocks' ? withPluginsFirst(completer) : completer)),
  );
}

function withPluginsFirst(completer: Completer): Completer {
  return {
    ...completer,
    useItems(typed) {
      const found = completer.useItems?.(typed) ?? [[]];
      const offered = useOffered();
      return typed.trim() === '' ? [offered] : found;
    },
  };
}

/** Returns the same list while the blocks are the same. A new list each time would render endlessly. */
function useOffered(): readonly Option[] {
  const { selected, items } = useSelect((select) => {
    const { getSelectedBlockClientId, getBlockName, getBlockRootClientId, getInserterItems } = select(blockEditor);
    const id = getSelectedBlockClientId() as string | null;
    return {
      selected: id === null ? null : (getBlockName(id) as string),
      items: getInserterItems(id === null ? null : getBlockRootClientId(id)) as readonly InserterItem[],
    };
  }, []);
  return useMemo(
    () => pluginsFirst(items.filter(({ id, isSearchOnly }) => id !== selected && !isSearchOnly)).map(optionOf),
    [items, selected],
  );
}

function optionOf(item: InserterItem): Option {
  const label = (
    <>
      <BlockIcon icon={item.icon} showColors />
      {item.title}
    </>
  );
  return { key: `block-${item.id}`, value: item, label, isDisabled: item.isDisabled };
}

/** Puts plugin blocks first, and the most used ones first in each group. */
function pluginsFirst(items: readonly InserterItem[]): InserterItem[] {
  const rank = ({ name }: InserterItem): number => Number(name.startsWith('core/'));
  return items.toSorted((one, other) => rank(one) - rank(other) || other.frecency - one.frecency).slice(0, MAX_ITEMS);
}
