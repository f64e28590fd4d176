// The public API of this feature on the server.
export { listFailedSchedules } from './queries.ts';
