import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openProgramSite, type ProgramSite, type TestAffiliate } from './program-site.js';

describe('POST /links/generate', () => {
  let site: ProgramSite;
  let ada: TestAffiliate;
  beforeEach(async () => {
    site = await openProgramSite();
    ada = await site.add('ada');
  });
  afterEach(() => site.close());

  const make = (body: object) => site.call('POST', '/links/generate', { as: ada.userId, body });

  it('creates a link to the home page or another page, keeping query and fragment', async () => {
    const home = await make({});
    expect(home).toMatchObject({
      status: 200,
      data: {
        success: true,
        code: 'ada',
        campaign: null,
        url: 'http://localhost:8080/?ref=ada',
        target_url: 'http://localhost:8080/',
        link_id: expect.any(Number),
        short_url: expect.stringMatching(/^http:\/\/localhost:8080\/go\/ada\/[0-9a-z]{8}$/),
      },
    });
    const url = 'http://localhost:8080/shoes?colour=gr%C3%BCn&size=7#top';
    const { data } = await make({ url, campaign: 'winter' });
    expect(data).toMatchObject({
      target_url: url,
      campaign: 'winter',
      url: 'http://localhost:8080/shoes?colour=gr%C3%BCn&size=7&ref=ada&ref_campaign=winter#top',
    });
  });

  it('returns the same link for the same input, and replaces another code', async () => {
    const { data: first } = await make({ url: '/shoes?size=7', campaign: 'winter' });
    expect((await make({ url: '/shoes?size=7', campaign: 'winter' })).data).toEqual(first);
    expect((await make({ url: '/shoes?ref=bob&size=7', campaign: 'winter' })).data).toEqual(first);
    expect((await make({ url: '/shoes?size=7' })).data.link_id).not.toBe(first.link_id);
  });

  it('announces a new link once', async () => {
    const heard: unknown[] = [];
    site.host.hooks.addAction('vendor_affiliate_link_generated', (link, id) => void heard.push([link, id]));
    const { data } = await make({ url: '/shoes' });
    await make({ url: '/shoes' });
    const { success: _success, ...link } = data;
    expect(heard).toEqual([[link, ada.id]]);
  });

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    'http://localhost:8081/',
    'http://user@localhost:8080/',
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:http://localhost:8080/x',
    'ftp://localhost:8080/',
  ])('rejects a URL outside the site: %s', async (url) => {
    const { status, data } = await make({ url });
    expect([status, data.code]).toEqual([400, 'vendor_affiliate_invalid_url']);
    expect(data.data).toMatchObject({ params: { url: expect.any(String) } });
  });

  it.each(['with/slash', 'x'.repeat(65), '<b>', ''])('rejects the campaign %j', async (campaign) => {
    expect((await make({ campaign })).status).toBe(400);
  });

  it('accepts hosts allowed by the settings or a filter', async () => {
    await site.host.settings.save('affiliate', { allowedHosts: ['shop.example.com'] });
    expect((await make({ url: 'https://shop.example.com/a' })).status).toBe(200);
    expect((await make({ url: 'https://evil.shop.example.com/a' })).status).toBe(400);
    site.host.hooks.addFilter('vendor_affiliate_allowed_hosts', async (hosts) => [...hosts, 'partner.example']);
    expect((await make({ url: 'https://partner.example/a' })).status).toBe(200);
  });
});
