// What other parts of the product may import on the server.
export { importSubscribers } from './actions/subscribers.ts';
export { isGhostMemberList } from './rules/subscriber-csv.ts';
