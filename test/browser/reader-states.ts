import type { PublishedSite } from '../support/published-site.js';

const WIDE = '知識ベースの記事の題名';
/** Titles of up to two hundred characters: wide, unbreakable, or both. */
const LONG_TITLES = {
  wide: WIDE.repeat(20).slice(0, 200),
  emoji: '👩‍👩‍👧‍👦'.repeat(18),
  unbroken: 'Donaudampfschifffahrtsgesellschaft'.repeat(6).slice(0, 200),
} as const;

const TEXT = `A warbler sings at dusk, in reeds by the water and in old orchards. It is heard more often than seen.

## Where it lives

> [!NOTE]
> It is shy. Use \`binoculars\`, and press <kbd>Shift</kbd> to stay calm.

> [!WARNING]
> Do not feed it.

| Country | Months | Seen by |
| --- | --- | --: |
| Iceland | May to August | 12 |
| Ireland | April to September | 240 |

## How to call it

1. Stand still.
2. Call.

\`\`\`js
const answer = await call('warbler', { volume: 'low', repeat: 3, until: 'it answers or the sun has gone down for good' });
\`\`\`

### By name

- [x] Seen
- [ ] Heard[^1]

> What sings at dusk is rarely in a hurry.

[^1]: At dusk.
`;

const HEBREW = `הסבכי שר עם ערב, בקני הסוף ובבוסתנים ישנים. ראו גם את Node.js 20.

## היכן הוא חי

> [!NOTE]
> הוא ביישן.

- ראשון
- שני

\`\`\`js
const answer = call('warbler');
\`\`\`

## איך לקרוא לו

מילים אחדות.
`;

/** Paths of every page state created by `publishStates`. */
export const READER_STATES: Readonly<Record<string, string>> = {
  'first page': '/kb',
  'category of categories': '/kb/birds',
  'category without articles': '/kb/empty',
  'category of long titles': '/kb/long',
  'article with everything': '/kb/birds/warblers/reed-warbler',
  'article that is archived': '/kb/birds/old',
  'article that is due for review': '/kb/birds/due',
  'article with a title of wide characters': '/kb/long/wide',
  'article with a title of emoji': '/kb/long/emoji',
  'article with a title of one word': '/kb/long/unbroken',
  'article with a Hebrew title on an English page': '/kb/birds/hebrew',
  'first page in Hebrew': '/kb/he',
  'article in Hebrew': '/kb/he/zipporim/sabchi',
  'search in Hebrew': '/kb/he/search?q=סבכי',
  'article behind a login, with its beginning': '/kb/birds/members',
  'article behind a password': '/kb/birds/secret',
  'article behind a password that no cookie keeps': '/kb/birds/secret?opened=1',
  'article that was deleted': '/kb/birds/gone',
  'category to be printed': '/kb/birds/print',
  'search with results': '/kb/search?q=warbler',
  'search for long titles': '/kb/search?q=Donaudampfschifffahrtsgesellschaft*',
  'search without results': '/kb/search?q=xylophonist',
};

/** Fills a site with the content behind `READER_STATES`. */
export async function publishStates({ host, url }: PublishedSite): Promise<void> {
  const as = await host.createUser('administrator');
  const create = async (path: string, body: object): Promise<number> => {
    const { status, data } = await host.request('POST', `/vendor-kb/v1${path}`, { as, body });
    if (status !== 201) throw new Error(`${path}: ${JSON.stringify(data)}`);
    return (data as { id: number }).id;
  };
  const article = (body: object) => create('/articles', { status: 'publish', content: TEXT, ...body });

  const birds = await create('/categories', {
    name: 'Birds',
    slug: 'birds',
    description: 'Birds, **one by one**.',
    icon: 'book',
  });
  const warblers = await create('/categories', { name: 'Warblers', slug: 'warblers', parent: birds, icon: '🐦' });
  await create('/categories', { name: 'Empty', slug: 'empty' });
  const long = await create('/categories', { name: LONG_TITLES.unbroken, slug: 'long', description: LONG_TITLES.wide });
  const reed = await article({
    title: 'Reed warbler',
    slug: 'reed-warbler',
    categories: [warblers, birds],
    tags: ['reeds', 'song'],
    excerpt: 'How to find it, and how to leave it in peace.',
  });
  await article({ title: 'Marsh warbler', slug: 'marsh-warbler', categories: [warblers], tags: ['song'] });
  const old = await article({ title: 'Old names of birds', slug: 'old', categories: [birds] });
  await host.request('PUT', `/vendor-kb/v1/articles/${old}`, { as, body: { status: 'archived' } });
  await article({ title: 'Counting birds', slug: 'due', categories: [birds], review_by: '2024-01-31' });
  await article({ title: 'סבכי (Acrocephalus)', slug: 'hebrew', categories: [birds], content: 'Its name in Hebrew.' });
  for (const [slug, title] of Object.entries(LONG_TITLES)) {
    await article({
      title,
      slug,
      categories: [long],
      tags: [title.slice(0, 100)],
      content: `## ${title}\n\n${title}\n\n## More\n\nText.`,
    });
  }
  const zipporim = await create('/categories', {
    name: 'ציפורים',
    slug: 'zipporim',
    locale: 'he',
    description: 'ציפורים, אחת אחת.',
  });
  const common = { locale: 'he', categories: [zipporim] };
  await article({ ...common, title: 'סבכי', slug: 'sabchi', content: HEBREW, translation_of: reed });
  await article({ ...common, title: 'דרור', slug: 'dror', content: HEBREW });
  await article({
    title: 'Nests of members',
    slug: 'members',
    categories: [birds],
    access_rule: { mode: 'logged_in', teaser: 'first_section', listed: true },
  });
  await article({
    title: 'Secret nests',
    slug: 'secret',
    categories: [birds],
    access_rule: { mode: 'password', password: 'dusk', message: 'Ask the **warden** for the password.', listed: true },
  });
  const trashed = await article({ title: 'Gone', slug: 'gone', categories: [birds] });
  await host.request('DELETE', `/vendor-kb/v1/articles/${trashed}`, { as, query: { force: true } });

  const { password } = await host.applicationPasswords.create(as.id, { name: 'tests' });
  for (const [name, bytes] of [
    ['map-of-nests.pdf', 48_000],
    [`${LONG_TITLES.unbroken.slice(0, 90)}.pdf`, 2_400_000],
  ] as const) {
    const form = new FormData();
    form.set('file', new Blob([new TextEncoder().encode('%PDF-1.7\n'.padEnd(bytes, 'a'))]), name);
    const answer = await fetch(`${url}/api/vendor-kb/v1/articles/${reed}/attachments`, {
      method: 'POST',
      body: form,
      headers: { Authorization: `Basic ${Buffer.from(`${as.login}:${password}`).toString('base64')}` },
    });
    if (answer.status !== 201) throw new Error(await answer.text());
  }
  await host.plugin('knowledge-base').searchIndex.ready();
}
