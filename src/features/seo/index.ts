export { getFaviconUrl } from './social-card/icons.ts';
