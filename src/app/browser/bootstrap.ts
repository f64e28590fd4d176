/**
 * The only script that a page starts with. Handles the document's own state (theme, menu, copy buttons) by delegated
 * events, before and after hydration, and loads React at the first sign of interaction.
 */

const root = document.documentElement;

/** Asset URLs, written by the server on this script's tag. */
const assets = document.querySelector<HTMLElement>('script[data-app]')?.dataset ?? {};

function toggleTheme(button: Element): void {
  const next = root.classList.contains('light') ? 'dark' : 'light';
  const apply = () => root.classList.replace(next === 'light' ? 'dark' : 'light', next);
  try {
    localStorage.setItem('theme', next);
  } catch {
    // Storage may be disabled; the theme then lasts as long as the page.
  }
  if (
    CSS.supports('selector(:active-view-transition-type(theme))') &&
    !matchMedia('(prefers-reduced-motion: reduce)').matches
  ) {
    const { x, y, width, height } = button.getBoundingClientRect();
    root.style.setProperty('--theme-origin', `${x + width / 2}px ${y + height / 2}px`);
    // Toggling again skips the transition and rejects its promise.
    document.startViewTransition({ update: apply, types: ['theme'] }).ready.catch(() => {});
  } else {
    apply();
  }
}

/** The open menu of small screens. While it is closed, don't read the window's width, which would force layout. */
let menu: { readonly element: HTMLElement; readonly width: number } | undefined;

// The toggle event fires later, when the window may already have changed.
document.addEventListener(
  'beforetoggle',
  event => {
    if (!(event.target instanceof HTMLElement) || event.target.id !== 'site-menu') return;
    menu = event.newState === 'open' ? { element: event.target, width: innerWidth } : undefined;
  },
  true,
);

// Phones also fire "resize" when the address bar appears or hides.
addEventListener('resize', () => {
  if (menu && innerWidth !== menu.width) menu.element.hidePopover();
});

/** Marks the section being read in a contents list: the last one that has reached the middle of the window. */
function markSection(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.contents-list a')];
  const current = links.findLast(({ hash }) => {
    const heading = document.getElementById(decodeURIComponent(hash.slice(1)));
    return heading && heading.getBoundingClientRect().top < innerHeight / 2;
  });
  if (current?.ariaCurrent) return;
  for (const link of links) link.ariaCurrent = link === current ? 'location' : null;
}
addEventListener('scroll', markSection, { passive: true });

addEventListener('focusin', ({ target }) => {
  if (!(target instanceof Element)) return;
  // Browsers leave a focused link of a scrolled row partly hidden.
  if (target.matches('.edge-fade :focus-visible')) target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  // An open popover would cover the controls behind it.
  for (const popover of document.querySelectorAll<HTMLElement>('[popover=auto]:popover-open')) {
    if (!popover.contains(target) && target.getAttribute('popovertarget') !== popover.id) popover.hidePopover();
  }
});

async function copyCode(button: HTMLElement): Promise<void> {
  const code = button.closest('figure')?.querySelector('pre')?.textContent ?? '';
  // Keep the original label if it is pressed again while the message is shown.
  const label = (button.dataset.label ??= button.textContent);
  try {
    await navigator.clipboard.writeText(code);
    button.textContent = 'Copied';
    button.classList.add('copied');
  } catch {
    button.textContent = 'Couldn’t copy';
  }
  setTimeout(() => {
    button.textContent = label;
    button.classList.remove('copied');
  }, 2000);
}

let loading: Promise<unknown> | undefined;

/** Loads the app once. On failure (offline) the page works as without JavaScript, and loading is retried. */
function loadApp(): Promise<unknown> {
  loading ??= importApp();
  return loading;
}

/**
 * Loads fonts, the manifest, lazy pictures and the script that reports visits. Until then, text uses local fonts with
 * the same metrics (ui/styles/fallback-fonts.css).
 */
function loadAfterPaint(): void {
  root.classList.remove('unpainted');
  const links = document.getElementById('after-paint');
  if (links) loadFonts(links);
  // Content blockers may refuse it.
  if (assets.visits) import(/* @vite-ignore */ assets.visits).catch(() => {});
}

