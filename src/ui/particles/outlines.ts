import { type Area, FULL_TURN, moveAndWrap, type Particle, type ParticleEffect } from './particle.ts';
import { strokeInTwoColors } from './canvas-helpers.ts';

const CORNERS = [3, 5, 6];

/** Outlined triangles, pentagons and hexagons that turn slowly. */
export const polygon: ParticleEffect = {
  move: (particle, area, seconds) => moveAndWrap(particle, area, seconds, area.spacing / 4),
  draw(context, particles, area, colors) {
    context.globalAlpha = 0.5;
    strokeInTwoColors(context, particles, colors, particle => {
      const corners = CORNERS[Math.floor(particle.variety * 99) % CORNERS.length] ?? 3;
      const radius = 4 + particle.size * area.spacing * 0.16;
      for (let corner = 0; corner < corners; corner++) {
        const angle = particle.turn + (corner / corners) * FULL_TURN;
        const x = particle.x + Math.cos(angle) * radius;
        const y = particle.y + Math.sin(angle) * radius;
        if (corner === 0) context.moveTo(x, y);
        else context.lineTo(x, y);
      }
      context.closePath();
    });
  },
};

/** Upright squares that rise; larger ones have an inner frame, as on a proof sheet. */
export const square: ParticleEffect = {
  start(particle, _area, random) {
    particle.vy = -4 - random() * 8;
  },
  move: (particle, area, seconds) => moveAndWrap(particle, area, seconds, area.spacing / 4),
  draw(context, particles, area, colors) {
    context.globalAlpha = 0.5;
    strokeInTwoColors(context, particles, colors, particle => {
      const side = 5 + particle.size ** 2 * area.spacing * 0.3;
      frame(context, particle, side);
      if (side > 16) frame(context, particle, side - 8);
    });
  },
};

/** Angle of the hairlines in radians. */
const SLOPE = -0.35;

/** Long parallel hairlines that slide along their direction. */
export const lines: ParticleEffect = {
  start(particle, _area, random) {
    setDirection(particle, SLOPE, 6 + random() * 18);
  },
  move: (particle, area, seconds) => moveAndWrap(particle, area, seconds, area.spacing),
  draw(context, particles, area, colors) {
    context.globalAlpha = 0.5;
    strokeInTwoColors(context, particles, colors, particle =>
      stroke(context, particle, SLOPE, area.spacing * (0.3 + particle.size * 1.4)),
    );
  },
};
/** Short, thick strokes that turn as they drift. */
export const thick: ParticleEffect = {
  move: (particle, area, seconds) => moveAndWrap(particle, area, seconds, area.spacing / 2),
  draw(context, particles, area, colors) {
    context.globalAlpha = 0.3;
    strokeInTwoColors(
      context,
      particles,
      colors,
      particle => stroke(context, particle, particle.turn, area.spacing * (0.08 + particle.size * 0.22)),
      Math.min(area.spacing / 20, 5),
    );
  },
};

const TAIL_JOINTS = 7;

/** Heads with a swaying tail that swim and change direction. */
export const tadpole: ParticleEffect = {
  start(particle, _area, random) {
    setDirection(particle, particle.turn, 8 + random() * 10);
  },
  move(particle, area, seconds) {
    moveAndWrap(particle, area, seconds, area.spacing / 3);
    const turn = particle.turn + Math.sin(particle.age * 0.5 + particle.size * FULL_TURN) * 0.4 * seconds;
    setDirection(particle, turn, Math.hypot(particle.vx, particle.vy));
  },
  draw(context, particles, area, colors) {
    const length = (particle: Particle) => 10 + particle.size * Math.min(area.spacing * 0.25, 26);
    context.globalAlpha = 0.6;
    strokeInTwoColors(context, particles, colors, particle => {
      const joint = length(particle) / TAIL_JOINTS;
      const [dx, dy] = [Math.cos(particle.turn), Math.sin(particle.turn)];
      context.moveTo(particle.x, particle.y);
      for (let index = 1; index <= TAIL_JOINTS; index++) {
        const sway = Math.sin(particle.age * 4 - index * 0.9) * joint * index * 0.14;
        context.lineTo(particle.x - dx * joint * index - dy * sway, particle.y - dy * joint * index + dx * sway);
      }
    });
    // Draws the head at the tail's end: a zero-length round stroke is a dot.
    context.globalAlpha = 0.8;
    context.lineCap = 'round';
    strokeInTwoColors(context, particles, colors, particle => stroke(context, particle, 0, 0), 3.6);
  },
};

/** Seconds that a drop reaching the top is in the air. */
const FLIGHT = 16;
/** Seconds of its path that a drop's trail shows. */
const TRAIL = 0.32;

/** Drops that spring from the middle of the bottom edge and fall, each with a fine trail. */
export const fountain: ParticleEffect = {
  frame: 42,
  start(particle, area, random) {
    // Start mid-flight, so the fountain is complete from the first frame.
    launch(particle, area, random);
    advance(particle, area, random() * getFlightTime(particle, area));
  },
  move(particle, area, seconds, random) {
    advance(particle, area, seconds);
    if (particle.y > area.height) launch(particle, area, random);
  },
  draw(context, particles, area, colors) {
    const pull = gravity(area);
    context.globalAlpha = 0.55;
    strokeInTwoColors(context, particles, colors, ({ x, y, vx, vy }) => {
      context.moveTo(x, y);
      context.lineTo(x - vx * TRAIL, y - vy * TRAIL + (pull * TRAIL ** 2) / 2);
    });
    context.globalAlpha = 0.8;
    context.lineCap = 'round';
    strokeInTwoColors(context, particles, colors, particle => stroke(context, particle, 0, 0), 2.6);
  },
};

/** CSS pixels per second squared, so the highest drop takes `FLIGHT` seconds. */
function gravity({ height }: Area): number {
  return (8 * height) / FLIGHT ** 2;
}

function launch(particle: Particle, area: Area, random: () => number): void {
  const height = area.height * (0.4 + 0.55 * random());
  particle.x = area.width / 2;
  particle.y = area.height;
  particle.vy = -Math.sqrt(2 * gravity(area) * height);
  // The mean of two random numbers is more often near the middle.
  particle.vx = ((random() + random() - 1) * area.width) / (2 * FLIGHT);
}

function getFlightTime({ vy }: Particle, area: Area): number {
  return (-2 * vy) / gravity(area);
}

function advance(particle: Particle, area: Area, seconds: number): void {
  const pull = gravity(area);
  particle.x += particle.vx * seconds;
  particle.y += particle.vy * seconds + (pull * seconds ** 2) / 2;
  particle.vy += pull * seconds;
}

/** Turns a particle and moves it in that direction. */
function setDirection(particle: Particle, angle: number, speed: number): void {
  particle.turn = angle;
  particle.vx = Math.cos(angle) * speed;
  particle.vy = Math.sin(angle) * speed;
}

/** Adds a line through a particle's center. */
function stroke(context: CanvasRenderingContext2D, { x, y }: Particle, angle: number, length: number): void {
  const [dx, dy] = [(Math.cos(angle) * length) / 2, (Math.sin(angle) * length) / 2];
  context.moveTo(x - dx, y - dy);
  context.lineTo(x + dx, y + dy);
}

function frame(context: CanvasRenderingContext2D, { x, y }: Particle, side: number): void {
  context.rect(x - side / 2, y - side / 2, side, side);
}
