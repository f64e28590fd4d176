import { FULL_TURN, type ParticleColors, type Particle } from './particle.ts';

/** Returns whether a particle has the accent color; about one in five does. */
export function isAccented({ variety }: Particle): boolean {
  return variety < 0.2;
}

/** Strokes the outlines that `trace` adds to the path: most in the rule color, some in the accent color. */
export function strokeInTwoColors(
  context: CanvasRenderingContext2D,
  particles: readonly Particle[],
  colors: ParticleColors,
  trace: (particle: Particle) => void,
  lineWidth = colors.hairline,
): void {
  context.lineWidth = lineWidth;
  for (const accented of [false, true]) {
    context.strokeStyle = accented ? colors.accent : colors.rule;
    context.beginPath();
    for (const particle of particles) if (isAccented(particle) === accented) trace(particle);
    context.stroke();
  }
}

/** Fills a dot for each particle. */
export function fillDots(
  context: CanvasRenderingContext2D,
  particles: readonly Particle[],
  color: string,
  radius: (particle: Particle) => number,
): void {
  context.fillStyle = color;
  context.beginPath();
  for (const particle of particles) addCircle(context, particle, radius(particle));
  context.fill();
}

/** Adds a circle around a particle to a path. */
export function addCircle(path: CanvasPath, { x, y }: Particle, radius: number): void {
  path.moveTo(x + radius, y);
  path.arc(x, y, radius, 0, FULL_TURN);
}
