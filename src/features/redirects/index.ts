// The public API of this feature on the server.
export { addImportedRedirects, type ImportedRedirect } from './actions.ts';
export { findTarget, listAllRedirects, listRedirectKeys } from './queries.ts';
export { keysOf, withQueryOf } from './rules/addresses.ts';
