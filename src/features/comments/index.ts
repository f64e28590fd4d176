// The public API of this feature on the server.
export { comments } from './tables.ts';
