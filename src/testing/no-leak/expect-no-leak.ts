import { AssertionError } from 'node:assert';
import type { User } from '../../core/user.js';
import type { TestHost } from '../test-host.js';
import { buildWorld } from './build-world.js';
import { drawWorld } from './draw-world.js';
import { markerOf, type World } from './world.js';

/** Output of a surface: the whole response, and the number of articles if it contains a count. */
export type SurfaceOutput = string | { readonly text: string; readonly total?: number };

/** Something that shows articles to a viewer. Null is a visitor without an account. */
export type Surface = (viewer: User | null, world: World) => Promise<SurfaceOutput | readonly SurfaceOutput[]>;

/** Test of a plugin for leaks of restricted articles, for {@link expectNoLeak}. */
export interface LeakTest {
  /** Creates a host for one world, with the knowledge base and the plugin. It is closed with the world. */
  open(): Promise<TestHost>;
  /** Surfaces to test, by the name used in failures. */
  readonly surfaces: Readonly<Record<string, Surface>>;
  /** Adds the plugin's own data for a world. Its articles can be found with `markerOf` and `COMMON_WORD`. */
  prepare?(world: World): Promise<void>;
  /**
   * Minimum number of worlds to generate. Up to ten more follow while a surface has shown no article.
   * @default 6
   */
  readonly worlds?: number;
  /** Seed of the first world, as named in a failure. Random if omitted. */
  readonly seed?: number;
  /** Names of surfaces that are allowed to show no articles at all. */
  readonly silent?: readonly string[];
}

/** Maximum number of worlds added because a random one may have nothing that a surface shows. */
const MORE_WORLDS = 10;
/** Roles of the viewers. Null is a visitor without an account. */
const VIEWERS = [null, 'subscriber', 'author', 'editor'] as const;
/** Roles admitted by rules that name roles. */
const INVITED = ['author', 'subscriber'];

/**
 * Asserts that no surface reveals articles to viewers who may not read them. It generates worlds of categories,
 * articles and rules, and requests each surface as several viewers: no response may contain the marker of an article
 * that is closed to the viewer, and no total may exceed the number of open articles.
 *
 * ```ts
 * await expectNoLeak({
 *   open: () => createTestHost({ plugins: [knowledgeBase(), recipes()] }),
 *   surfaces: {
 *     'the page of recipes': async (viewer, { host }) => (await host.visit('/recipes', viewer ? { as: viewer } : {})).text(),
 *   },
 * });
 * ```
 * @throws AssertionError naming the surface, the viewer, the article and the seed; also if a surface never shows any
 * article, since such a test could not fail
 */
export async function expectNoLeak(test: LeakTest): Promise<void> {
  const { worlds = 6, seed = Math.floor(Math.random() * 1_000_000_000), silent = [] } = test;
  const mute = new Set(Object.keys(test.surfaces).filter((name) => !silent.includes(name)));
  for (let number = 0; number < worlds || (mute.size > 0 && number < worlds + MORE_WORLDS); number += 1) {
    for (const name of await askOneWorld(test, seed + number)) mute.delete(name);
  }
  if (mute.size === 0) return;
  fail(`${[...mute].join(', ')}: nothing was shown to anybody of what they may read, so that no leak could be seen.`);
}

/** @returns the names of the surfaces that showed an article to any viewer */
async function askOneWorld({ open, prepare, surfaces }: LeakTest, seed: number): Promise<ReadonlySet<string>> {
  const speaking = new Set<string>();
  const host = await open();
  try {
    const viewers = await Promise.all(VIEWERS.map((role) => (role ? host.createUser(role) : null)));
    const users = viewers.slice(1, 2).flatMap((viewer) => viewer?.id ?? []);
    const world = await buildWorld(host, drawWorld(seed), { roles: INVITED, users });
    await prepare?.(world);
    for (const viewer of viewers) {
      const allowed = await readableTo(world, viewer);
      for (const [name, surface] of Object.entries(surfaces)) {
        const outputs = [await surface(viewer, world)].flat();
        const label = `${name}, for ${viewer?.roles.join() ?? 'a visitor'} (seed ${seed})`;
        for (const response of outputs) if (judge(label, world, allowed, response)) speaking.add(name);
      }
    }
  } finally {
    await host.close();
  }
  return speaking;
}

/** Returns the ids of the articles a viewer may read, according to the article route. */
async function readableTo({ host, articles }: World, as: User | null): Promise<ReadonlySet<number>> {
  const allowed = new Set<number>();
  for (const { id } of articles) {
    const { status } = await host.request('GET', `/vendor-kb/v1/articles/${id}`, { as });
    if (status === 200) allowed.add(id);
  }
  return allowed;
}

/** @returns whether the response reveals any article */
function judge(label: string, { articles }: World, allowed: ReadonlySet<number>, response: SurfaceOutput): boolean {
  const { text, total } = typeof response === 'string' ? { text: response, total: undefined } : response;
  const named = articles.filter(({ id }) => text.includes(markerOf(id)));
  const leaked = named.find(({ id }) => !allowed.has(id));
  if (leaked) {
    const at = text.indexOf(markerOf(leaked.id));
    const place = text.slice(Math.max(0, at - 120), at + 120);
    fail(`${label}: the article ${leaked.id} is closed to them, and was shown: … ${place} …`);
  }
  if (total !== undefined && total > allowed.size) {
    fail(`${label}: ${total} articles were counted, and ${allowed.size} are open to them.`);
  }
  return named.length > 0 || (total ?? 0) > 0;
}

function fail(message: string): never {
  throw new AssertionError({ message });
}
