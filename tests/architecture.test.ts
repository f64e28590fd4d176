import { readdirSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import {
  findCycles,
  listReachableModules,
  readSourceFiles,
  skipPublicFile,
  type SourceFile,
} from './support/import-graph.ts';

// The module boundaries of docs/architecture.md: which code may import which, how files are named, and what never
// reaches a browser. Each exception below is deliberate.

const root = join(import.meta.dirname, '..');
const sources = readSourceFiles('src');
const files = new Map(sources.map(file => [file.path, file]));
const product = sources.filter(({ path }) => !path.includes('.test.'));

/** Returns the layer of a file: the first folder below src. */
const layerOf = (path: string) => /^src\/(\w+)/.exec(path)?.[1] ?? '';
const featureOf = (path: string) => /^src\/features\/([\w-]+)\//.exec(path)?.[1];

/** Features that are split by capability. Each slice has the same kinds of files as a feature. */
const slices: Readonly<Record<string, readonly string[]>> = {
  auth: [
    'password',
    'passkeys',
    'password-reset',
    'registration',
    'sessions',
    'sign-in-links',
    'social-login',
    'two-factor',
  ],
  bookings: [
    'lifecycle',
    'availability',
    'checkout',
    'external-calendars',
    'files',
    'reminders',
    'scheduling',
    'booking-page',
    'calendar',
  ],
  orders: [
    'lifecycle',
    'agreements',
    'checkout',
    'files',
    'installments',
    'late-fees',
    'quotes',
    'reminders',
    'revisions',
    'showcase',
    'subscriptions',
    'support',
    'saved-card',
    'urgent-delivery',
    'order-page',
  ],
};

/**
 * Sliced features whose slices depend only on the core. Composing slices, and the files at the feature's root, may
 * import every slice.
 */
const cores: Readonly<Record<string, { readonly core: string; readonly composing: readonly string[] }>> = {
  bookings: { core: 'lifecycle', composing: ['booking-page', 'calendar'] },
  orders: { core: 'lifecycle', composing: ['order-page'] },
};

const sliceOf = (path: string) => {
  const folder = path.replace(/^src\/features\/[\w-]+\//, '').split('/')[0] ?? '';
  return slices[featureOf(path) ?? '']?.includes(folder) ? folder : undefined;
};

/** Returns a file's role in its feature or slice: the name of a server file, or its folder. */
function roleOf(path: string): string {
  const inner = path.replace(/^src\/features\/[\w-]+\//, '').split('/');
  if (slices[featureOf(path) ?? '']?.includes(inner[0] ?? '')) inner.shift();
  return inner.length > 1 ? (inner[0] ?? '') : (inner[0] ?? '').replace(/\.tsx?$/, '');
}

/** Returns each import that breaks a rule as `from → to`. */
function findViolations(
  from: readonly SourceFile[],
  isViolation: (file: SourceFile, to: string, typeOnly: boolean) => boolean,
) {
  return from.flatMap(file =>
    file.imports
      .filter(({ to, inside, typeOnly }) => inside && isViolation(file, to, typeOnly))
      .map(({ to }) => `${file.path} → ${to}`),
  );
}

describe('layers', () => {
  const known: Readonly<Record<string, readonly string[]>> = {
    shared: ['shared'],
    ui: ['ui', 'shared'],
    platform: ['platform', 'shared'],
    features: ['features', 'platform', 'ui', 'shared'],
    fakes: ['fakes', 'features', 'platform', 'ui', 'shared'],
    app: ['app', 'fakes', 'features', 'platform', 'ui', 'shared'],
    main: ['app', 'platform', 'shared'],
  };

  it('are exactly these', () => {
    const places = readdirSync(join(root, 'src')).map(name => name.replace(/\.ts$/, ''));
    expect(places.toSorted()).toEqual(Object.keys(known).toSorted());
  });

  it('depend only on lower layers, and nothing depends on the app or the tests', () => {
    expect(findViolations(product, ({ path }, to) => !known[layerOf(path)]?.includes(layerOf(to)))).toEqual([]);
  });

  it('load the fakes with one dynamic import', () => {
    const loading = product
      .filter(({ path }) => layerOf(path) !== 'fakes')
      .flatMap(({ path, imports }) =>
        imports
          .filter(({ to, typeOnly }) => layerOf(to) === 'fakes' && !typeOnly)
          .map(({ to, dynamic }) => `${path} → ${to}${dynamic ? '' : ', statically'}`),
      );
    expect(loading).toEqual(['src/app/http.ts → src/fakes/fakes.ts']);
  });

  it('shared uses no packages except zod and the contract builder', () => {
    const packages = product
      .filter(({ path }) => layerOf(path) === 'shared')
      .flatMap(({ imports }) => imports.filter(({ inside }) => !inside).map(({ to }) => to));
    expect([...new Set(packages)].toSorted()).toEqual(['@orpc/contract', 'zod']);
  });

  it('ui and the platform’s page code import no server code', () => {
    const browserSide = product.filter(
      ({ path }) =>
        layerOf(path) === 'ui' || path.startsWith('src/platform/browser/') || path.startsWith('src/shared/'),
    );
    const packages = browserSide.flatMap(({ imports }) => imports.filter(({ inside }) => !inside).map(({ to }) => to));
    expect(
      packages.filter(name => /^(node:|pg$|drizzle-orm|fastify|sharp|pino|yaml|@orpc\/server)/.test(name)),
    ).toEqual([]);
  });
});

/** The order of a feature's files. A file may import those with a lower number, but not the others. */
const depth: Readonly<Record<string, number>> = {
  contract: 0,
  rules: 1,
  tables: 1,
  provider: 2,
  providers: 2,
  'ical-worker': 2,
  pdf: 2,
  queries: 2,
  actions: 3,
  emails: 3,
  handlers: 4,
  jobs: 4,
  commands: 4,
  checks: 4,
  config: 3,
  samples: 5,
  index: 6,
  feature: 6,
};

/** `seo` generates files and images, so it has its own kinds of files. */
const seoFiles = ['sitemaps', 'text-files', 'social-card', 'feeds', 'routes', 'index', 'feature'];

/** Code that runs in the browser. `submit` sends a page's forms to the API. */
const browserRoles = ['pages', 'components', 'hooks', 'submit', 'browser'];

describe('feature', () => {
  const featureFiles = product.filter(({ path }) => featureOf(path) !== undefined);
  const standardFeatureFiles = featureFiles.filter(({ path }) => featureOf(path) !== 'seo');
  const isPageList = (path: string) => /^src\/features\/[\w-]+\/(?:form-|dashboard-)?pages\.ts$/.test(path);
  const isServerFile = (path: string) => featureOf(path) !== undefined && roleOf(path) in depth;

  it('contains only listed kinds of files', () => {
    const strange = featureFiles.filter(({ path }) => {
      if (isPageList(path)) return false;
      if (featureOf(path) === 'seo') return !seoFiles.includes(roleOf(path));
      const role = roleOf(path);
      if (['pages', 'components', 'submit', 'browser'].includes(role)) return false;
      if (role === 'hooks') return !/\/hooks\/use-[\w-]+\.tsx?$/.test(path);
      return !(role in depth) || path.endsWith('.tsx') !== (role === 'emails');
    });
    expect(strange.map(({ path }) => path)).toEqual([]);
  });

  it('has inner dependencies in order: contract, rules, queries, actions, handlers', () => {
    expect(
      findViolations(standardFeatureFiles, ({ path }, to) => {
        if (featureOf(path) !== featureOf(to) || !isServerFile(path)) return false;
        if (!isServerFile(to)) return true;
        // Files in one folder have the same role and may import each other.
        const beside = roleOf(to) === roleOf(path);
        return !beside && (depth[roleOf(to)] ?? 9) >= (depth[roleOf(path)] ?? 0);
      }),
    ).toEqual([]);
  });

  it('has slices that import only the core, unless they compose others', () => {
    const all = sources.filter(({ path }) => featureOf(path) !== undefined);
    expect(
      findViolations(all, ({ path }, to) => {
        const rule = cores[featureOf(path) ?? ''];
        const slice = sliceOf(path);
        if (!rule || slice === undefined || featureOf(to) !== featureOf(path)) return false;
        const target = sliceOf(to);
        if (target === slice || target === rule.core) return false;
        return target === undefined || rule.composing.includes(target) || !rule.composing.includes(slice);
      }),
    ).toEqual([]);
  });

  it('imports other features only through their contract, index.ts and browser.ts', () => {
    expect(
      findViolations(featureFiles, ({ path }, to) => {
        if (featureOf(to) === undefined || featureOf(path) === featureOf(to)) return false;
        const [from, target] = [roleOf(path), roleOf(to)];
        if (target === 'contract') return false;
        // Rules run on the server and in the browser, so they can use neither file.
        if (from === 'rules' || isPageList(path)) return target !== 'rules';
        return to !== `src/features/${featureOf(to)}/${browserRoles.includes(from) ? 'browser' : 'index'}.ts`;
      }),
    ).toEqual([]);
  });

  it('has no unused exports in index.ts and browser.ts', () => {
    const publicFiles = featureFiles.filter(({ path }) => /^src\/features\/[\w-]+\/(?:index|browser)\.ts$/.test(path));
    const unused = publicFiles.flatMap(({ path, text }) => {
      const importers = sources.filter(file => file.text.includes(`'${path.replace('src/', '#')}'`));
      return [...text.matchAll(/[{,]\s*(?:type )?(\w+)(?=\s*[,}])/g)]
        .map(([, name = '']) => name)
        .filter(name => !importers.some(file => new RegExp(`\\b${name}\\b`).test(file.text)))
        .map(name => `${path}: ${name}`);
    });
    expect(unused).toEqual([]);
  });

  it('has pages and components without server imports', () => {
    expect(
      findViolations(
        featureFiles.filter(({ path }) => browserRoles.includes(roleOf(path)) && !isPageList(path)),
        (_file, to) => {
          if (['ui', 'shared'].includes(layerOf(to)) || to.startsWith('src/platform/pages/')) return false;
          return !(featureOf(to) !== undefined && ['contract', 'rules', ...browserRoles].includes(roleOf(to)));
        },
      ),
    ).toEqual([]);
  });

  it('declares its pages in lists that import only contracts and rules', () => {
    const own = (path: string, to: string) => featureOf(to) === featureOf(path) && /\/pages\/\w+\.tsx$/.test(to);
    expect(
      findViolations(
        featureFiles.filter(({ path }) => isPageList(path)),
        ({ path }, to) => {
          if (to === 'src/platform/pages/page-definitions.ts' || layerOf(to) === 'shared' || own(path, to))
            return false;
          return !['contract', 'rules'].includes(roleOf(to));
        },
      ),
    ).toEqual([]);
  });

  it('has one file with SQL', () => {
    const withSql = standardFeatureFiles.filter(({ path, imports }) => {
      if (['queries', 'tables', 'samples'].includes(roleOf(path))) return false;
      return imports.some(({ to, typeOnly }) => !typeOnly && /^(drizzle-orm|pg$)/.test(to));
    });
    expect(withSql.map(({ path }) => path)).toEqual([]);
  });

  it('has queries with the database as their first argument', () => {
    const wrong = featureFiles
      .filter(({ path }) => roleOf(path) === 'queries')
      .flatMap(({ path, text }) =>
        [...text.matchAll(/^export (?:async )?function (\w+)(?:<[^(]*>)?\(\s*(\w+: [\w<>]+)?/gm)]
          .filter(([, , first = '']) => !/^(db: (Db|Database)|tx: Transaction)$/.test(first))
          .map(([, name]) => `${path}: ${name}`),
      );
    expect(wrong).toEqual([]);
  });
});

describe('the app', () => {
  it('knows features by their public files', () => {
    const publicRoles = ['feature', 'contract', 'pages', 'form-pages', 'dashboard-pages', 'emails', 'index', 'browser'];
    expect(
      findViolations(
        product.filter(({ path }) => layerOf(path) === 'app'),
        (_file, to) => featureOf(to) !== undefined && !publicRoles.includes(roleOf(to)),
      ),
    ).toEqual([]);
  });
});

describe('public style sheet', () => {
  it('excludes nothing that public pages use', () => {
    const css = readFileSync(join(root, 'src/app/styles/public.css'), 'utf8');
    const excluded = [...css.matchAll(/@source not '(.*)';/g)].map(([, path = '']) => join('src/app/styles', path));
    expect(excluded.length).toBeGreaterThan(3);
    const entries = ['src/app/routes.tsx', 'src/app/form-pages.ts', 'src/app/browser/App.tsx'];
    const reachable = [...listReachableModules(entries, files, skipPublicFile).keys()];
    const used = reachable.filter(path => files.get(path)?.text.includes('className'));
    expect(used.length).toBeGreaterThan(50);
    const unstyled = used.filter(path =>
      excluded.some(glob => matchesGlob(path, glob) || matchesGlob(path, `${glob}/**`)),
    );
    expect(unstyled).toEqual([]);
  });
});

describe('style sheets', () => {
  // Such as Tailwind's group-has variants: any change of the document would restyle all of it.
  it('have no rule for all descendants of an element with :has()', () => {
    const folder = join(root, 'dist/client/assets');
    const sheets = readdirSync(folder).filter(name => /^(public|dashboard)-.*\.css$/.test(name));
    expect(sheets).toHaveLength(2);
    const css = sheets.map(name => readFileSync(join(folder, name), 'utf8')).join('\n');
    expect(css).toContain(':has(');
    expect(css.match(/[^{}]*:has\([^{}]* \*\)[^{}]*(?={)/g)).toBeNull();
  });
});

describe('import cycles', () => {
  it('do not exist between features, types included', () => {
    const graph = new Map<string, Set<string>>();
    for (const { path, imports } of product) {
      const from = featureOf(path);
      if (from === undefined) continue;
      const known = graph.get(from) ?? new Set<string>();
      for (const { to } of imports) {
        const target = featureOf(to);
        if (target !== undefined && target !== from) known.add(target);
      }
      graph.set(from, known);
    }
    expect(findCycles(graph)).toEqual([]);
  });

  it('do not exist between files, types included', () => {
    const graph = new Map(
      product.map(({ path, imports }) => [path, new Set(imports.filter(({ inside }) => inside).map(({ to }) => to))]),
    );
    expect(findCycles(graph)).toEqual([]);
  });
});

/** An entry of Vite's build manifest. */
interface BuiltFile {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

describe('browser bundle', () => {
  const entries = ['src/app/browser/bootstrap.ts', 'src/app/browser/hydrate.tsx'];
  const reached = listReachableModules(entries, files);

  it('reaches the pages', () => {
    for (const path of [
      'src/app/routes.tsx',
      'src/app/form-pages.ts',
      'src/app/dashboard-pages.ts',
      'src/features/blog/pages/PostPage.tsx',
      'react',
      'react-router',
    ]) {
      expect(reached.has(path), path).toBe(true);
    }
  });

  it('starts with a self-contained script', () => {
    expect(files.get('src/app/browser/bootstrap.ts')?.imports.filter(({ typeOnly }) => !typeOnly)).toEqual([]);
  });

  it('contains no server module, database or validator', () => {
    const foreign =
      /^(node:|pg$|pg-|drizzle-orm|zod|fastify|@fastify|sharp|pino|yaml|unified|remark|rehype|@orpc\/(server|zod|openapi$))/;
    const serverFile =
      /^src\/(main\.ts|fakes\/|platform\/(?!browser\/|pages\/(api-hooks|bulk-action|hydration-data|lazy-page|loader|list-query|page-definitions|page-registry|request-id)\.ts)|features\/[\w-]+\/(?:[a-z-]+\/)?(rules-|tables|queries|actions|handlers|jobs|pdf|ical-worker|providers|samples|emails|feature|config))/;
    const wrong = [...reached]
      .filter(([place]) => foreign.test(place) || serverFile.test(place) || place.startsWith('src/features/seo/'))
      .map(([place, by]) => `${place}, taken by ${by}`);
    expect(wrong).toEqual([]);
  });

  const client = join(root, 'dist/client');

  it('contains none of them as built', () => {
    const folder = join(client, 'assets');
    const scripts = readdirSync(folder).filter(name => name.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(5);
    for (const name of scripts) {
      const script = readFileSync(join(folder, name), 'utf8');
      for (const trace of ['ZodError', 'invalid_union', 'drizzle:', 'pg_catalog', 'argon2', 'node:crypto', 'fastify']) {
        expect(script.includes(trace), `${name}: ${trace}`).toBe(false);
      }
      expect(script.includes('Temporal.'), `${name} uses Temporal, which some browsers lack`).toBe(false);
      expect(script.includes('randomUUID'), `${name} uses randomUUID, which pages without HTTPS lack`).toBe(false);
    }
  });

  it('uses no development builds of libraries', () => {
    const folder = join(root, 'dist/server');
    const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.js'));
    expect(scripts).toContain('entry-server.js');
    for (const name of scripts) {
      const script = readFileSync(join(folder, name), 'utf8');
      for (const trace of ['process.env.NODE_ENV', 'jsxDEV', 'warnUnknownProperties']) {
        expect(script.includes(trace), `${name}: ${trace}`).toBe(false);
      }
    }
  });

  it('gives readers neither pages nor addresses of the dashboard', () => {
    const manifest = JSON.parse(readFileSync(join(client, 'manifest.json'), 'utf8')) as Record<string, BuiltFile>;
    const readers = new Set<string>();
    const take = (key: string): void => {
      if (readers.has(key)) return;
      readers.add(key);
      for (const needed of manifest[key]?.imports ?? []) take(needed);
    };
    const app = 'src/app/browser/hydrate.tsx';
    take(app);
    const onDemand = ['src/app/form-pages.ts', 'src/app/dashboard-routes.tsx', 'src/app/browser/members-api.ts'];
    const loaded = [...readers].flatMap(key => manifest[key]?.dynamicImports ?? []);
    for (const page of loaded) if (!onDemand.includes(page)) take(page);
    expect(readers).toContain('src/features/home/pages/HomePage.tsx');
    const textOf = (keys: Iterable<string>) =>
      [...keys].map(key => readFileSync(join(client, manifest[key]?.file ?? ''), 'utf8')).join('\n');
    const lists = sources.filter(({ path }) => /\/(?:form|dashboard)-pages\.ts$/.test(path));
    const pages = [
      ...lists
        .map(({ text }) => text)
        .join('\n')
        .matchAll(/import\('[^']*\/(\w+)\.tsx'\)/g),
    ].map(([, name = '']) => name);
    const addresses = Object.values(dashboardPaths).filter(path => typeof path === 'string');
    const traces = [...pages.map(name => `${name}-`), ...addresses];
    expect(traces.length).toBeGreaterThan(50);

    const forReaders = textOf(readers);
    const forOthers = textOf(Object.keys(manifest).filter(key => manifest[key]?.file.endsWith('.js')));
    expect(traces.filter(trace => forReaders.includes(trace))).toEqual([]);
    // Fails if the build writes paths in a form that this test can't find.
    expect(addresses.filter(address => !forOthers.includes(address))).toEqual([]);
    expect(pages.filter(name => forOthers.includes(`${name}-`)).length).toBeGreaterThan(30);
  });
});
