import { fountain, lines, polygon, square, tadpole, thick } from './outlines.ts';
import type { ParticleEffect } from './particle.ts';
import { ball, cobweb, color, rings } from './points.ts';

export const effects = {
  cobweb,
  lines,
  polygon,
  circle: rings,
  tadpole,
  square,
  fountain,
  color,
  ball,
  thick,
} satisfies Record<string, ParticleEffect>;

export type EffectName = keyof typeof effects;

/** Weight of each effect for `random` (specification, point 9). */
export const EFFECT_WEIGHTS: Readonly<Record<EffectName, number>> = {
  cobweb: 20,
  lines: 12,
  polygon: 12,
  circle: 12,
  tadpole: 10,
  square: 8,
  fountain: 8,
  color: 6,
  ball: 6,
  thick: 6,
};

/**
 * Returns the effect for a random number: in table order, each has a share of the range 0 to 1 proportional to its
 * weight. `random` is from 0 up to but not including 1, like `Math.random`; values outside are clamped.
 */
export function pickEffect(
  random: number,
  weights: Readonly<Partial<Record<EffectName, number>>> = EFFECT_WEIGHTS,
): EffectName {
  const entries = (Object.entries(weights) as [EffectName, number][]).filter(([, weight]) => weight > 0);
  let position = Math.max(random, 0) * entries.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [name, weight] of entries) {
    if (position < weight) return name;
    position -= weight;
  }
  return entries.at(-1)?.[0] ?? 'cobweb';
}
