// What other parts of the product may import on the server.
export { recordSecurityEvent } from './actions.ts';
export { securityEvents } from './tables.ts';
