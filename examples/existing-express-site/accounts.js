import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(scrypt);

/** In-memory shop accounts. A real site uses a database table. */
export async function createAccounts() {
  const ada = { id: 1, name: 'ada', email: 'ada@example.com', role: 'owner', ...(await hashed('iron-skillet')) };
  const bob = { id: 2, name: 'bob', email: 'bob@example.com', role: 'customer', ...(await hashed('tea-kettle')) };
  const dummyHash = await hashed(randomBytes(16));
  const accounts = new Map([ada, bob].map((account) => [account.name, account]));

  return {
    /** Takes equally long for unknown names, so that timing does not reveal which accounts exist. */
    async verify(name, password) {
      const account = accounts.get(name);
      const { salt, hash } = account ?? dummyHash;
      const isRight = timingSafeEqual(await derive(String(password), salt, 32), hash);
      return account && isRight ? account : null;
    },
    byId: (id) => [...accounts.values()].find((account) => account.id === id) ?? null,
    byName: (name) => accounts.get(name) ?? null,
  };
}

async function hashed(password) {
  const salt = randomBytes(16);
  return { salt, hash: await derive(password, salt, 32) };
}
