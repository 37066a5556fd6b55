import { describe, expect, it } from 'vitest';
import type { AdminDetailData, AdminPagePart } from '../../../src/core/admin/detail-data.js';
import type { FormData } from '../../../src/core/admin/form.js';
import type { FormField } from '../../../src/core/admin/form-field.js';
import type { ListTableData } from '../../../src/core/admin/list-table.js';
import { isSafeHtml, safeHtml, safeJson } from '../../../src/core/html/safe-html.js';
import { barChart } from '../../../src/core/templates/bar-chart.js';
import { createStrings } from '../../../src/core/templates/strings.js';
import { createTemplates } from '../../../src/core/templates/templates.js';
import { coreCatalogues } from '../../../src/core/texts/core-catalogues.js';
import type { TemplateData } from '../../../src/index.js';
import { kbCatalogues, kbEditorCatalogues } from '../../../src/plugins/knowledge-base/catalogues.js';
import type { DifferenceView, KbFrame } from '../../../src/plugins/knowledge-base/content/views/template-data.js';

const strings = createStrings('en', [coreCatalogues, kbCatalogues]);
const digestStrings = createStrings('en', kbCatalogues);
const link = { label: 'Label', link: '/link' };
const orderingWords = { hint: 'Hint', grip: 'Move: #name', place: '#place of #total', back: 'Back', failed: 'Failed' };
const card = { title: 'Card', link: '/card', excerpt: 'Excerpt', readingTime: 2, updated: new Date('2026-03-14') };
const category = {
  name: 'Name',
  description: 'Text',
  link: '/c',
  count: 2,
  icon: 'custom',
  articles: [{ title: 'T', link: '/t' }],
};
const pagination = {
  page: 1,
  totalPages: 2,
  total: 20,
  previous: '/p0',
  next: '/p2',
  pages: [{ page: 1, link: '/p1', current: true }, null],
};
const restricted = {
  strings,
  message: safeHtml('<p>message</p>'),
  teaser: safeHtml('<p>teaser</p>'),
  loginLink: '/login',
  passwordForm: { action: '/a', notice: 'Notice' },
};

const frame: KbFrame = {
  strings,
  locale: 'en',
  home: { title: 'Home', link: '/kb' },
  nav: [
    {
      kind: 'category',
      title: 'Branch',
      link: '/b',
      current: false,
      open: true,
      children: [{ kind: 'article', title: 'Leaf', link: '/l', current: true, open: false, children: [] }],
    },
  ],
  searchForm: {
    action: '/kb/search',
    query: 'query',
    hiddenFields: [{ name: 'category', value: 'category' }],
    suggestions: { link: '/api/suggestions', limit: 2, slash: true, reader: { id: 7, nonce: 'nonce' } },
  },
  translations: [
    { locale: 'en', label: 'English', link: '/en', current: true },
    { locale: 'de', label: 'Deutsch', link: '/de', current: false },
  ],
  before: [],
  after: [],
  sidebarTop: [],
  sidebarBottom: [],
  footer: [],
};
const facet = { name: 'Facet', link: '/f', count: 1, active: true };
const breadcrumbs = [{ label: 'Crumb', url: '/crumb', current: true }];

const feedbackMail = {
  strings,
  subject: 'Subject',
  site: { name: 'Site' },
  article: { title: 'Title', link: 'https://example.com/kb/title' },
  feedback: { id: 3, type: 'Mistake', message: 'First line\nSecond line', author: 'Ada', rating: 2 },
};

const digestItem = { title: 'Title', note: 'Note', link: 'https://example.com/admin/kb' };
const digestMail = {
  strings: digestStrings,
  subject: 'Subject',
  site: { name: 'Site' },
  since: new Date('2026-03-14'),
  sections: [
    {
      name: 'feedback',
      title: 'Feedback',
      items: [digestItem, { title: 'Title', note: '', link: null }],
      total: 3,
      link: { label: 'Label', href: 'https://example.com/admin/kb/work' },
    },
  ],
  work: 'https://example.com/admin/kb/work',
  stop: 'https://example.com/kb/-/digest?key=k',
};

