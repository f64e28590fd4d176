// What other parts of the product may import on the server.
export { listFailingChecks } from './queries.ts';
