// What other parts of the product may import on the server.
export { listFailedSchedules } from './queries.ts';
