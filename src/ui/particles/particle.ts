/** The area of the particles in CSS pixels, from the top left. */
export interface Area {
  readonly width: number;
  readonly height: number;
  /** Distance of evenly distributed particles in CSS pixels; effects derive their sizes from it. */
  readonly spacing: number;
}

export interface Particle {
  x: number;
  y: number;
  /** CSS pixels per second. */
  vx: number;
  vy: number;
  /** Relative size, from 0 to 1. */
  readonly size: number;
  /** Radians, and radians per second. */
  turn: number;
  readonly spin: number;
  /** Age in seconds. */
  age: number;
  /** Random variation of an effect, from 0 to 1, such as color or number of corners. */
  readonly variety: number;
}

/** The theme's colors for drawing. */
export interface ParticleColors {
  readonly accent: string;
  readonly rule: string;
  readonly faint: string;
  /** Width of the canvas's finest line in CSS pixels. */
  readonly hairline: number;
}

/** A particle effect. */
export interface ParticleEffect {
  /** Milliseconds per frame, for effects faster than a drift. */
  readonly frame?: number;
  /** Sets a resting particle in motion. */
  start?: (particle: Particle, area: Area, random: () => number) => void;
  /** Moves a particle by a number of seconds. */
  move(particle: Particle, area: Area, seconds: number, random: () => number): void;
  draw(context: CanvasRenderingContext2D, particles: readonly Particle[], area: Area, colors: ParticleColors): void;
}

export const FULL_TURN = 2 * Math.PI;

/** Returns an area with the spacing for a number of particles. */
export function createArea(width: number, height: number, count: number): Area {
  return { width, height, spacing: Math.sqrt((width * height) / Math.max(count, 1)) };
}

/** Creates moving particles at random positions. */
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

/** Gives a particle a slow velocity in a random direction. */
export function setRandomVelocity(particle: Particle, _area: Area, random: () => number): void {
  const direction = random() * FULL_TURN;
  const speed = 3 + random() * 6;
  particle.vx = Math.cos(direction) * speed;
  particle.vy = Math.sin(direction) * speed;
}

/** Moves a particle; once it is `margin` pixels outside the area it reenters on the other side. */
export function moveAndWrap(particle: Particle, area: Area, seconds: number, margin: number): void {
  particle.x = wrapCoordinate(particle.x + particle.vx * seconds, area.width, margin);
  particle.y = wrapCoordinate(particle.y + particle.vy * seconds, area.height, margin);
  particle.turn += particle.spin * seconds;
  particle.age += seconds;
}

/** Moves a particle; it bounces `margin` pixels before its center reaches an edge. */
export function moveAndBounce(particle: Particle, area: Area, seconds: number, margin: number): void {
  particle.x += particle.vx * seconds;
  particle.y += particle.vy * seconds;
  if (particle.x < margin) particle.vx = Math.abs(particle.vx);
  else if (particle.x > area.width - margin) particle.vx = -Math.abs(particle.vx);
  if (particle.y < margin) particle.vy = Math.abs(particle.vy);
  else if (particle.y > area.height - margin) particle.vy = -Math.abs(particle.vy);
}

function wrapCoordinate(position: number, length: number, margin: number): number {
  if (position < -margin) return length + margin;
  return position > length + margin ? -margin : position;
}
