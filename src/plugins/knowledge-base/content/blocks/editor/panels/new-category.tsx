import { useRef, useState } from '@wordpress/element';
import { PanelField } from '../../../../../../editor.js';
import type { ListedCategory } from './category-tree.js';
import { reasonOf, usePanel } from './use-panel.js';

/** Creates a category without leaving the article. */
export function NewCategory({
  all,
  locale,
  added,
}: {
  all: readonly ListedCategory[];
  locale: string;
  added: (category: ListedCategory) => void;
}) {
  const { client, text } = usePanel();
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [parent, setParent] = useState(0);
  const [failure, setFailure] = useState<string>();
  const toggle = useRef<HTMLButtonElement>(null);

  async function add(): Promise<void> {
    try {
      const body = { name: name.trim(), parent, locale };
      added((await client.post('/vendor-kb/v1/categories', { body })) as unknown as ListedCategory);
      setName('');
      setFailure(undefined);
      setOpen(false);
      toggle.current?.focus();
    } catch (error) {
      setFailure(reasonOf(error));
    }
  }

  return (
    <div className="me-field">
      <button
        type="button"
        className="me-quiet-button"
        ref={toggle}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {text('category-new')}
      </button>
      {isOpen && (
        <div className="me-inset">
          <PanelField label={text('category-name')} fault={failure}>
            {(props) => (
              <input
                {...props}
                type="text"
                maxLength={200}
                value={name}
                onChange={({ target }) => setName(target.value)}
                onKeyDown={({ key }) => key === 'Enter' && name.trim() !== '' && void add()}
              />
            )}
          </PanelField>
          <PanelField label={text('category-parent')}>
            {(props) => (
              <select {...props} value={parent} onChange={({ target }) => setParent(Number(target.value))}>
                <option value={0}>{text('category-top')}</option>
                {all.map((category) => (
                  <option key={category.id} value={category.id}>
                    {category.name}
                  </option>
                ))}
              </select>
            )}
          </PanelField>
          <button
            type="button"
            className="me-quiet-button"
            aria-disabled={name.trim() === ''}
            onClick={() => name.trim() !== '' && void add()}
          >
            {text('category-add')}
          </button>
        </div>
      )}
    </div>
  );
}
