// The public API of this feature on the server.
export { recordSecurityEvent } from './actions.ts';
export { securityEvents } from './tables.ts';
