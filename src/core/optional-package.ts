import { HostError } from './errors.js';

/**
 * Loads a package that only sites with a certain service need.
 * @param service service that needs it, for the error message
 * @throws HostError `service_package_missing` with the command that installs it
 */
export async function loadOptionalPackage<Module>(
  name: string,
  service: string,
  load: () => Promise<Module>,
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    throw new HostError(
      'service_package_missing',
      `${service} needs the package ${name}, which is not installed. Install it: npm install ${name}`,
      { status: 500, package: name },
      { cause: error },
    );
  }
}
