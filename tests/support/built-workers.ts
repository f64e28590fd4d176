import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { basename, join } from 'node:path';
import threads from 'node:worker_threads';

// Worker threads and processes run their program from the build, as on a real site. From the sources, each start would
// load hundreds of files and strip their types, which takes up to two CPU seconds. The tests' global setup checks that
// the build is current.

const server = join(import.meta.dirname, '../../dist/server');

/** Returns the built file of a worker's program in `src`; other programs stay as they are. */
const builtProgram = <Program extends string | URL>(program: Program): Program | string =>
  /\/src\/.*-worker\.ts$/.test(String(program)) ? join(server, basename(String(program), '.ts') + '.js') : program;

class BuiltWorker extends threads.Worker {
  constructor(program: string | URL, options?: threads.WorkerOptions) {
    super(builtProgram(program), options);
  }
}

const { fork } = childProcess;
const forkBuilt = (program: string | URL, ...rest: unknown[]) =>
  Reflect.apply(fork, undefined, [builtProgram(program), ...rest]) as childProcess.ChildProcess;

Object.assign(threads, { Worker: BuiltWorker });
Object.assign(childProcess, { fork: forkBuilt });
// Also updates named imports.
syncBuiltinESMExports();
