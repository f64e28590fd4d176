// The public API of this feature on the server.
export { isTrackingEnabled } from './actions/settings.ts';
export { TRACKING_TAG } from './queries/settings.ts';
export { canTrack } from './rules/pages.ts';
