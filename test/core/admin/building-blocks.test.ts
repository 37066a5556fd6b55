import { describe, expect, it } from 'vitest';
import type { AdminRequest, RefusedForm } from '../../../src/core/admin/admin-page.js';
import { expiredFlashCookie, flashCookie, readFlash } from '../../../src/core/admin/flash.js';
import { adminForm } from '../../../src/core/admin/form.js';
import { paginationOf } from '../../../src/core/admin/list-pagination.js';
import { listQuery } from '../../../src/core/admin/list-query.js';
import { listTable } from '../../../src/core/admin/list-table.js';
import { createSubmittedForm, formError, formFaultOf } from '../../../src/core/admin/submitted-form.js';
import { HostError } from '../../../src/core/errors.js';
import { formatQuery, parseQuery } from '../../../src/core/http/query.js';
import { parseCookies } from '../../../src/core/identity/cookies.js';
import { createNonces } from '../../../src/core/identity/nonces.js';
import { createStrings } from '../../../src/core/templates/strings.js';
import { coreCatalogues } from '../../../src/core/texts/core-catalogues.js';

const nonces = createNonces({ secret: 'a secret of at least thirty-two bytes' });

/** Request for `/recipes` in a session, as the admin area creates it. */
function requestOf({
  query = '',
  cookie = '',
  session = 'one',
  refused = null,
}: {
  query?: string;
  cookie?: string;
  session?: string;
  refused?: RefusedForm | null;
} = {}): AdminRequest {
  const request: Partial<AdminRequest> = {
    path: '/recipes',
    query: parseQuery(query),
    cookies: parseCookies(cookie),
    strings: createStrings('en', coreCatalogues),
    refused,
    nonce: (action) => nonces.create(action, 7, session),
    verifyNonce: (nonce, action) => typeof nonce === 'string' && nonces.verify(nonce, action, 7, session) !== 0,
    link: (path, parameters = {}) => {
      const text = formatQuery(parameters, {});
      return `/admin${path}${text === '' ? '' : `?${text}`}`;
    },
  };
  return request as AdminRequest;
}

describe('notice after a redirect', () => {
  const sent = (cookie: string): string => cookie.split(';')[0] ?? '';
  const flash = { kind: 'success', text: 'Saved: „příliš“ <b>' } as const;

  it('is read back unchanged from an HttpOnly cookie that expires after 60 seconds', () => {
    const cookie = flashCookie(requestOf(), flash, false);
    expect(readFlash(requestOf({ cookie: sent(cookie) }), false)).toEqual(flash);
    expect(cookie).toMatch(/HttpOnly.*SameSite=Lax.*Max-Age=60/);
    expect(expiredFlashCookie(false)).toContain('Max-Age=0');
  });

  it('is not shown to another session or after a minute', () => {
    const now = Date.now();
    const cookie = sent(flashCookie(requestOf(), flash, false, now));
    expect(readFlash(requestOf({ cookie, session: 'two' }), false)).toBeNull();
    expect(readFlash(requestOf({ cookie }), false, now + 61_000)).toBeNull();
  });

  it.each(['cms_notice=', 'cms_notice=x', 'cms_notice=x.y', 'cms_notice=%', 'other=1'])(
    'ignores the cookie %j',
    (cookie) => {
      expect(readFlash(requestOf({ cookie }), false)).toBeNull();
    },
  );

  it('is ignored when its text was tampered with', () => {
    const [name, value = ''] = sent(flashCookie(requestOf(), flash, false)).split('=');
    const [, nonce] = value.split('.');
    const content = Buffer.from(JSON.stringify(['error', 'Your account is locked', Date.now() + 1e9])).toString(
      'base64url',
    );
    expect(readFlash(requestOf({ cookie: `${name}=${content}.${nonce}` }), false)).toBeNull();
  });

  it('is truncated to fit a browser cookie', () => {
    const cookie = flashCookie(requestOf(), { kind: 'info', text: 'ž'.repeat(20_000) }, true);
    expect(cookie.length).toBeLessThan(4096);
    expect(readFlash(requestOf({ cookie: sent(cookie) }), true)?.text).toMatch(/^ž{600}…$/);
  });
});

