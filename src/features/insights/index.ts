// What other parts of the product may import on the server.
export { isTrackingEnabled, TRACKING_TAG } from './actions/settings.ts';
export { canTrack } from './rules/pages.ts';
