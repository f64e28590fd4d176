import type { AnyProcedure } from '@orpc/server';
import { getTrackedPathPattern } from '#platform/pages/page-registry.ts';
import { router } from './router.ts';
import { sitePages } from './site-pages.ts';

type Endpoint = AnyProcedure['~orpc'];

/** Pages that readers see load only from these. The other endpoints are loaded on first use. */
const isForReaders = ({ route, meta }: Endpoint) => route.method === 'GET' && meta.access === 'public';

/** Returns the addresses of some endpoints for the browser, without schemas and descriptions. */
function writeContract(isIn: (endpoint: Endpoint) => boolean): string {
  const json = JSON.stringify(router, (_key, value: Partial<AnyProcedure> | null) => {
    const endpoint = value?.['~orpc'];
    if (!endpoint) return value;
    if (!isIn(endpoint)) return undefined;
    const { method, path, inputStructure, outputStructure } = endpoint.route;
    return { '~orpc': { route: { method, path, inputStructure, outputStructure }, meta: {}, errorMap: {} } };
  });
  return `export default JSON.parse(${JSON.stringify(json)})`;
}

/** The code of the modules that browser scripts import as `virtual:…` (browser/modules.d.ts). */
export const browserModules: Readonly<Record<string, () => string>> = {
  'virtual:readers-contract': () => writeContract(isForReaders),
  'virtual:members-contract': () => writeContract(endpoint => !isForReaders(endpoint)),
  // The pattern of the paths whose visits are counted.
  'virtual:tracked-path': () => `export default ${getTrackedPathPattern(sitePages.all)}`,
};
