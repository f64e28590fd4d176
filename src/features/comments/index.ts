// What other parts of the product may import on the server.
export { comments } from './tables.ts';