describe('admin form', () => {
  const fields = [
    { kind: 'email', name: 'email', label: 'E-mail', value: 'stored@example.com', hint: 'Yours' },
    { kind: 'password', name: 'password', label: 'Password' },
    { kind: 'checkbox', name: 'news', label: 'News', checked: true },
    {
      kind: 'checkboxes',
      name: 'roles',
      label: 'Roles',
      values: ['a'],
      options: [
        { value: 'a', label: 'A' },
        { value: 'b', label: 'B' },
      ],
    },
  ] as const;
  const build = (refused: RefusedForm | null) => adminForm(requestOf({ refused }), { action: 'save', fields });
  const refusal = (errors: Record<string, string>): RefusedForm => ({
    action: 'save',
    form: createSubmittedForm({ email: 'typed', password: 'hunter22', roles: ['b'] }),
    errors,
    message: 'Refresh.',
    status: 422,
    isShown: false,
  });

  it('shows stored values and a nonce that is valid only for this action on this page', () => {
    const form = build(null);
    const nonce = form.hidden.find(({ name }) => name === '_nonce')?.value ?? '';
    expect(form.fields.map(({ value }) => value)).toEqual(['stored@example.com', '', '1', '']);
    expect(nonces.verify(nonce, 'admin /recipes save', 7, 'one')).toBe(1);
    expect(nonces.verify(nonce, 'admin /recipes delete', 7, 'one')).toBe(0);
    expect(nonces.verify(nonce, 'admin /recipes/7 save', 7, 'one')).toBe(0);
    expect(form.refusal).toBeNull();
  });

  it('shows submitted values after a refusal, except passwords', () => {
    const refused = refusal({ email: 'Write an address.' });
    const [email, password, news, roles] = build(refused).fields;
    expect([email?.value, password?.value, news?.checked]).toEqual(['typed', '', false]);
    expect(roles?.options.map(({ selected }) => selected)).toEqual([false, true]);
    expect(refused.isShown).toBe(true);
  });

  it('links errors to their fields', () => {
    const form = build(refusal({ email: 'Write an address.', roles: 'Choose one.', other: 'What else.' }));
    const [email, , , roles] = form.fields;
    expect(email).toMatchObject({ error: 'Write an address.', describedBy: 'save-email-hint save-email-error' });
    expect(form.refusal?.errors).toEqual([
      { text: 'E-mail: Write an address.', target: 'save-email' },
      { text: 'Roles: Choose one.', target: roles?.options[0]?.id },
      { text: 'What else.', target: null },
    ]);
  });

  it('ignores the refusal of another form', () => {
    const form = build({ ...refusal({ email: 'x' }), action: 'other' });
    expect(form.fields[0]).toMatchObject({ value: 'stored@example.com', error: null });
  });
});

describe('submitted form', () => {
  it('reads text, lists and checkboxes from values of any shape', () => {
    const form = createSubmittedForm({ one: 'a', many: ['a', 'b'], nested: { x: '1' }, empty: '' });
    expect([form.text('one'), form.text('many'), form.text('nested'), form.text('none')]).toEqual(['a', 'a', '', '']);
    expect([form.list('one'), form.list('many'), form.list('nested')]).toEqual([['a'], ['a', 'b'], []]);
    expect([form.isChecked('empty'), form.isChecked('none'), form.isChecked('toString')]).toEqual([true, false, false]);
  });

  it('turns errors with a status below 500 into form errors, except 404', () => {
    const fault = (error: unknown) => formFaultOf(error, createStrings('de', coreCatalogues));
    expect(fault(formError({ a: 'Wrong.' }))?.errors).toEqual({ a: 'Wrong.' });
    expect(fault(new HostError('x', 'Taken.', { status: 409, field: 'login' }))?.errors).toEqual({
      login: 'Taken.',
    });
    expect(fault(new HostError('x', 'Missing.', { status: 400, params: ['a', 'b'] }))?.errors).toEqual({
      a: 'Missing.',
      b: 'Missing.',
    });
    // Errors with a text in the language of the page use that text.
    expect(
      fault(new HostError('existing_user_login', 'Taken.', { status: 409, field: 'login' }))?.errors.login,
    ).toMatch(/^Dieser Benutzername/);
    expect(
      fault(new HostError('user_forbidden', 'No.', { status: 403, missing_capability: 'x_y' }))?.message,
    ).toContain('„x_y“');
    expect(fault(new HostError('x', 'Gone.', { status: 404 }))).toBeNull();
    expect(fault(new HostError('x', 'Ours.'))).toBeNull();
    expect(fault(new Error('x'))).toBeNull();
  });
});

