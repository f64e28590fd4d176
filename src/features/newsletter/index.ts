// The public API of this feature on the server.
export { importSubscribers } from './actions/subscribers.ts';
export { isGhostMemberList } from './rules/subscriber-csv.ts';
