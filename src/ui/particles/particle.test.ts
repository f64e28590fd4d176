import { describe, expect, it } from 'vitest';
import { effects } from './effects.ts';
import { createArea, createParticles } from './particle.ts';

/** Deterministic pseudo-random numbers from 0 to 1. */
function numbers(): () => number {
  let state = 1;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

describe.each(Object.entries(effects))('%s', (_name, kind) => {
  const area = createArea(1440, 900, 100);

  it('keeps every particle near its area for ten minutes, and moves or grows it', () => {
    const random = numbers();
    const particles = createParticles(kind, 100, area, random);
    const before = particles.map(({ x, y, age }) => [x, y, age].join(' '));
    expect(particles).toHaveLength(100);
    for (let frame = 0; frame < 6000; frame++) {
      for (const particle of particles) kind.move(particle, area, 0.1, random);
    }
    for (const [place, { x, y, age }] of particles.entries()) {
      // No margin exceeds the spacing of particles.
      expect(Math.abs(x - area.width / 2)).toBeLessThanOrEqual(area.width / 2 + area.spacing);
      expect(Math.abs(y - area.height / 2)).toBeLessThanOrEqual(area.height / 2 + area.spacing);
      expect([x, y, age].join(' ')).not.toBe(before[place]);
    }
  });
});
