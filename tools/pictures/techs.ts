/** The technology marks, from simple-icons, in one neutral that shows on paper and on ink. */

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

const FILL = '#8b867c';

const mark = (icon: { path: string }) => (): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24" fill="${FILL}"><path d="${icon.path}"/></svg>\n`;

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
