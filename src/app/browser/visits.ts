/**
 * Tells the site which of its pages are read, how wide the window is, in which time zone, and how fast they were
 * (features/insights). No cookie and no number goes with it, and nothing at all where somebody asks for privacy.
 */
import trackedPath from 'virtual:tracked-path';
import { VISITS_PATH } from '#features/insights/contract/visits-path.ts';

/** What browsers tell of how a page was, as far as it is needed here; the standard types do not have it. */
interface WebVitalEntry extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly interactionId: number;
}

const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean };

function sendBeacon(what: { readonly page: string; readonly [name: string]: unknown }): void {
  if (trackedPath.test(what.page)) navigator.sendBeacon(VISITS_PATH, JSON.stringify(what));
}

/** The page that was told of last. */
let shown: string | undefined;

function trackPageView(origin: Record<string, unknown>): void {
  const page = location.pathname;
  if (page === shown) return;
  shown = page;
  sendBeacon({ page, width: innerWidth, zone: Intl.DateTimeFormat().resolvedOptions().timeZone, ...origin });
}

function getTrafficSource(): Record<string, unknown> {
  const marks = new URLSearchParams(location.search);
  const mark = (name: string) => marks.get(`utm_${name}`);
  const from = document.referrer && new URL(document.referrer).host;
  return { from, source: mark('source'), medium: mark('medium'), campaign: mark('campaign') };
}

/** Tells how the page was, once: when it is put away, or another one takes its place. Until then it measures. */
function measureWebVitals(page: string): () => void {
  let lcp: number | undefined;
  let inp: number | undefined;
  let cls: number | undefined;
  let burst = 0;
  let begun = 0;
  let last = 0;
  const finish: (() => void)[] = [];
  /** A browser that does not measure something passes it over. */
  const observe = (type: string, take: (entry: WebVitalEntry) => void) => {
    const observer = new PerformanceObserver(list => (list.getEntries() as WebVitalEntry[]).forEach(take));
    observer.observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
    finish.push(() => {
      (observer.takeRecords() as WebVitalEntry[]).forEach(take);
      observer.disconnect();
    });
  };
  observe('largest-contentful-paint', ({ startTime }) => (lcp = startTime));
  observe('event', ({ interactionId, duration }) => {
    if (interactionId) inp = Math.max(inp ?? 0, duration);
  });
  // The worst burst of shifts: less than a second between two of them, and five in all (web.dev, CLS).
  if (PerformanceObserver.supportedEntryTypes.includes('layout-shift')) cls = 0;
  observe('layout-shift', ({ value, hadRecentInput, startTime }) => {
    if (hadRecentInput) return;
    if (startTime - last > 1000 || startTime - begun > 5000) {
      burst = 0;
      begun = startTime;
    }
    last = startTime;
    burst += value;
    cls = Math.max(cls ?? 0, burst);
  });
  return () => {
    for (const step of finish) step();
    if (page) sendBeacon({ page, lcp, inp, cls });
    page = '';
  };
}

function startTracking(finish?: () => void): void {
  trackPageView(getTrafficSource());
  const goOn = () => {
    if (location.pathname === shown) return;
    finish?.();
    trackPageView({});
  };
  const push = history.pushState.bind(history);
  history.pushState = (...entry) => {
    push(...entry);
    goOn();
  };
  addEventListener('popstate', goOn);
  // A page that was put away as a whole, and comes back, is seen anew.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    shown = undefined;
    trackPageView({});
  });
  if (finish) addEventListener('visibilitychange', () => document.hidden && finish());
}

/** Readers come first: it begins once the browser has nothing else to do, or soon after where it cannot say so. */
const later = globalThis.requestIdleCallback ?? setTimeout;

if (!globalPrivacyControl && doNotTrack !== '1') {
  // What is loaded ahead, or in another tab, counts once it is seen; how long that took says nothing then.
  if (document.hidden) document.addEventListener('visibilitychange', () => startTracking(), { once: true });
  else later(() => startTracking(measureWebVitals(location.pathname)));
}
