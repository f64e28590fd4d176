import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { LaunchError, modules, pinnedNode, root, run, stopRequest, tool } from './processes.mjs';

const stampFile = join(modules, '.freehold-install');

/**
 * Installs the packages if the lock file or the machine changed. Development packages are installed only if they are
 * requested or were there before, so a production server never gets them.
 */
export async function install({ development }) {
  const scope = development || existsSync(tool('vitest')) ? '--include=dev' : '--omit=dev';
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const machine = `${process.platform}-${process.arch}`;
  const stamp = `${lock} ${machine} ${scope}\n`;
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;

  console.error('Installing packages (only once, takes about a minute)…');
  const code = await run(...npm(['ci', scope, ...OPTIONS]), { stdio: ['ignore', 'ignore', 'inherit'] });
  if (stopRequest()) process.exit(code);
  if (code !== 0) throw new LaunchError(`Installing the packages failed: npm exited with code ${code}.`);
  if (!existsSync(pinnedNode)) {
    throw new LaunchError(`Freehold does not support ${machine}. Use Linux or macOS on x64 or arm64.`);
  }
  writeFileSync(stampFile, stamp);
}

const OPTIONS = ['--include=optional', '--loglevel=error', '--no-fund', '--no-audit', '--foreground-scripts=false'];

/** Returns the program and the arguments that run npm: the one that started this process, or else the one in PATH. */
export function npm(args) {
  const { npm_execpath: script = '', npm_node_execpath: node = process.execPath } = process.env;
  if (basename(script) === 'npm-cli.js') return [node, [script, ...args]];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', args];
}
