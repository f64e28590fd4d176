// The public API of this feature on the server.
export { loadSampleContentIfEmpty } from './actions.ts';
