import { filePaths, paths } from '#shared/paths.ts';

/** Creates a web app manifest (W3C, Web Application Manifest). The colors are the dark theme's, as `#rrggbb`. */
export function createWebManifest(
  profile: { name: string; headline: string },
  colors: { ground: string; accentWash: string },
): string {
  return JSON.stringify({
    id: paths.home,
    name: profile.name,
    short_name: shortName(profile.name),
    description: profile.headline,
    lang: 'en',
    start_url: paths.home,
    scope: paths.home,
    display: 'minimal-ui',
    background_color: colors.ground,
    theme_color: colors.accentWash,
    icons: [
      { src: filePaths.favicon, type: 'image/svg+xml', sizes: 'any' },
      { src: filePaths.icon192, type: 'image/png', sizes: '192x192' },
      { src: filePaths.icon512, type: 'image/png', sizes: '512x512' },
      { src: filePaths.iconMaskable, type: 'image/png', sizes: '512x512', purpose: 'maskable' },
    ],
  });
}

/** Shortens a name to about twelve letters, which fit under an icon. */
function shortName(name: string): string {
  return name.length <= 12 ? name : (name.split(' ')[0] ?? name);
}
