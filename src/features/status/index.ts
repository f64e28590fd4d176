// The public API of this feature on the server.
export { listFailingChecks } from './queries.ts';