const accountMail = {
  strings,
  subject: 'Subject',
  site: { name: 'Site' },
  greeting: 'Hello Ada,',
  login: 'ada',
  link: 'https://example.com/reset',
};
const field = {
  kind: 'input',
  type: 'text',
  name: 'name',
  id: 'save-name',
  target: 'save-name',
  label: 'Name',
  hint: 'Hint',
  value: 'Value',
  checked: true,
  required: false,
  error: 'Error',
  describedBy: 'save-name-hint save-name-error',
  autocomplete: 'off',
  min: '1',
  max: '2',
  step: '1',
  minLength: 1,
  maxLength: 2,
  accept: 'image/*',
  multiple: true,
  rows: 5,
  complete: '/c',
  fold: 'Fold',
  options: [{ id: 'save-name-1', value: 'v', label: 'Option', hint: 'Hint', group: 'Group', selected: true }],
} satisfies FormField;
const kinds = ['input', 'textarea', 'select', 'checkbox', 'checkboxes', 'hidden'] as const;
const form: FormData = {
  strings,
  id: 'save',
  action: '/save',
  multipart: true,
  hidden: [{ name: '_nonce', value: 'n' }],
  title: 'Title',
  description: 'Text',
  fields: kinds.map((kind) => ({
    ...field,
    kind,
    id: `save-${kind}`,
    options: field.options.map((option) => ({ ...option, id: `save-${kind}-1` })),
  })),
  openFolds: ['Fold'],
  refusal: { message: 'Message', errors: [{ text: 'Error', target: 'save-input' }] },
  submit: 'Save',
  danger: true,
  cancel: link,
};
const named = (name: string): FormField => ({
  ...field,
  id: `write-${name}`,
  options: field.options.map((option) => ({ ...option, id: `write-${name}-1` })),
});
const writingStrings = createStrings('en', [coreCatalogues, kbCatalogues, kbEditorCatalogues]);
const differenceLines: DifferenceView['lines'] = [
  { kind: 'place', pieces: [{ text: '@@ -1 +1 @@', isMarked: false }] },
  {
    kind: 'added',
    pieces: [
      { text: '+ ', isMarked: false },
      { text: 'new', isMarked: true },
    ],
  },
  { kind: 'removed', pieces: [{ text: '- old', isMarked: false }] },
  { kind: 'same', pieces: [{ text: '  same', isMarked: false }] },
];
const difference = { id: 'difference', title: 'Difference', summary: '1 line', more: '2 more', lines: differenceLines };
const table: ListTableData = {
  strings,
  id: 'list',
  caption: 'Caption',
  action: '/list',
  search: { name: 'search', label: 'Search', value: 'Value' },
  filters: [
    {
      name: 'role',
      label: 'Role',
      all: 'All',
      options: [{ value: 'v', label: 'Option', selected: true }],
      isDate: false,
      value: 'v',
    },
    { name: 'user', label: 'User', all: 'User', options: null, isDate: true, value: 'Value' },
  ],
  foldedFilters: [{ name: 'tag', label: 'Tag', all: 'Tag', options: null, isDate: false, value: 'x' }],
  hiddenFields: [{ name: 'kept', value: 'Value' }],
  resetLink: '/list',
  columns: [
    { name: 'name', label: 'Name', numeric: true, sort: { link: '/s', direction: 'ascending', label: 'Sort' } },
  ],
  rows: [
    {
      id: '1',
      label: 'Row',
      selectable: true,
      cells: [
        {
          label: 'Name',
          numeric: true,
          text: 'Text',
          link: '/row',
          note: 'Note',
          badges: [{ text: 'Badge', kind: 'good' }],
          code: false,
          html: null,
        },
      ],
      actions: [{ ...link, danger: true }],
    },
  ],
  hasActions: true,
  bulk: {
    action: '/list',
    hidden: [{ name: '_nonce', value: 'n' }],
    options: [{ value: 'v', label: 'Option' }],
    choice: { name: 'role', label: 'Role', options: [{ value: 'v', label: 'Option' }] },
    inputs: [{ name: 'day', label: 'Day', type: 'date' }],
  },
  empty: { text: 'Empty', action: link },
  summary: 'Summary',
  pagination,
};
const part: AdminPagePart = {
  title: 'Title',
  text: 'Text',
  facts: [{ term: 'Term', text: 'Text', link: '/link' }],
  events: [{ when: 'When', text: 'Text' }],
  table,
  links: [link],
};

