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

/** How often the random background is each kind, among all (specification, point 9). */
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
 * The kind that a random number stands for: each kind has a part of the range from 0 to 1 that is as wide as its
 * weight, in the table's order.
 *
 * @param random From 0 up to, but not including, 1, as `Math.random` gives it; what lies outside counts as the nearest.
 */
export function pickEffect(
  random: number,
  weights: Readonly<Partial<Record<EffectName, number>>> = EFFECT_WEIGHTS,
): EffectName {
  const offered = (Object.entries(weights) as [EffectName, number][]).filter(([, weight]) => weight > 0);
  let place = Math.max(random, 0) * offered.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [name, weight] of offered) {
    if (place < weight) return name;
    place -= weight;
  }
  return offered.at(-1)?.[0] ?? 'cobweb';
}
