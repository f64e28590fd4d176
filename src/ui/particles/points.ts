import { forEachNearbyPair } from './nearby-pairs.ts';
import { type Area, moveAndBounce, moveAndWrap, type Particle, type ParticleEffect } from './particle.ts';
import { addCircle, fillDots, isAccented, strokeInTwoColors } from './canvas-helpers.ts';

/** Points connected to their neighbors by threads that fade with distance. */
export const cobweb: ParticleEffect = {
  move: (particle, area, seconds) => moveAndWrap(particle, area, seconds, area.spacing / 2),
  draw(context, particles, area, colors) {
    const reach = area.spacing * 1.3;
    context.strokeStyle = colors.rule;
    context.lineWidth = colors.hairline;
    // Browsers draw single straight lines faster than one path with many.
    forEachNearbyPair(particles, reach, (one, other, distance) => {
      context.globalAlpha = 0.65 * (1 - distance / reach);
      context.beginPath();
      context.moveTo(one.x, one.y);
      context.lineTo(other.x, other.y);
      context.stroke();
    });
    context.globalAlpha = 0.75;
    fillDots(context, particles.filter(isAccented), colors.accent, () => 1.6);
    fillDots(
      context,
      particles.filter(particle => !isAccented(particle)),
      colors.faint,
      () => 1.3,
    );
  },
};

/** Dots in the theme's colors, from the size of a period to that of a bullet. */
export const color: ParticleEffect = {
  move: (particle, area, seconds) => moveAndWrap(particle, area, seconds, 8),
  draw(context, particles, area, colors) {
    const radius = (particle: Particle) => 1 + particle.size ** 2 * Math.min(area.spacing / 18, 6);
    const palette = [colors.accent, colors.rule, colors.faint];
    context.globalAlpha = 0.5;
    for (const [index, fill] of palette.entries()) {
      fillDots(
        context,
        particles.filter(({ variety }) => Math.floor(variety * palette.length) === index),
        fill,
        radius,
      );
    }
  },
};

/** Engraved balls that bounce off the edges: an outline and two strokes of shading. */
export const ball: ParticleEffect = {
  move: (particle, area, seconds) => moveAndBounce(particle, area, seconds, ballRadius(particle, area)),
  draw(context, particles, area, colors) {
    context.globalAlpha = 0.5;
    strokeInTwoColors(context, particles, colors, particle => {
      const radius = ballRadius(particle, area);
      addCircle(context, particle, radius);
      for (const shade of [0.72, 0.44]) {
        context.moveTo(particle.x + Math.cos(-0.5) * radius * shade, particle.y + Math.sin(-0.5) * radius * shade);
        context.arc(particle.x, particle.y, radius * shade, -0.5, 1.9);
      }
    });
  },
};

/** Seconds that a ring grows. */
const RING_LIFE = 14;
/** Opacity of a ring over its life; one path each. */
const RINGS = [0.15, 0.4, 0.55, 0.45, 0.3, 0.16, 0.07];

/** Rings that widen and fade, as on water. */
export const rings: ParticleEffect = {
  start(particle, _area, random) {
    particle.age = random() * RING_LIFE;
  },
  move(particle, area, seconds, random) {
    particle.age += seconds;
    if (particle.age < RING_LIFE) return;
    particle.age %= RING_LIFE;
    particle.x = random() * area.width;
    particle.y = random() * area.height;
  },
  draw(context, particles, area, colors) {
    const paths = RINGS.map(() => new Path2D());
    for (const particle of particles) {
      const life = particle.age / RING_LIFE;
      const radius = 1 + life * area.spacing * (0.15 + particle.size * 0.45);
      const ring = paths[Math.floor(life * RINGS.length)];
      if (ring) addCircle(ring, particle, radius);
    }
    context.strokeStyle = colors.faint;
    context.lineWidth = colors.hairline;
    for (const [index, ring] of paths.entries()) {
      context.globalAlpha = RINGS[index] ?? 0;
      context.stroke(ring);
    }
  },
};

function ballRadius({ size }: Particle, { spacing }: Area): number {
  return 3 + size ** 2 * spacing * 0.17;
}
