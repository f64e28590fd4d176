/** The part of the npm package `fontkit` (which ships no types) that cards use. */
declare module 'fontkit' {
  import type { ShapingFont } from './shaped-typeface.ts';
  export function create(bytes: Uint8Array): ShapingFont;
}
