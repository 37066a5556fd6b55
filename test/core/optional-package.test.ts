import { expect, it } from 'vitest';
import { loadOptionalPackage } from '../../src/core/optional-package.js';

it('names the package to install when an optional package is missing', async () => {
  // Not a literal, so that the compiler does not resolve it.
  const name: string = 'a-package-that-nobody-has';
  await expect(loadOptionalPackage(name, 'The option redis', () => import(name))).rejects.toMatchObject({
    code: 'service_package_missing',
    message: expect.stringContaining(`npm install ${name}`),
  });
});

it('leaves other failures unchanged', async () => {
  const failure = loadOptionalPackage('broken', 'The option redis', async () => {
    throw new SyntaxError('broken');
  });
  await expect(failure).rejects.toThrow(SyntaxError);
});
