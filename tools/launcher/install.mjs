import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { LaunchError, modules, pinnedNode, root, run, stopRequest } from './processes.mjs';

const stampFile = join(modules, '.freehold-install');

/** Installs the packages when the lock file, or the machine, is not the one they were installed for. */
export async function install() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const machine = `${process.platform}-${process.arch}`;
  const stamp = `${lock} ${machine}\n`;
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;

  console.log('Installing the packages (this takes a minute, once) …');
  const code = await run(...npm(), { stdio: ['ignore', 'ignore', 'inherit'] });
  if (stopRequest()) process.exit(code);
  if (code !== 0) throw new LaunchError(`The packages could not be installed: npm ended with code ${code}.`);
  if (!existsSync(pinnedNode)) {
    throw new LaunchError(`There is no Node package for ${machine}. Use Linux or macOS, on x64 or arm64.`);
  }
  writeFileSync(stampFile, stamp);
}

/** The npm that runs us, on its own Node; else the one in PATH. */
function npm() {
  const args = ['ci', '--include=dev', '--include=optional', '--loglevel=error', '--no-fund', '--no-audit', '--foreground-scripts=false'];
  const { npm_execpath: script = '', npm_node_execpath: node = process.execPath } = process.env;
  if (basename(script) === 'npm-cli.js') return [node, [script, ...args]];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', args];
}
