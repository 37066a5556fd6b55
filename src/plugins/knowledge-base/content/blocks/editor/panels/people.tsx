import { FormTokenField } from '@wordpress/components';
import { useEffect, useState } from '@wordpress/element';
import { PanelField } from '../../../../../../editor.js';
import { usePanel } from './use-panel.js';

interface Account {
  readonly id: number;
  readonly login: string;
  readonly name: string;
}

interface PeopleChoice {
  readonly ids: readonly number[];
  choose: (ids: readonly number[]) => void;
  fault: string | undefined;
}

/** Selects users by name, or by id without permission to list users. */
export function PeopleField(chosen: PeopleChoice) {
  const { settings } = usePanel();
  return settings.mayListUsers ? <PeopleByName {...chosen} /> : <PeopleById {...chosen} />;
}

function PeopleByName({ ids, choose, fault }: PeopleChoice) {
  const { client, text } = usePanel();
  const [accounts, setAccounts] = useState<ReadonlyMap<number, Account>>(new Map());
  const [search, setSearch] = useState('');

  useEffect(() => {
    const timer = window.setTimeout(() => {
      client
        .get('/mortise/v1/users', { query: { per_page: 20, ...(search === '' ? {} : { search }) } })
        .then((found) => remember(found as readonly Account[]))
        .catch(() => {});
    }, 200);
    return () => window.clearTimeout(timer);
    function remember(found: readonly Account[]): void {
      setAccounts((before) => new Map([...before, ...found.map((account) => [account.id, account] as const)]));
    }
  }, [client, search]);

  const missing = ids.filter((id) => !accounts.has(id)).join();
  useEffect(() => {
    for (const id of missing === '' ? [] : missing.split(',')) {
      client
        .get('/mortise/v1/users/{user}', { path: { user: id } })
        .then((found) => setAccounts((before) => new Map([...before, [Number(id), found as unknown as Account]])))
        .catch(() => {});
    }
  }, [client, missing]);

  const nameOf = (id: number): string => {
    const account = accounts.get(id);
    return account ? `${account.name} (${account.login})` : text('people-unknown', { id: String(id) });
  };
  const idOf = new Map([...ids, ...accounts.keys()].map((id) => [nameOf(id), id]));
  return (
    <div className="me-field me-tokens">
      <FormTokenField
        label={text('people')}
        value={ids.map(nameOf)}
        suggestions={[...accounts.keys()].map(nameOf)}
        onInputChange={setSearch}
        onChange={(tokens) =>
          choose(
            tokens.flatMap((token) => {
              const id = idOf.get(typeof token === 'string' ? token : token.value);
              return id === undefined ? [] : [id];
            }),
          )
        }
        __experimentalValidateInput={(token) => idOf.has(token)}
        help=""
        __next40pxDefaultSize
      />
      <p className="me-hint">{text('people-hint')}</p>
      {fault !== undefined && <p className="me-fault">{fault}</p>}
    </div>
  );
}

function PeopleById({ ids, choose, fault }: PeopleChoice) {
  const { text } = usePanel();
  const [typed, setTyped] = useState(ids.join(', '));
  return (
    <PanelField label={text('people-ids')} hint={text('people-ids-hint')} fault={fault}>
      {(props) => (
        <input
          {...props}
          type="text"
          inputMode="numeric"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            choose((target.value.match(/\d+/g) ?? []).map(Number));
          }}
        />
      )}
    </PanelField>
  );
}
