import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** One import in a source file. */
export interface Import {
  /** The imported file, relative to the repository root (`src/shared/paths.ts`), or the package name as written. */
  readonly to: string;
  readonly inside: boolean;
  /** True if only types are imported. */
  readonly typeOnly: boolean;
  /** True for `import(…)`. */
  readonly dynamic: boolean;
}

export interface SourceFile {
  /** Relative to the repository root, such as `src/app/http.ts`. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
}

/** Returns every source file below `folder` with its imports. */
export function readSourceFiles(folder: string, isSource: (path: string) => boolean = isCode): SourceFile[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(root, join(entry.parentPath, entry.name)))
    .filter(isSource)
    .toSorted()
    .map(readSource);
}

/** Returns one source file with its imports. */
export function readSource(path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8');
  return { path, text, imports: parseImports(path, text) };
}

function isCode(path: string): boolean {
  return /\.(ts|tsx|mjs|js)$/.test(path) && !path.endsWith('.d.ts');
}

/** Removes comments that start a line. Removing other comments would need a parser. */
export function stripComments(text: string): string {
  return text.replace(/^[ \t]*\/\*[\s\S]*?\*\//gm, '').replace(/^[ \t]*\/\/.*$/gm, '');
}

const STATIC = /^(?:import|export)\s+(type\s+)?(?:[\w$*{}\s,]+?\s+from\s+)?['"]([^'"]+)['"]/gm;
const DYNAMIC = /(typeof\s+)?\bimport\(\s*(?:\/\*.*?\*\/\s*)?['"]([^'"]+)['"]\s*\)/g;

export function parseImports(path: string, text: string): Import[] {
  const code = stripComments(text);
  return [STATIC, DYNAMIC].flatMap(pattern =>
    [...code.matchAll(pattern)].map(([, type, source = '']) => {
      const target = resolve(path, source);
      return {
        to: target ?? source,
        inside: target !== undefined,
        typeOnly: type !== undefined,
        dynamic: pattern === DYNAMIC,
      };
    }),
  );
}

/** Returns the file that an import resolves to, or undefined for a package. Throws if the file is missing. */
function resolve(from: string, source: string): string | undefined {
  const place = source.startsWith('.')
    ? join(dirname(from), source)
    : source.startsWith('#')
      ? source.replace(/^#tests\//, 'tests/').replace(/^#/, 'src/')
      : undefined;
  if (place !== undefined && !existsSync(join(root, place)))
    throw new Error(`${from} imports ${source}, which does not exist.`);
  return place;
}

/** Returns every cycle in the graph, each as its nodes in order. */
export function findCycles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const done = new Set<string>();
  const cycles: string[][] = [];
  const walk = (place: string, way: string[]) => {
    const at = way.indexOf(place);
    if (at >= 0) {
      cycles.push([...way.slice(at), place]);
      return;
    }
    if (done.has(place)) return;
    for (const next of graph.get(place) ?? []) walk(next, [...way, place]);
    done.add(place);
  };
  for (const place of graph.keys()) walk(place, []);
  return cycles;
}

/**
 * Returns everything that is loaded at run time from `entries`, including packages, each with the file that first
 * imports it. `follow` returns the files to continue with for an import.
 */
export function listReachableModules(
  entries: readonly string[],
  files: ReadonlyMap<string, SourceFile>,
  follow: (from: SourceFile, to: string) => readonly string[] = (_from, to) => [to],
): Map<string, string> {
  const reached = new Map<string, string>(entries.map(entry => [entry, 'the entry']));
  const queue = [...entries];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const file = files.get(path);
    for (const { to, typeOnly } of file?.imports ?? []) {
      for (const next of file && !typeOnly ? follow(file, to) : []) {
        if (reached.has(next)) continue;
        reached.set(next, path);
        queue.push(next);
      }
    }
  }
  return reached;
}

/** Returns the files behind an import of a feature's browser.ts: those of the names that the importing file contains. */
export function skipPublicFile(from: SourceFile, to: string): string[] {
  if (!to.endsWith('/browser.ts')) return [to];
  const exported = readSource(to).text.matchAll(/^export \{([^}]*)\} from '([^']+)'/gm);
  return [...exported].flatMap(([, names = '', source = '']) => {
    const values = names.replace(/\btype \w+/g, '').match(/\w+/g) ?? [];
    const isUsed = values.some(name => new RegExp(`\\b${name}\\b`).test(from.text));
    return isUsed ? [join(dirname(to), source)] : [];
  });
}
