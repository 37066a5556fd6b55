// Writes docs/errors.md from the errors raised in the sources: `npm run docs`. A test fails if the file is out of date.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { raisedErrors } from './raised-errors.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

const INTRODUCTION = `# Errors

<!-- Made by \`npm run docs\` from the sources: change those. -->

Every code that an error of the core, of the command line and of the plugins that come along can have, with its status over HTTP, what it says, and the file that raises it. Codes are stable: programs test them, people read the sentences. \`{name}\` stands for what is known only when it happens; 401 is for callers who are not known, 403 for those who are. An error of REST is answered as \`{ code, message, data: { status } }\`; what the sentence names besides is in \`data\`. The codes of licences that a provider gives are on the page about [licences](../examples/demo-site/content/extending/licences.md).

| Code | Status | What it says | From |
|---|---|---|---|
`;

/**
 * Builds the error reference.
 * @param folder source folder
 * @returns the content of docs/errors.md
 */
export function errorReference(folder) {
  const errors = raisedErrors(folder);
  const codes = [...new Set(errors.map(({ code }) => code))].toSorted();
  const rows = codes.map((code) => {
    const own = errors.filter((error) => error.code === code);
    const statuses = distinct(own.flatMap((error) => error.statuses)).toSorted();
    const sentences = distinct(own.flatMap((error) => error.sentences)).map(cell);
    const files = distinct(own.map(({ file }) => file)).map((file) => `[${file}](../src/${file})`);
    return `| \`${code}\` | ${statuses.join(', ')} | ${sentences.join('<br>') || 'what is wrong'} | ${files.join('<br>')} |`;
  });
  return `${INTRODUCTION}${rows.join('\n')}\n`;
}

const distinct = (values) => [...new Set(values)];

const cell = (text) => text.replaceAll(/[|*_`<[\]]/g, '\\$&').replaceAll('\n', ' ');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(path.join(root, 'docs/errors.md'), errorReference(path.join(root, 'src')));
}