/** Data of the blocks that list articles. */
const blockList = {
  strings,
  id: 'h-block-1',
  articles: [card],
  titleLevel: 2,
  layout: 'grid' as const,
  columns: 2,
  showExcerpt: true,
};

/** Bar chart with one day. */
const chart = barChart(
  {
    title: 'Title',
    none: 'None',
    tableLabel: 'Table',
    stepLabel: 'Day',
    steps: [{ name: 'Nov 1', label: 'Nov 1' }],
    panels: [{ label: 'Panel', series: [{ label: 'Label', tone: 'soft', values: [5] }] }],
    previous: link,
    next: link,
  },
  strings,
);

/** Detail page with every field. */
const detail: AdminDetailData = {
  strings,
  title: 'Title',
  tabs: [{ ...link, current: true }],
  tabsLabel: 'Label',
  isLive: true,
  notices: [{ kind: 'warning', text: 'Text' }],
  metrics: [{ title: 'Title', value: 'Value', text: 'Text', link, isWaiting: true }],
  badges: [{ text: 'Text', kind: 'good' }],
  progress: { done: 1, total: 2, text: 'Text', label: 'Label' },
  steps: {
    label: 'Label',
    action: '/admin',
    hidden: form.hidden,
    name: 'step',
    buttons: [{ value: 'value', label: 'Label', kind: 'warn' }],
  },
  sections: [part],
  longForms: [form],
  forms: [],
  isSplit: true,
  wide: [{ ...part, table: null }],
  links: [link],
};

