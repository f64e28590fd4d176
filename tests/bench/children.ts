import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';

const alive = new Set<Child>();

/** A process that the benchmark started. */
export interface Child {
  readonly pid: number;
  readonly isRunning: () => boolean;
  /** Its output so far, from both streams. */
  readonly output: () => string;
  /** Resolves to the exit code, or null if a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Asks the process to exit, and kills it after 20 s. */
  readonly stop: () => Promise<void>;
}

/** Starts a program. It is stopped with the benchmark at the latest. */
export function startChild(program: string, args: readonly string[], options: SpawnOptions): Child {
  const started: ChildProcess = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [started.stdout, started.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const ended = new Promise<number | null>((resolve, reject) => {
    started.once('error', reject).once('close', code => resolve(code));
  }).finally(() => alive.delete(child));
  ended.catch(() => {});
  const child: Child = {
    pid: started.pid ?? 0,
    isRunning: () => alive.has(child),
    output: () => output,
    ended,
    stop: async () => {
      started.kill('SIGTERM');
      const late = setTimeout(() => started.kill('SIGKILL'), 20_000);
      await ended.catch(() => {});
      clearTimeout(late);
    },
  };
  alive.add(child);
  return child;
}

/** Runs a program and returns its output. Stops it after `seconds`. Throws if it fails. */
export async function runChild(program: string, args: readonly string[], seconds: number): Promise<string> {
  const child = startChild(program, args, {});
  const late = setTimeout(() => void child.stop(), seconds * 1000);
  const code = await child.ended.finally(() => clearTimeout(late));
  if (code !== 0) throw new Error(`${program} exited with ${code}: ${child.output()}`);
  return child.output();
}

/** Stops every process that is still running. */
export async function stopChildren(): Promise<void> {
  await Promise.all([...alive].map(child => child.stop()));
}
