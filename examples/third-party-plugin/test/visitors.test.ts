import { describe, expect, it } from 'vitest';
import { hostWithRecipes, writeSoup } from './host.js';

const LIST = '/api/acme/v1/shopping-list';

describe('the shopping list of a visitor', () => {
  it('lies in the browser, which cannot change it', async () => {
    const host = await hostWithRecipes();
    const root = await host.listen();
    const headers = { 'Content-Type': 'application/json' };
    const written = await fetch(root + LIST, { method: 'PUT', headers, body: '{"recipes":[3,5]}' });
    const [cookie = ''] = (written.headers.get('set-cookie') ?? '').split(';');
    const read = async (sent: string) => (await fetch(root + LIST, { headers: { Cookie: sent } })).json();
    expect(await read(cookie)).toEqual({ recipes: [3, 5] });
    expect(await read(cookie.replace('=', '=A'))).toEqual({ recipes: [] });
    expect(await read('')).toEqual({ recipes: [] });
  });
});

describe('the card of a recipe', () => {
  it('is a file to be saved, also in part', async () => {
    const host = await hostWithRecipes();
    const { soup } = await writeSoup(host);
    const card = await host.request('GET', `/acme/v1/recipes/${soup.id}/card`);
    expect(String(card.data)).toBe('Onion soup, for 4\n\nChop the onions.\n\nBoil them.\n');
    expect(card.headers).toMatchObject({ 'Content-Disposition': 'attachment; filename="Onion soup.txt"' });
    const headers = { Range: 'bytes=0-4' };
    const part = await host.request('GET', `/acme/v1/recipes/${soup.id}/card`, { headers });
    expect([part.status, String(part.data)]).toEqual([206, 'Onion']);
  });

  it('is limited to twenty a minute for each network', async () => {
    const host = await hostWithRecipes();
    const { soup } = await writeSoup(host);
    const download = () => host.request('GET', `/acme/v1/recipes/${soup.id}/card`);
    for (let times = 0; times < 20; times += 1) expect((await download()).status).toBe(200);
    expect(await download()).toMatchObject({ status: 429, headers: { 'Retry-After': expect.stringMatching(/^\d+$/) } });
  });

  it('counts each visitor once a day, and neither bots nor visitors who opted out', async () => {
    const host = await hostWithRecipes();
    const { soup } = await writeSoup(host);
    const path = `/acme/v1/recipes/${soup.id}`;
    for (const headers of [{}, {}, { 'sec-gpc': '1' }, { 'user-agent': 'Googlebot/2.1' }]) {
      const sent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', ...headers };
      expect((await host.request('GET', `${path}/card`, { headers: sent })).status).toBe(200);
    }
    expect((await host.request('GET', `${path}/downloads`)).data).toEqual({ downloads: 3, visitors: 1 });
  });
});