/** Every template with data in which each list has an entry and each optional field a value. */
const samples = {
  'core/head': {
    description: 'Text',
    canonical: 'https://example.com/',
    robots: 'noindex',
    alternates: [{ locale: 'de', link: '/de' }],
    feeds: [{ title: 'Feed', link: '/feed' }],
    stylesheets: ['/a.css'],
    scripts: ['/a.js'],
    modules: safeJson({ imports: { a: '</script><x-hostile>' } }),
    cspNonce: 'nonce',
    jsonLd: [safeJson({ name: '</script><x-hostile>' })],
    markup: [],
  },
  'core/page': {
    strings,
    title: 'Title',
    icon: '/icon.svg',
    head: safeHtml('<meta name="x">'),
    body: safeHtml('<p id="content">body</p>'),
    site: { name: 'Site', link: '/' },
    menu: [{ ...link, current: true }],
    account: { name: 'Ada', link: '/me', logoutLink: '/logout' },
    loginLink: '/login',
  },
  'core/login': {
    strings,
    action: '/login',
    nonce: 'n',
    redirectTo: '/to',
    login: 'ada',
    error: 'Wrong',
    notice: 'Changed',
    lostLink: '/lost',
  },
  'core/lost-password': {
    strings,
    action: '/lost',
    nonce: 'n',
    login: 'ada',
    error: 'Wrong',
    sent: false,
    loginLink: '/login',
  },
  'core/reset-password': {
    strings,
    action: '/reset',
    nonce: 'n',
    login: 'ada',
    error: 'Wrong',
    minimum: 8,
    lostLink: '/lost',
  },
  'mail/password-reset': accountMail,
  'mail/no-password-here': accountMail,
  'mail/password-changed': accountMail,
  'mail/address-changed': accountMail,
  'mail/confirm-address': accountMail,
  'mail/change-requested': accountMail,
  'core/confirm-email': {
    strings,
    title: 'Confirm',
    action: '/confirm',
    nonce: 'n',
    token: 't',
    email: 'ada@example.com',
    isDone: false,
    error: 'Wrong',
    site: 'Site',
    next: '/',
  },
  'core/logout': { strings, action: '/logout', nonce: 'n', userId: 7, next: '/' },
  'core/oauth-consent': {
    strings,
    action: '/oauth/authorize',
    nonce: 'n',
    parameters: [{ name: 'state', value: 's' }],
    site: 'Site',
    client: 'Printer',
    account: { name: 'Ada', login: 'ada' },
    logoutLink: '/logout',
    target: 'printer.example',
    scopes: [{ name: 'read', label: 'Read' }],
  },
  'core/oauth-forward': { strings, title: 'Title', link: '/link' },
  'core/message': { strings, status: 403, title: 'Title', message: 'Message', links: [link], requestId: 'id' },
  'core/admin/frame': {
    strings,
    title: 'Title',
    icon: '/icon.svg',
    head: safeHtml('<meta name="x">'),
    body: safeHtml('<p>body</p>'),
    wholeWindow: true,
    site: link,
    home: link,
    menu: [
      { label: 'Section', entries: [{ ...link, icon: safeHtml('<svg aria-hidden="true"></svg>'), current: 'page' }] },
    ],
    account: { name: 'Ada', link: '/me', logoutLink: '/logout' },
    breadcrumbs: [link, { label: 'Here', link: null }],
    heading: { title: 'Title', lead: 'Text', actions: [{ ...link, primary: true }] },
    notices: [{ kind: 'warning', text: 'Text', link }],
    secret: { title: 'Title', label: 'Label', value: 'Value' },
  },
  'core/admin/dashboard': {
    strings,
    notices: [{ kind: 'warning', text: 'Text', link }],
    cards: [{ title: 'Title', text: 'Text', value: 'Value', link }],
  },
  'core/admin/detail': detail,
  'core/admin/list': { strings, table },
  'core/admin/forms': {
    strings,
    definitions: [{ term: 'Term', text: 'Text' }],
    items: ['Item'],
    forms: [form],
    links: [{ ...link, danger: true }],
  },
  'core/admin/doctor': { strings, table, passed: ['Passed'], summary: 'Summary' },
  'core/admin/job': {
    strings,
    definitions: [{ term: 'Term', text: 'Text' }],
    items: ['Item'],
    forms: [form],
    links: [{ ...link, danger: false }],
    progress: { done: 1, total: 2, text: 'Text' },
    isLive: true,
    texts: [{ title: 'Title', text: 'Text', isError: true }],
  },
  'core/admin/tabbed': {
    strings,
    tabs: [{ ...link, current: true }],
    tabsLabel: 'Label',
    definitions: [{ term: 'Term', text: 'Text' }],
    table,
    forms: [form],
    links: [{ ...link, danger: true }],
  },
  'core/admin/media': {
    strings,
    table,
    items: [
      { link: '/media/1', title: 'Title', image: '/picture.jpg', kind: 'JPG', note: '640 × 480' },
      { link: '/media/2', title: 'Title', image: null, kind: 'PDF', note: 'application/pdf' },
    ],
    upload: { form, endpoint: '/api/mortise/v1/media', nonce: 'n', page: '/admin/media', errors: '{}', notes: '{}' },
  },
  'core/admin/media-file': {
    strings,
    preview: { kind: 'image', url: '/picture.jpg', alt: 'A tower', focus: true },
    definitions: [{ term: 'Term', text: 'Text' }],
    address: 'https://example.com/picture.jpg',
    forms: [{ ...form, id: 'replace' }],
    links: [{ ...link, danger: true }],
  },
  'core/admin/message': {
    strings,
    message: 'Text',
    requestId: 'id',
    capability: { name: 'cook', label: 'Cook' },
    links: [link],
  },
  'core/admin/roles': {
    strings,
    roles: [{ name: 'cook', label: 'Cook', users: '1 user', link: '/users' }],
    groups: [{ owner: 'acme', capabilities: [{ name: 'cook', label: 'Cook', grants: [true] }] }],
  },
  'core/admin/system': {
    strings,
    warnings: [{ kind: 'warning', text: 'Text', link }],
    sections: [{ title: 'Section', rows: [{ term: 'Term', text: 'Text' }] }],
    text: 'Text',
    downloadLink: '/report.txt',
  },
  'core/reference': {
    strings,
    root: '/api',
    documentLink: '/api/openapi.json',
    nonceLink: '/api/nonce',
    groups: [
      {
        name: 'Group',
        operations: [{ method: 'GET', path: '/a', summary: 'Summary', permission: 'Everybody', deprecated: true }],
      },
    ],
  },
  'kb/admin/start': {
    strings,
    heading: 'Title',
    lead: 'Text',
    ways: [{ title: 'Title', text: 'Text', link, form }],
  },
  'kb/parts/first-visit': { text: 'Text', link },
  'kb/home': {
    ...frame,
    title: 'Title',
    description: 'Text',
    categories: [category],
    pagination,
    articles: [{ title: 'T', link: '/t' }],
    more: { title: 'All', link: '/all' },
    latest: [card],
  },
  'kb/category': {
    ...frame,
    name: 'Name',
    description: safeHtml('<p>description</p>'),
    link: '/c',
    breadcrumbs,
    children: [category],
    childPagination: pagination,
    articles: [card],
    pagination,
    printLink: '/c/print',
  },
  'kb/print': {
    ...frame,
    name: 'Name',
    description: safeHtml('<p>description</p>'),
    link: '/c',
    articles: ['article-1', 'article-2'].map((id) => ({
      id,
      title: 'Title',
      description: 'Text',
      link: 'https://example.com/a',
      updated: card.updated,
      content: safeHtml('<p>content</p>'),
    })),
    omitted: 2,
    printed: card.updated,
  },
  'kb/feed': {
    strings,
    title: 'Title',
    site: 'Site',
    link: 'https://example.com/kb',
    self: 'https://example.com/kb/feed',
    updated: card.updated,
    entries: [
      {
        id: 'urn:uuid:1',
        title: 'Title',
        link: 'https://example.com/a',
        summary: 'Text',
        content: '<p>Text</p>',
        published: card.updated,
        updated: card.updated,
        tags: ['tag'],
      },
    ],
  },
  'kb/article': {
    ...frame,
    title: 'Title',
    content: safeHtml('<p>content</p>'),
    description: 'Text',
    link: '/a',
    breadcrumbs,
    toc: [
      { id: 'one', level: 2, text: 'One' },
      { id: 'two', level: 3, text: 'Two' },
    ],
    previous: { title: 'Previous', link: '/p' },
    next: { title: 'Next', link: '/n' },
    related: [card],
    attachments: [{ title: 'Title', description: 'Text', link: '/f', type: 'PDF', size: '1 kB' }],
    updated: new Date('2026-03-14'),
    readingTime: 3,
    categories: [{ title: 'Category', link: '/c' }],
    tags: [
      { name: 'tag', link: '/tag' },
      { name: 'plain', link: null },
    ],
    archived: true,
    stale: true,
    before: [safeHtml('<p>before</p>')],
    after: [safeHtml('<p>after</p>')],
    readerForms: {
      rating: {
        action: '/kb/title?opinion=rating',
        nonce: 'nonce',
        renderedAt: 'stamp',
        notice: { kind: 'error', text: 'Choose first' },
        stars: [1, 2].map((value) => ({ value, label: `${value} stars`, chosen: value === 2 })),
        helpful: true,
      },
      feedback: {
        action: '/kb/title?opinion=feedback',
        nonce: 'nonce',
        renderedAt: 'stamp',
        notice: { kind: 'error', text: 'Correct it' },
        open: true,
        low: true,
        types: [{ value: 'error', label: 'Mistake', chosen: true }],
        fields: { message: 'Message', name: 'Ada', email: 'ada@example.com', consent: true },
        faults: { type: 'Type', message: 'Message', name: 'Name', email: 'Address', consent: 'Consent' },
      },
      summary: '4.5 of 5',
    },
    editLink: '/edit',
  },
  'kb/search': {
    ...frame,
    query: 'query',
    notice: null,
    results: [
      {
        article: 7,
        position: 11,
        title: safeHtml('<mark>title</mark>'),
        link: '/r',
        snippet: safeHtml('snippet'),
        breadcrumbs,
        promoted: true,
      },
    ],
    clicks: { link: '/api/clicks', query: 'query' },
    total: 1,
    isAtLeast: true,
    corrected: { applied: { query: 'other', link: '/other' }, typed: { query: 'typed', link: '/typed' } },
    filters: {
      chosen: [{ kind: 'tag', name: 'Tag', link: '/without' }],
      clear: '/clear',
      categories: { visible: [facet], more: [facet] },
      tags: { visible: [facet], more: [] },
      periods: [{ name: 'Week', link: '/week', active: false }],
      dates: { action: '/kb/search', from: '2026-01-01', to: '', hiddenFields: [{ name: 'q', value: 'query' }] },
    },
    nothingFound: {
      articles: [{ title: 'Title', link: '/a' }],
      areRead: true,
      categories: [{ title: 'Title', link: '/c' }],
    },
    pagination,
    tookMs: 1.5,
  },
  'kb/mail/digest': digestMail,
  'kb/mail/feedback-new': feedbackMail,
  'kb/mail/feedback-resolved': feedbackMail,
  'kb/not-found': { ...frame, query: 'query', suggestions: [{ title: 'Title', link: '/s' }], isGone: false },
  'kb/stop-digest': { strings: digestStrings, state: 'asked', action: '/kb/-/digest?key=k', profile: '/admin/profile' },
  'kb/restricted': { ...frame, title: 'Title', restricted },
  'kb/admin/convert': {
    strings,
    title: 'Title',
    lead: 'Lead',
    isSame: false,
    back: '/b',
    form: { action: '/a', hidden: [{ name: 'to', value: 'blocks' }], submit: 'Convert' },
    differences: [
      {
        id: 'convert-source',
        title: 'Source',
        summary: '1 line',
        more: '2 more',
        lines: differenceLines,
      },
    ],
  },
  'kb/parts/difference': { strings: writingStrings, difference },
  'kb/admin/write': {
    strings: writingStrings,
    tabs: [{ ...link, current: true }],
    tabsLabel: 'Tabs',
    form,
    note: 'Note',
    badges: [{ text: 'Draft', kind: 'neutral' }],
    text: {
      title: named('title'),
      content: { ...named('content'), kind: 'textarea' },
      excerpt: { ...named('excerpt'), kind: 'textarea' },
    },
    groups: [
      { name: 'place', title: 'Place', isOpen: true, fields: [named('slug')] },
      { name: 'language', title: 'Language', isOpen: false, fields: [named('locale')] },
    ],
    buttons: [
      { value: 'save', label: 'Save', kind: 'quiet' },
      { value: 'publish', label: 'Publish', kind: 'main' },
    ],
    otherButtons: [{ value: 'trash', label: 'Trash', kind: 'warn' }],
    links: [link],
    translations: [link],
    file: named('file'),
    isUnsaved: true,
    config: '{}',
    conflict: {
      who: 'Who',
      difference,
      version: '2',
      requestedStep: 'save',
      buttons: [{ value: 'keep', label: 'Keep', kind: 'quiet' }],
    },
    autosave: { text: 'Kept', restore: '/r', button: { value: 'drop', label: 'Drop', kind: 'quiet' } },
  },
  'kb/admin/categories': {
    strings: writingStrings,
    locales: [{ ...link, current: true }],
    crumbs: [link],
    search: { action: '/s', value: 'Search', locale: 'en' },
    form: { action: '/a', hidden: form.hidden },
    texts: orderingWords,
    rows: [
      {
        id: 1,
        name: 'Name',
        depth: 2,
        link: '/c',
        count: '2',
        isGuarded: true,
        below: link,
        add: link,
        list: { seen: 'k', first: 1, total: 2 },
        order: link,
        aside: { in: 'in 1', out: 'out 1' },
        buttons: [{ value: 'up 1', sign: 'U', label: 'Up' }],
      },
    ],
    pages: [{ ...link, current: true }],
  },
  'kb/admin/article-order': {
    strings: writingStrings,
    title: 'Title',
    texts: orderingWords,
    first: 1,
    total: 2,
    form: { action: '/a', hidden: form.hidden },
    undo: { value: 'back 1:2', label: 'Undo' },
    rows: [
      {
        id: 1,
        name: 'Name',
        place: '1',
        link: '/c',
        placeLabel: 'Place',
        badge: { text: 'Draft', kind: 'neutral' },
        buttons: [{ value: 'up 1', sign: 'U', label: 'Up' }],
      },
    ],
    pages: [{ ...link, current: true }],
  },
  'kb/admin/versions': {
    ...detail,
    strings: writingStrings,
    longForms: [],
    forms: [form],
    compare: { action: '/a', from: '1', to: '2', most: '2' },
    heading: 'From 1 to 2',
    isSame: true,
    differences: [difference],
  },
  'kb/admin/promotion': {
    ...detail,
    longForms: [],
    forms: [form],
    order: { action: '/a', hidden: form.hidden, title: 'Title', texts: orderingWords },
    items: [
      { id: 1, name: 'Name', note: 'Note', link: null, buttons: [{ value: 'up 1', label: 'Up' }] },
      { id: 2, name: 'Name', note: null, link: '/l', buttons: [] },
    ],
  },
  'kb/admin/search-statistics': {
    ...detail,
    longForms: [],
    steps: null,
    badges: [],
    wide: [],
    links: [],
    chart,
    period: {
      action: '/a',
      hiddenFields: [{ name: 'report', value: 'queries' }],
      from: '2026-11-01',
      to: '2026-11-30',
      options: [{ value: '30d', label: 'Label', selected: true }],
      texts: { period: 'Period', from: 'From', to: 'To', show: 'Show' },
    },
    reports: { label: 'Label', text: 'Text', tabs: [{ ...link, current: false }] },
  },
  'core/parts/bar-chart': { chart },
  'kb/admin/access': {
    ...detail,
    longForms: [],
    steps: null,
    badges: [],
    progress: null,
    metrics: [],
    sections: [],
    links: [],
    forms: [],
    viewer: {
      action: '/admin',
      as: { label: 'Label', options: [{ value: 'visitor', label: 'Label', selected: true }] },
      user: { label: 'Label', hint: 'Hint', value: 'ada' },
      submit: 'Show',
    },
  },
  'kb/admin/statistics': {
    ...detail,
    longForms: [],
    steps: null,
    badges: [],
    progress: null,
    wide: [],
    charts: [chart],
    filter: {
      action: '/admin',
      submit: 'Show',
      note: 'Text',
      hidden: [{ name: 'list', value: 'articles' }],
      choices: [{ name: 'period', label: 'Label', options: [{ value: '7d', label: 'Week', selected: true }] }],
      days: [{ name: 'from', label: 'Label', value: '2026-03-14' }],
    },
    lists: { label: 'Label', tabs: [{ ...link, current: true }] },
  },
  'kb/admin/editor': { strings, config: '{"root":"/api"}' },
  'kb/static': {
    strings,
    title: 'Title',
    description: 'Text',
    stylesheets: ['assets/kb.css'],
    home: { title: 'Site', link: 'index.html' },
    online: 'https://example.com/kb',
    body: safeHtml('<p>Body</p>'),
  },
  'kb/blocks/related': {
    ...blockList,
    title: 'Title',
    showDate: true,
    emptyText: 'None',
  },
  'kb/blocks/category-posts': {
    ...blockList,
    name: 'Name',
    link: '/c',
    icon: '★',
    total: 2,
    showCount: true,
    viewAll: true,
    pages: { page: 2, totalPages: 3, total: 5, previous: '/a#l', next: '/b#l', pages: [] },
  },
  'kb/blocks/accordion': {
    classes: ['wp-block-vendor-kb-accordion'],
    attributes: safeHtml(' id="a"'),
    items: safeHtml('<p>Items</p>'),
    layout: 'boxed',
    iconPosition: 'left',
    showIcon: true,
  },
  'kb/blocks/accordion-item': {
    classes: ['wp-block-vendor-kb-accordion-item'],
    attributes: safeHtml(' open'),
    hasSchema: true,
    summaryAttributes: safeHtml(' class="kb-faq-q"'),
    question: safeHtml('Why?'),
    headingLevel: 3,
    headingAttributes: safeHtml(''),
    answer: safeHtml('<div>So.</div>'),
  },
  'kb/blocks/toggle': {
    classes: ['wp-block-vendor-kb-content-toggle'],
    attributes: safeHtml(''),
    style: 'button',
    summaryAttributes: safeHtml(''),
    label: safeHtml('More'),
    labelClosed: '',
    labelOpen: 'Less',
    content: safeHtml('<div>Text</div>'),
  },
  'kb/parts/restricted': restricted,
} satisfies { [K in HtmlTemplate]: TemplateData[K] };

