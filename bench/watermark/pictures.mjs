// Real images to measure with: unmodified files of Debian packages.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';

/**
 * `group` is the name of a ratio. `most` and `quick` are the numbers of images, spread evenly. No known package has GIF
 * or AVIF files large enough to be marked.
 */
const PACKAGES = [
  {
    name: 'mate-backgrounds',
    group: 'photos',
    licence: 'GPL-2+, CC-BY-SA-4.0',
    folder: 'usr/share/backgrounds/mate',
    files: /\.(?:jpg|png)$/,
    most: 30,
    quick: 5,
  },
  {
    name: 'lomiri-wallpapers-16.04',
    group: 'photos',
    licence: 'CC-BY-4.0, CC-BY-SA-3.0, CC-BY-SA-4.0, CC0-1.0',
    folder: 'usr/share/backgrounds',
    files: /\.jpg$/,
    most: 15,
    quick: 0,
  },
  {
    name: 'gnome-backgrounds',
    group: 'photos',
    licence: 'CC-BY-SA-3.0, CC-BY-SA-2.0, CC-BY-2.0',
    folder: 'usr/share/backgrounds/gnome',
    files: /\.webp$/,
    most: 5,
    quick: 0,
  },
  {
    name: 'sway-backgrounds',
    group: 'drawings',
    licence: 'Expat, MIT-like, LGPL-2.1+',
    folder: 'usr/share/backgrounds/sway',
    files: /\.png$/,
    most: 8,
    quick: 1,
  },
  {
    name: 'gnome-user-docs',
    group: 'drawings',
    licence: 'CC-BY-SA-3.0',
    folder: 'usr/share/help/C',
    files: /\.png$/,
    most: 12,
    quick: 2,
  },
  {
    name: 'oxygen-icon-theme',
    group: 'drawings',
    licence: 'LGPL-3+',
    folder: 'usr/share/icons/oxygen/base/256x256/apps',
    files: /\.png$/,
    most: 10,
    quick: 2,
  },
];

/** Pixels per side. Smaller images are not marked. */
const MIN_SIDE = 200;
/** Maximum pixels per image in a quick run. */
const QUICK_PIXELS = 2_000_000;

const CACHE = path.join(tmpdir(), 'mortise-bench-pictures');

/**
 * Extracts the images, which are the same on every machine with the same Debian release.
 * @returns the files, sorted by package and name, and the packages with their versions
 */
export async function packagePictures({ quick }) {
  const pictures = [];
  const packages = [];
  for (const { name, group, licence, folder, files, most, quick: few } of PACKAGES) {
    const count = quick ? few : most;
    if (count === 0) continue;
    const { root, version } = unpacked(name);
    const found = readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && files.test(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name))
      .sort();
    const fitting = [];
    for (const file of found) if (await fits(file, quick)) fitting.push(file);
    const selected = spread(fitting, count);
    pictures.push(...selected.map((file) => ({ file, group })));
    const formats = [...new Set(selected.map((file) => path.extname(file).slice(1)))].join(', ');
    packages.push({ package: name, version, licence, pictures: selected.length, formats });
  }
  return { pictures, packages };
}

async function fits(file, quick) {
  const { width, height } = await sharp(file).metadata();
  return Math.min(width, height) >= MIN_SIDE && (!quick || width * height <= QUICK_PIXELS);
}

function spread(files, count) {
  if (files.length <= count) return files;
  return Array.from({ length: count }, (_, index) => files[Math.floor((index * files.length) / count)]);
}

/** Files of a package, downloaded once and never installed. */
function unpacked(name) {
  const root = path.join(CACHE, name);
  const label = path.join(root, '.version');
  if (!existsSync(label)) {
    mkdirSync(CACHE, { recursive: true });
    const draft = mkdtempSync(path.join(CACHE, '.draft-'));
    try {
      fetchPackage(name, draft);
      // Another run may have been faster.
      if (!existsSync(label)) renameSync(path.join(draft, 'files'), root);
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
  }
  return { root, version: readFileSync(label, 'utf8') };
}

function fetchPackage(name, folder) {
  // apt warns if its sandbox cannot write here and downloads anyway, so only a failure is reported.
  command('apt-get', ['download', '-qq', name], folder);
  const [file] = readdirSync(folder);
  const files = path.join(folder, 'files');
  mkdirSync(files);
  command('dpkg-deb', ['-x', file, files], folder);
  writeFileSync(path.join(files, '.version'), command('dpkg-deb', ['-f', file, 'Version'], folder).trim());
}

function command(program, parameters, cwd) {
  try {
    return execFileSync(program, parameters, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const advice =
      error.code === 'ENOENT'
        ? `The pictures are files of Debian packages, and ${program} is missing: run this on Debian or Ubuntu, or install the packages apt and dpkg.`
        : `${program} ${parameters.join(' ')} failed. Run apt-get update and start again.\n${error.stderr}`;
    throw new Error(advice, { cause: error });
  }
}
