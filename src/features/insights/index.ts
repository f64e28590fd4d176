// What other parts of the product may import on the server.
export { isTrackingEnabled } from './actions/settings.ts';
export { TRACKING_TAG } from './queries/settings.ts';
export { canTrack } from './rules/pages.ts';
