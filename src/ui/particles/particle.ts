/** Where particles are: in CSS pixels, from the top left. */
export interface Area {
  readonly width: number;
  readonly height: number;
  /** How far particles are apart when they share the area evenly, in CSS pixels: what a kind's sizes are made of. */
  readonly spacing: number;
}

export interface Particle {
  x: number;
  y: number;
  /** In CSS pixels a second. */
  vx: number;
  vy: number;
  /** How large it is among its kind, from 0 to 1. */
  readonly size: number;
  /** In radians, and in radians a second. */
  turn: number;
  readonly spin: number;
  /** How long it has been under way, in seconds. */
  age: number;
  /** What of a kind's variety it has, from 0 to 1: a color, a number of corners. */
  readonly variety: number;
}

/** What particles are drawn with: the theme's own colors. */
export interface ParticleColors {
  readonly accent: string;
  readonly rule: string;
  readonly faint: string;
  /** The finest line that the canvas has, in CSS pixels. */
  readonly hairline: number;
}

/** One way to fill an area with particles. */
export interface ParticleEffect {
  /** How long a frame stands, in milliseconds, where things are quicker than a drift. */
  readonly frame?: number;
  /** Sets a particle, which stands anywhere and lies still, on its way. */
  start?: (particle: Particle, area: Area, random: () => number) => void;
  /** Moves a particle by a time in seconds. */
  move(particle: Particle, area: Area, seconds: number, random: () => number): void;
  draw(context: CanvasRenderingContext2D, particles: readonly Particle[], area: Area, inks: ParticleColors): void;
}

export const FULL_TURN = 2 * Math.PI;

/** An area with room for a number of particles. */
export function createArea(width: number, height: number, count: number): Area {
  return { width, height, spacing: Math.sqrt((width * height) / Math.max(count, 1)) };
}

/** Particles anywhere in an area, each on its way. */
export function createParticles(kind: ParticleEffect, count: number, area: Area, random: () => number): Particle[] {
  return Array.from({ length: count }, () => {
    const particle: Particle = {
      x: random() * area.width,
      y: random() * area.height,
      vx: 0,
      vy: 0,
      size: random(),
      turn: random() * FULL_TURN,
      spin: (random() - 0.5) * 0.3,
      age: random() * 60,
      variety: random(),
    };
    (kind.start ?? setRandomVelocity)(particle, area, random);
    return particle;
  });
}

/** Sets a particle on a slow way in any direction. */
export function setRandomVelocity(particle: Particle, _area: Area, random: () => number): void {
  const direction = random() * FULL_TURN;
  const speed = 3 + random() * 6;
  particle.vx = Math.cos(direction) * speed;
  particle.vy = Math.sin(direction) * speed;
}

/** Moves a particle along; what has left the area by `margin` pixels comes in again on the other side. */
export function moveAndWrap(particle: Particle, area: Area, seconds: number, margin: number): void {
  particle.x = wrapped(particle.x + particle.vx * seconds, area.width, margin);
  particle.y = wrapped(particle.y + particle.vy * seconds, area.height, margin);
  particle.turn += particle.spin * seconds;
  particle.age += seconds;
}

/** Moves a particle along; it turns back at the area's edges, `margin` pixels before its center reaches them. */
export function moveAndBounce(particle: Particle, area: Area, seconds: number, margin: number): void {
  particle.x += particle.vx * seconds;
  particle.y += particle.vy * seconds;
  if (particle.x < margin) particle.vx = Math.abs(particle.vx);
  else if (particle.x > area.width - margin) particle.vx = -Math.abs(particle.vx);
  if (particle.y < margin) particle.vy = Math.abs(particle.vy);
  else if (particle.y > area.height - margin) particle.vy = -Math.abs(particle.vy);
}

function wrapped(place: number, length: number, margin: number): number {
  if (place < -margin) return length + margin;
  return place > length + margin ? -margin : place;
}
