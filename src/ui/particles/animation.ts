import { type EffectName, effects, pickEffect } from './effects.ts';
import { type Area, createArea, type ParticleColors, type Particle, createParticles } from './particle.ts';

/** Milliseconds per frame; slow particles move less than a pixel in it. */
const FRAME = 100;
/** Milliseconds; frames are requested this much early to hit the nearest screen refresh. */
const HALF_SCREEN_FRAME = 8;
/** Maximum step in seconds, so particles don't jump after a pause. */
const MAX_STEP = 0.2;
/** Higher resolutions cost more time than hairlines gain from them. */
const MAX_SCALE = 1.5;
/** Milliseconds. */
const FADE_IN = 600;

/**
 * Animates particles on a canvas in the theme's colors. They are static under reduced motion and pause while out of
 * view. Returns a function that stops and cleans up.
 */
export function startParticles(canvas: HTMLCanvasElement, name: EffectName | 'random', count: number): () => void {
  const context = canvas.getContext('2d');
  if (!context) return () => {};
  const kind = effects[name === 'random' ? pickEffect(Math.random()) : name];
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
  const controller = new AbortController();
  let area: Area | undefined;
  let particles: readonly Particle[] = [];
  let colors = readColors(canvas);
  let isVisible = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let request: number | undefined;
  /** Time of the last step, on the animation frame clock. */
  let movedAt: number | undefined;

  const draw = () => {
    if (!area) return;
    context.clearRect(0, 0, area.width, area.height);
    context.lineCap = 'butt';
    kind.draw(context, particles, area, colors);
  };
  const step = (now: number) => {
    const seconds = Math.min((now - (movedAt ?? now)) / 1000, MAX_STEP);
    movedAt = now;
    for (const particle of particles) if (area) kind.move(particle, area, seconds, Math.random);
    draw();
    scheduleFrame();
  };
  // Requesting the frame only when due leaves the browser idle until then.
  const scheduleFrame = () =>
    (timer = setTimeout(() => (request = requestAnimationFrame(step)), (kind.frame ?? FRAME) - HALF_SCREEN_FRAME));
  const stop = () => {
    clearTimeout(timer);
    if (request !== undefined) cancelAnimationFrame(request);
    movedAt = undefined;
  };
  const update = () => {
    stop();
    if (isVisible && !document.hidden && !reducedMotion.matches) scheduleFrame();
  };

  const resizeObserver = new ResizeObserver(() => {
    const { clientWidth: width, clientHeight: height } = canvas;
    if (width === 0 || height === 0) return;
    const next = createArea(width, height, count);
    if (area) rescale(particles, area, next);
    else {
      particles = createParticles(kind, count, next, Math.random);
      if (!reducedMotion.matches) canvas.animate({ opacity: [0, 1] }, FADE_IN);
    }
    area = next;
    const scale = getScale();
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    colors = readColors(canvas);
    context.setTransform(canvas.width / width, 0, 0, canvas.height / height, 0, 0);
    draw();
  });
  const themeObserver = new MutationObserver(() => {
    colors = readColors(canvas);
    draw();
  });
  const visibilityObserver = new IntersectionObserver(entries => {
    isVisible = entries.at(-1)?.isIntersecting ?? false;
    update();
  });
  resizeObserver.observe(canvas);
  themeObserver.observe(document.documentElement, { attributeFilter: ['class'] });
  visibilityObserver.observe(canvas);
  document.addEventListener('visibilitychange', update, { signal: controller.signal });
  reducedMotion.addEventListener('change', update, { signal: controller.signal });

  return () => {
    stop();
    controller.abort();
    for (const observer of [resizeObserver, themeObserver, visibilityObserver]) observer.disconnect();
    area = undefined;
  };
}

/** Keeps relative positions when the area is resized. */
function rescale(particles: readonly Particle[], from: Area, to: Area): void {
  for (const particle of particles) {
    particle.x *= to.width / from.width;
    particle.y *= to.height / from.height;
  }
}

/** Returns the theme's colors; falls back to the text color without the style sheet. */
function readColors(canvas: HTMLCanvasElement): ParticleColors {
  const style = getComputedStyle(canvas);
  const get = (token: string) => style.getPropertyValue(token).trim() || style.color;
  return { accent: get('--accent'), rule: get('--rule-strong'), faint: get('--ink-faint'), hairline: 1 / getScale() };
}

/** Canvas pixels per CSS pixel. */
function getScale(): number {
  return Math.min(devicePixelRatio, MAX_SCALE);
}