describe('admin list', () => {
  const options = { sortable: ['name', 'age'], filters: { role: ['a', 'b'] } } as const;

  it('reads only known values from the query string', () => {
    expect(listQuery(requestOf(), options)).toMatchObject({ search: '', page: 1, orderBy: 'name', direction: 'asc' });
    expect(listQuery(requestOf({ query: 'search=+x+&page=3&orderby=age&order=desc&role=b' }), options)).toMatchObject({
      search: 'x',
      page: 3,
      orderBy: 'age',
      direction: 'desc',
      filters: { role: 'b' },
    });
    expect(
      listQuery(requestOf({ query: 'page=-1&orderby=password_hash&order=sideways&role=c' }), options),
    ).toMatchObject({ page: 1, orderBy: 'name', direction: 'asc', filters: { role: null } });
    expect(listQuery(requestOf({ query: 'search[a]=1&page=1e99&orderby[]=age' }), options)).toMatchObject({
      search: '',
      page: 1,
    });
  });

  it('keeps the rest of the query string in every link', () => {
    const request = requestOf({ query: 'search=x&role=b&page=2&tab=kept' });
    const table = listTable(request, listQuery(request, options), {
      caption: 'People',
      columns: [{ name: 'name', label: 'Name', sortable: true }],
      rows: [],
      total: 100,
      search: 'Search',
      filters: [{ name: 'role', label: 'Role', all: 'All', options: [{ value: 'b', label: 'B' }] }],
      empty: { text: 'Nobody.' },
    });
    expect(new URLSearchParams(table.columns[0]?.sort?.link.split('?')[1]).get('search')).toBe('x');
    expect(table.pagination?.next).toContain('page=3');
    expect(table.pagination?.next).toContain('role=b');
    expect(table.hiddenFields).toEqual([{ name: 'tab', value: 'kept' }]);
    expect(table.resetLink).toBe('/admin/recipes?tab=kept');
    expect(table.empty.text).toBe('No results. Try different filters.');
  });

  it('has date pickers for days, and text fields for values that a picker cannot show', () => {
    const filters = { filters: { from: 'any' } } as const;
    const isDate = (query: string) => {
      const request = requestOf({ query });
      const list = { caption: 'People', columns: [], rows: [], total: 0, empty: { text: 'No people.' } };
      const from = [{ name: 'from', label: 'From', isDate: true }];
      return listTable(request, listQuery(request, filters), { ...list, filters: from }).filters[0]?.isDate;
    };
    expect(['', 'from=2026-01-31', 'from=yesterday', 'from=2026-02-30'].map(isDate)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('says that there are more rows than were counted', () => {
    const request = requestOf();
    const counted = { caption: 'People', columns: [], rows: [], total: 10_000, empty: { text: 'No people.' } };
    const summary = (isCapped: boolean) =>
      listTable(request, listQuery(request, options), { ...counted, isCapped }).summary;
    expect([summary(false), summary(true)]).toEqual(['10,000 items', '10,000+ items']);
  });

  it('keeps two lists on one page independent', () => {
    const request = requestOf({ query: 'page=5&old_page=2' });
    expect(listQuery(request, {}).page).toBe(5);
    expect(listQuery(request, { prefix: 'old_' }).page).toBe(2);
  });

  it('omits page numbers in the middle of the pagination', () => {
    const numbers = (page: number, total: number) =>
      paginationOf({ page, perPage: 10 }, total, String)?.pages.map((entry) => entry?.page ?? null);
    expect(paginationOf({ page: 1, perPage: 10 }, 10, String)).toBeNull();
    expect(numbers(1, 45)).toEqual([1, 2, 3, 4, 5]);
    expect(numbers(6, 200)).toEqual([1, null, 4, 5, 6, 7, 8, null, 20]);
    expect(numbers(9, 0)).toEqual([]);
  });
});
