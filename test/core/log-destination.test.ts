import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLogDestination } from '../../src/core/log-destination.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'mortise-log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('writes one JSON line per entry, without terminal control characters', () => {
  const file = path.join(folder, 'log');
  const descriptor = openSync(file, 'w');
  const log = pino(createLogDestination(descriptor));
  const entries = [
    '\n{"level":60,"msg":"forged"}\n',
    '\r\u001b[2J\u001b]0;title\u0007',
    '\u009b31m\u0085\u007f',
    '\u2028\u2029',
    '"\\u0000',
  ];
  for (const text of entries) log.info({ path: text, [text]: 1 }, text);
  closeSync(descriptor);

  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual(
    entries.map((text) => expect.objectContaining({ path: text, [text]: 1, msg: text, level: 30 })),
  );
  for (const line of lines) expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
});
