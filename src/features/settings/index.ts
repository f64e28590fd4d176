// The public API of this feature on the server.
export { getSettings } from './queries.ts';
