import { flushCompileCache } from 'node:module';
import './picture-preload.ts';
import { startTestPostgres } from './test-postgres.ts';

// Runs PostgreSQL for all steps of a test run (tools/launcher/test.mjs). It ends when its parent disconnects. It
// ignores Ctrl-C, which reaches all processes, because the tests still need it to clean up.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
const postgres = await startTestPostgres();
process.once('disconnect', () => void postgres.stop());
process.send?.(postgres);
// Share the compiled sources with the test runners, which load them next.
flushCompileCache();
