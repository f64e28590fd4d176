import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import type { AvifOptions } from 'sharp';

// Loaded in the processes of sites and of their picture workers. Encodes AVIF four times as fast; the files are slightly
// larger, which only the benchmark measures.
if (process.argv[1]?.includes('picture-worker')) {
  const { default: sharp } = await import('sharp');
  const { avif } = sharp.prototype;
  sharp.prototype.avif = function quickAvif(options?: AvifOptions) {
    return avif.call(this, { ...options, effort: 0 });
  };
} else {
  const { fork } = childProcess;
  childProcess.fork = ((program: string, options: childProcess.ForkOptions) =>
    fork(program, { ...options, execArgv: ['--import', import.meta.filename] })) as typeof fork;
  syncBuiltinESMExports();
}
