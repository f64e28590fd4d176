// What other parts of the product may import on the server.
export { getSettings } from './queries.ts';
