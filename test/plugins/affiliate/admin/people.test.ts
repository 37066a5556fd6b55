import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminSite, openAdminSite } from './admin-site.js';

describe('affiliates in the admin area', () => {
  let site: AdminSite;
  beforeAll(async () => {
    site = await openAdminSite();
  });
  afterAll(() => site.close());

  const get = (id: number) => site.programme.affiliates.get(id);

  it('shows all pages', async () => {
    const ada = await site.add('ada');
    const id = await site.earn('ada');
    for (const path of [
      '',
      '/people',
      '/people/new',
      `/people/${ada.id}`,
      '/commissions',
      `/commissions/${id}`,
      '/payouts',
      '/payouts/new',
      '/payouts/new?method=manual',
      '/keys',
    ]) {
      const { status, text } = await site.see(path);
      expect([path, status, text.slice(0, status === 200 ? 0 : 3000)]).toEqual([path, 200, '']);
    }
    expect((await get(ada.id)).status).toBe('active');
  });
});