type HtmlTemplate = Exclude<
  Extract<keyof TemplateData, `core/${string}` | `kb/${string}` | `mail/${string}`>,
  `${string}-text`
>;

const hostile = `"'><x-hostile onclick=1>&`;

/** Same data with every text replaced; values that are not text of the site or its visitors stay. */
function withHostileText<T>(value: T, key = ''): T {
  if (typeof value === 'string') return (key === 'kind' ? value : hostile) as T;
  if (value === strings || value instanceof Date || isSafeHtml(value)) return value;
  if (Array.isArray(value)) return value.map((entry) => withHostileText(entry)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, withHostileText(entry, name)])) as T;
}

function shippedTemplates() {
  const templates = createTemplates({ strict: true });
  templates.add(new URL('../../../templates/kb/', import.meta.url), 'knowledge-base', { namespace: 'kb' });
  return templates;
}

describe.each(Object.keys(samples) as (keyof typeof samples)[])('template %s', (name) => {
  it('escapes hostile text in every field', async () => {
    const html = await shippedTemplates().render(name, withHostileText(samples[name]) as never);
    expect(html).toContain('x-hostile');
    expect(html).not.toContain('<x-hostile');
    // No attribute can be left: there is no raw quote or bracket between the quotes of the marker and the marker.
    expect(html).not.toMatch(/["'>]x-hostile|["']>?&#60;x-hostile/);
  });

  it('hides its icons from assistive technology and has no inline style or handler', async () => {
    const html = await shippedTemplates().render(name, samples[name] as never);
    expect(html).not.toMatch(/\sstyle=|\son[a-z]+=/);
    expect(html.match(/<svg(?![^>]*aria-hidden="true")/)).toBeNull();
  });

  it('uses every ID once', async () => {
    const html = await shippedTemplates().render(name, samples[name] as never);
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toEqual([...new Set(ids)]);
  });
});

describe.each([
  'mail/password-reset-text',
  'mail/no-password-here-text',
  'mail/password-changed-text',
  'mail/address-changed-text',
  'mail/confirm-address-text',
  'mail/change-requested-text',
] as const)('text template %s', (name) => {
  it('is plain text without escaping', async () => {
    const text = await shippedTemplates().render(name, { ...accountMail, greeting: `Hello Ada "O'Neill" <&>,` });
    expect(text).toContain(`Hello Ada "O'Neill" <&>,\n\n`);
    expect(text.trim()).not.toMatch(/\n{3}|&#|^ /m);
  });
});

describe('shipped templates', () => {
  it('use a replaced part in every page that includes it', async () => {
    const templates = shippedTemplates();
    const fixtures = new URL('./fixtures/', import.meta.url);
    templates.add(fixtures, 'acme');
    expect(await templates.render('kb/home', samples['kb/home'])).toContain('acme search form');
    expect(await templates.render('kb/search', samples['kb/search'])).toContain('acme search form');
  });
});
