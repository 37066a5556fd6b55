import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';

/**
 * Fills an empty site with the articles in content/ and an administrator.
 * @returns the administrator's login and password the first time, null afterwards
 */
export async function prepareFirstStart(host) {
  const { total } = await host.users.list({ perPage: 1 });
  await host
    .plugin('knowledge-base')
    .importFolder(fileURLToPath(new URL('content', import.meta.url)), { name: 'mortise-docs' });
  if (total > 0) return null;
  const password = process.env.MORTISE_ADMIN_PASSWORD ?? randomBytes(12).toString('base64url');
  const login = 'admin';
  await host.users.create({
    login,
    email: 'admin@example.com',
    emailVerified: true,
    name: 'Administrator',
    password,
    roles: ['administrator'],
  });
  return { login, password };
}