/**
 * Adds the links to the fonts and the manifest. The fonts' style sheet applies when the main fonts are loaded, so the
 * page is laid out again only once.
 */
function loadFonts(links: HTMLElement): void {
  const urls = assets.fonts?.split(' ') ?? [];
  // Not a preload link: browsers warn about one that isn't used within seconds.
  const fonts = urls.map(url => new FontFace('Preloaded', `url(${url})`).load());
  const added = document.createRange().createContextualFragment(links.textContent);
  const sheet = added.querySelector<HTMLLinkElement>('[rel=stylesheet]');
  if (sheet) {
    sheet.media = 'not all';
    void Promise.allSettled(fonts).then(() => (sheet.media = 'all'));
  }
  links.replaceWith(added);
}

new PerformanceObserver(loadAfterPaint).observe({ type: 'paint', buffered: true });
// Some browsers hide paint timing to prevent fingerprinting.
setTimeout(loadAfterPaint, 3000);

async function importApp(): Promise<void> {
  const { app = '', needs = '' } = assets;
  for (const href of needs.split(' ').filter(Boolean)) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
  let module: typeof import('./hydrate.tsx');
  try {
    module = await import(/* @vite-ignore */ app);
  } catch {
    loading = undefined;
    root.classList.add('without-app');
    return;
  }
  await module.hydrate();
  const isReady = root.dataset.app === 'ready';
  root.classList.toggle('without-app', !isReady);
  if (!isReady) loading = undefined;
  else for (const intent of INTENT_EVENTS) removeEventListener(intent, onIntent, true);
}

function isInteractiveElement(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a,button,input,select,textarea,summary') !== null;
}

document.addEventListener('click', event => {
  const target = event.target instanceof Element ? event.target : null;
  if (!target) return;
  const themeToggle = target.closest('[data-theme-toggle]');
  if (themeToggle) toggleTheme(themeToggle);
  const copy = target.closest<HTMLElement>('[data-copy-code]');
  if (copy) void copyCode(copy);
  if (target.closest('#site-menu a')) menu?.element.hidePopover();
  // Buttons that need React are pressed again after hydration.
  const button = target.closest<HTMLElement>('button:not([popovertarget])');
  if (button?.closest('[data-needs-app]') && root.dataset.app !== 'ready') {
    event.preventDefault();
    void loadApp().then(() => root.dataset.app === 'ready' && button.click());
  }
});

const INTENT_EVENTS = ['pointerover', 'pointerdown', 'focusin', 'keydown', 'touchstart'] as const;
function onIntent(event: Event): void {
  if (event.type !== 'keydown' && !isInteractiveElement(event.target)) return;
  void loadApp();
}
for (const intent of INTENT_EVENTS) addEventListener(intent, onIntent, { capture: true, passive: true });

// The search shortcut of many sites: focuses the page's search field, or opens the search page.
addEventListener('keydown', event => {
  if (event.key !== '/' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if ((event.target as Element).matches(':read-write')) return;
  const field = document.querySelector<HTMLElement>('main [type=search]');
  const control = field ?? document.querySelector<HTMLElement>('a[href="/search"]');
  if (!control) return;
  event.preventDefault();
  if (field) field.focus();
  else control.click();
});

/**
 * Returns whether this browser has a local draft of the page's form, which only the app can restore
 * (ui/local-draft.ts).
 */
function hasDraft(): boolean {
  const name = document.querySelector<HTMLElement>('[data-draft]')?.dataset.draft;
  try {
    return name !== undefined && localStorage.getItem(`draft:${name}`) !== null;
  } catch {
    return false;
  }
}

// Hydrate immediately on interactive pages, on form responses, where focus moves to the error, and if the reader focused
// a field before this script ran.
const HYDRATE_NOW = '[data-hydrate="now"],:is(input,select,textarea):focus';
if (document.querySelector(HYDRATE_NOW) || hasDraft()) void loadApp();
