/**
 * The only script a page starts with. It looks after what is the document's own state (theme, menu, copy buttons) by
 * delegated events, before and after React is here, and loads React at the first sign that the reader means to act.
 */

const root = document.documentElement;

/** What the page's assets are, as the server wrote them on this script's own tag. */
const assets = document.querySelector<HTMLElement>('script[data-app]')?.dataset ?? {};

function toggleTheme(): void {
  const next = root.classList.contains('light') ? 'dark' : 'light';
  const apply = () => root.classList.replace(next === 'light' ? 'dark' : 'light', next);
  try {
    localStorage.setItem('theme', next);
  } catch {
    // Storage may be forbidden; the theme then lasts as long as the page.
  }
  if (document.startViewTransition && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
    document.startViewTransition(apply);
  } else {
    apply();
  }
}

/** The small screen's menu while it is open. Closed, nobody asks for the window's width, which would lay the page out. */
let menu: { readonly element: HTMLElement; readonly width: number } | undefined;

// Before it opens, and not when it has opened: that is told later, and the window may have changed meanwhile.
document.addEventListener(
  'beforetoggle',
  event => {
    if (!(event.target instanceof HTMLElement) || event.target.id !== 'site-menu') return;
    menu = event.newState === 'open' ? { element: event.target, width: innerWidth } : undefined;
  },
  true,
);

// A phone also says "resize" when its address bar comes and goes.
addEventListener('resize', () => {
  if (menu && innerWidth !== menu.width) menu.element.hidePopover();
});

async function copyCode(button: HTMLElement): Promise<void> {
  const code = button.closest('figure')?.querySelector('pre')?.textContent ?? '';
  // Pressed again meanwhile, it says something else than its label.
  const label = (button.dataset.label ??= button.textContent);
  try {
    await navigator.clipboard.writeText(code);
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Select the text to copy it';
  }
  setTimeout(() => (button.textContent = label), 2000);
}

let loading: Promise<unknown> | undefined;

/** Loads the app once. A failure (offline) leaves the page as it is, whole without script, and is tried again. */
function loadApp(): Promise<unknown> {
  loading ??= importApp();
  return loading;
}

/** Fetches what has waited for the first paint, and then lays out what is out of sight (base.css). */
function loadDeferredAssets(): void {
  root.classList.remove('unpainted');
  document.head.insertAdjacentHTML('beforeend', document.getElementById('late')?.textContent ?? '');
  // In a frame of its own, so that the first paint is not followed by one long step.
  requestAnimationFrame(() => setTimeout(() => root.classList.remove('partial')));
}

/** A browser may keep its paints to itself, to be told apart from no other. */
const PAINT_TIMEOUT_MS = 3000;

const firstPaint = new Promise(resolve => new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true }));
const paintTimeout = new Promise(resolve => setTimeout(resolve, PAINT_TIMEOUT_MS));
void Promise.race([firstPaint, paintTimeout]).then(loadDeferredAssets);

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
  for (const intent of INTENT_EVENTS) removeEventListener(intent, onIntent, true);
  await module.hydration;
  root.classList.toggle('without-app', root.dataset.app !== 'ready');
}

function isInteractiveElement(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a,button,input,select,textarea,summary') !== null;
}

document.addEventListener('click', event => {
  const target = event.target instanceof Element ? event.target : null;
  if (!target) return;
  // A link to a place further down leads there only when all heights are known.
  root.classList.remove('partial');
  if (target.closest('[data-theme-toggle]')) toggleTheme();
  const copy = target.closest<HTMLElement>('[data-copy-code]');
  if (copy) void copyCode(copy);
  if (target.closest('#site-menu a')) menu?.element.hidePopover();
  // A control that only works with React is pressed again once React is here.
  const needsApp = target.closest<HTMLElement>('[data-needs-app]');
  if (needsApp && root.dataset.app !== 'ready') {
    event.preventDefault();
    void loadApp().then(() => root.dataset.app === 'ready' && needsApp.click());
  }
});

const INTENT_EVENTS = ['pointerover', 'pointerdown', 'focusin', 'keydown', 'touchstart'] as const;
function onIntent(event: Event): void {
  if (event.type !== 'keydown' && !isInteractiveElement(event.target)) return;
  void loadApp();
}
for (const intent of INTENT_EVENTS) addEventListener(intent, onIntent, { capture: true, passive: true });

// The key that leads to search on many sites: to the page's own field, or else to the page that searches everything.
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

/** Whether this browser keeps a draft of the page's form, which only the app can bring back (ui/draft.ts). */
function hasDraft(): boolean {
  const name = document.querySelector<HTMLElement>('[data-draft]')?.dataset.draft;
  try {
    return name !== undefined && localStorage.getItem(`draft:${name}`) !== null;
  } catch {
    return false;
  }
}

// Pages that are worked in are hydrated at once. So is one that answers a form: the focus goes to what was refused.
if (document.querySelector('[data-hydrate="now"],#form-answer') || hasDraft()) void loadApp();
