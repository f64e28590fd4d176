import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Returns the file of a worker's program. The build puts it next to the server, under the name of its source. */
export function getProgramPath(source: URL): string {
  const url = import.meta.url;
  if (url.endsWith('.ts')) return fileURLToPath(source);
  return fileURLToPath(url.replace(/(.*)\/server\/.*$/, `$1/server/${basename(source.pathname, '.ts')}.js`));
}
