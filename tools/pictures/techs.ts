/** The technology marks, from simple-icons, in one neutral that shows on paper and on ink; tenths of a unit are fine enough. */

import {
  siAstro,
  siFramer,
  siNodedotjs,
  siPostgresql,
  siReact,
  siTailwindcss,
  siTypescript,
  siWordpress,
} from 'simple-icons';
import { optimize } from 'svgo';

const FILL = '#8b867c';

const mark = (icon: { path: string }) => (): string =>
  optimize(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24" fill="${FILL}"><path d="${icon.path}"/></svg>`,
    { floatPrecision: 1 },
  ).data;

export default {
  react: mark(siReact),
  typescript: mark(siTypescript),
  nodejs: mark(siNodedotjs),
  postgresql: mark(siPostgresql),
  astro: mark(siAstro),
  wordpress: mark(siWordpress),
  tailwindcss: mark(siTailwindcss),
  framer: mark(siFramer),
};
