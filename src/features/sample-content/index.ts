// What other parts of the product may import on the server.
export { loadSampleContentIfEmpty } from './actions.ts';
