import { useEffect, useState } from '@wordpress/element';
import { PanelField, PanelGroup } from '../../../../../../editor.js';
import { type CategoryNode, categoryTree, type ListedCategory, narrowed } from './category-tree.js';
import { NewCategory } from './new-category.js';
import { reasonOf, usePanel } from './use-panel.js';

/** Panel for the article's categories, including the primary one that determines the URL. */
export function CategoriesPanel() {
  const { stored, value, set, fault, client, settings, text } = usePanel();
  const [all, setAll] = useState<readonly ListedCategory[] | null>(null);
  const [failure, setFailure] = useState('');
  const [search, setSearch] = useState('');
  const locale = String(stored?.locale ?? settings.siteLocale);
  useEffect(() => {
    const query = { per_page: 100, locale, _fields: 'id,name,parent' };
    client
      .all('/vendor-kb/v1/categories', { query })
      .then((found) => setAll(found as unknown as ListedCategory[]))
      .catch((error: unknown) => setFailure(reasonOf(error)));
  }, [client, locale]);

  const chosen = (value('categories') ?? []) as readonly number[];
  const toggle = (id: number): void =>
    set('categories', chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  if (failure !== '') return <p className="me-fault">{text('failed', { message: failure })}</p>;
  if (!all) return <p className="me-hint">{text('loading')}</p>;
  const nodes = narrowed(categoryTree(all), search);
  const names = new Map(all.map(({ id, name }) => [id, name]));
  return (
    <>
      {all.length > 8 && (
        <PanelField label={text('categories-search')}>
          {(props) => (
            <input {...props} type="search" value={search} onChange={({ target }) => setSearch(target.value)} />
          )}
        </PanelField>
      )}
      <PanelGroup label={text('categories')} fault={fault('categories')}>
        <div className="me-scroll">
          <Branch nodes={nodes} chosen={chosen} toggle={toggle} />
          {nodes.length === 0 && (
            <p className="me-hint">{text(all.length === 0 ? 'categories-empty' : 'categories-none')}</p>
          )}
        </div>
      </PanelGroup>
      {chosen.length > 1 && (
        <PanelField label={text('categories-main')} hint={text('categories-main-hint')}>
          {(props) => (
            <select
              {...props}
              value={chosen[0]}
              onChange={({ target }) => {
                const main = Number(target.value);
                set('categories', [main, ...chosen.filter((id) => id !== main)]);
              }}
            >
              {chosen.map((id) => (
                <option key={id} value={id}>
                  {names.get(id) ?? id}
                </option>
              ))}
            </select>
          )}
        </PanelField>
      )}
      {settings.mayManageCategories && (
        <NewCategory
          all={all}
          locale={locale}
          added={(category) => {
            setAll([...all, category]);
            setSearch('');
            set('categories', [...chosen, category.id]);
          }}
        />
      )}
    </>
  );
}

function Branch({
  nodes,
  chosen,
  toggle,
}: {
  nodes: readonly CategoryNode[];
  chosen: readonly number[];
  toggle: (id: number) => void;
}) {
  return (
    <ul className="me-tree">
      {nodes.map(({ id, name, children }) => (
        <li key={id}>
          <label className="me-choice">
            <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />
            {name}
          </label>
          {children.length > 0 && <Branch nodes={children} chosen={chosen} toggle={toggle} />}
        </li>
      ))}
    </ul>
  );
}
