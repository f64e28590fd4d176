import { type EffectName, effects, pickEffect } from './effects.ts';
import { type Area, createArea, type ParticleColors, type Particle, createParticles } from './particle.ts';

/** Milliseconds per frame; slow particles move less than a pixel in it. */
const FRAME = 100;
/** Milliseconds; frames are requested this much early to hit the nearest screen refresh. */
const HALF_SCREEN_FRAME = 8;
/** Maximum step in seconds, so particles don't jump after a pause. */
const LONGEST_STEP = 0.2;
/** Higher resolutions cost more time than hairlines gain from them. */
const MOST_PIXELS_PER_POINT = 1.5;
/** Milliseconds. */
const APPEARING = 600;

/**
 * Animates particles on a canvas in the theme's colors. They are static under reduced motion and pause while out of
 * view. Returns a function that stops and cleans up.
 */
export function startParticles(canvas: HTMLCanvasElement, name: EffectName | 'random', count: number): () => void {
  const context = canvas.getContext('2d');
  if (!context) return () => {};
  const kind = effects[name === 'random' ? pickEffect(Math.random()) : name];
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
  const ending = new AbortController();
  let area: Area | undefined;
  let particles: readonly Particle[] = [];
  let inks = readInks(canvas);
  let inSight = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let request: number | undefined;
  /** Time of the last step, on the animation frame clock. */
  let movedAt: number | undefined;

  const draw = () => {
    if (!area) return;
    context.clearRect(0, 0, area.width, area.height);
    context.lineCap = 'butt';
    kind.draw(context, particles, area, inks);
  };
  const step = (now: number) => {
    const seconds = Math.min((now - (movedAt ?? now)) / 1000, LONGEST_STEP);
    movedAt = now;
    for (const particle of particles) if (area) kind.move(particle, area, seconds, Math.random);
    draw();
    wait();
  };
  // Requesting the frame only when due leaves the browser idle until then.
  const wait = () =>
    (timer = setTimeout(() => (request = requestAnimationFrame(step)), (kind.frame ?? FRAME) - HALF_SCREEN_FRAME));
  const rest = () => {
    clearTimeout(timer);
    if (request !== undefined) cancelAnimationFrame(request);
    movedAt = undefined;
  };
  const moveOrRest = () => {
    rest();
    if (inSight && !document.hidden && !reducedMotion.matches) wait();
  };

  const resized = new ResizeObserver(() => {
    const { clientWidth: width, clientHeight: height } = canvas;
    if (width === 0 || height === 0) return;
    const next = createArea(width, height, count);
    if (area) stretch(particles, area, next);
    else {
      particles = createParticles(kind, count, next, Math.random);
      if (!reducedMotion.matches) canvas.animate({ opacity: [0, 1] }, APPEARING);
    }
    area = next;
    const scale = scaleNow();
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    inks = readInks(canvas);
    context.setTransform(canvas.width / width, 0, 0, canvas.height / height, 0, 0);
    draw();
  });
  const themed = new MutationObserver(() => {
    inks = readInks(canvas);
    draw();
  });
  const seen = new IntersectionObserver(entries => {
    inSight = entries.at(-1)?.isIntersecting ?? false;
    moveOrRest();
  });
  resized.observe(canvas);
  themed.observe(document.documentElement, { attributeFilter: ['class'] });
  seen.observe(canvas);
  document.addEventListener('visibilitychange', moveOrRest, { signal: ending.signal });
  reducedMotion.addEventListener('change', moveOrRest, { signal: ending.signal });

  return () => {
    rest();
    ending.abort();
    for (const observer of [resized, themed, seen]) observer.disconnect();
    area = undefined;
  };
}

/** Keeps relative positions when the area is resized. */
function stretch(particles: readonly Particle[], from: Area, to: Area): void {
  for (const particle of particles) {
    particle.x *= to.width / from.width;
    particle.y *= to.height / from.height;
  }
}

/** Returns the theme's colors; falls back to the text color without the style sheet. */
function readInks(canvas: HTMLCanvasElement): ParticleColors {
  const style = getComputedStyle(canvas);
  const ink = (token: string) => style.getPropertyValue(token).trim() || style.color;
  return { accent: ink('--accent'), rule: ink('--rule-strong'), faint: ink('--ink-faint'), hairline: 1 / scaleNow() };
}

/** Canvas pixels per CSS pixel. */
function scaleNow(): number {
  return Math.min(devicePixelRatio, MOST_PIXELS_PER_POINT);
}
