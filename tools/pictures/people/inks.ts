/** What the portraits are printed with: four flat inks, and the skins with their shade and line. */

export const PETROL = '#1f5468';
export const VERMILION = '#e2562f';
export const AMBER = '#f0b94f';
export const NIGHT = '#16262d';

export type Skin = { base: string; shade: string; line: string };

export const SKINS = {
  fair: { base: '#f0c6a4', shade: '#f2d3bd', line: '#b4694a' },
  rosy: { base: '#eebb9a', shade: '#efcdb8', line: '#b05f45' },
  olive: { base: '#dca57c', shade: '#ecc7aa', line: '#95552f' },
  tan: { base: '#c98d62', shade: '#e6bf9e', line: '#7c4424' },
  brown: { base: '#a66a43', shade: '#dfb594', line: '#5e3118' },
  deep: { base: '#7a4a30', shade: '#d6ab8e', line: '#43210f' },
  dark: { base: '#5d3826', shade: '#cfa389', line: '#2e160b' },
} as const satisfies Record<string, Skin>;
