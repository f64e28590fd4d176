/**
 * Reports page views, viewport width, time zone and web vitals (features/insights). Sends no cookies or identifiers,
 * and nothing under Global Privacy Control or Do Not Track.
 */
import trackedPath from 'virtual:tracked-path';
import { VISITS_PATH } from '#features/insights/contract/visits-path.ts';

/** Performance entry fields that the standard types lack. */
interface WebVitalEntry extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly interactionId: number;
}

const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean };

function sendBeacon(payload: { readonly page: string; readonly [name: string]: unknown }): void {
  if (trackedPath.test(payload.page)) navigator.sendBeacon(VISITS_PATH, JSON.stringify(payload));
}

let lastPage = '';

function trackPageView(origin?: Record<string, unknown>): void {
  const page = location.pathname;
  if (page === lastPage) return;
  lastPage = page;
  sendBeacon({
    page,
    viewportWidth: innerWidth,
    // The first use of Intl blocks the page for 20 ms.
    timeZone: globalThis.Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...origin,
  });
}

function getTrafficSource(): Record<string, unknown> {
  const query = new URLSearchParams(location.search);
  return {
    referrerHost: document.referrer && new URL(document.referrer).host,
    utmSource: query.get('utm_source'),
    utmMedium: query.get('utm_medium'),
    utmCampaign: query.get('utm_campaign'),
  };
}

/** Reports the page's web vitals once: when it is hidden or replaced by another page. */
function measureWebVitals(page: string): () => void {
  let lcp: number | undefined;
  let inp: number | undefined;
  let cls: number | undefined;
  let windowScore = 0;
  let windowStart = 0;
  let lastShift = 0;
  const flushes: (() => void)[] = [];
  /** Browsers ignore entry types that they don't support. */
  const observe = (type: string, handle: (entry: WebVitalEntry) => void) => {
    const observer = new PerformanceObserver(list => (list.getEntries() as WebVitalEntry[]).forEach(handle));
    observer.observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
    flushes.push(() => (observer.takeRecords() as WebVitalEntry[]).forEach(handle));
  };
  observe('largest-contentful-paint', ({ startTime }) => (lcp = startTime));
  observe('event', ({ interactionId, duration }) => {
    if (interactionId) inp = Math.max(inp ?? 0, duration);
  });
  // The worst session window: gaps under one second, five seconds in total (web.dev, CLS).
  if (PerformanceObserver.supportedEntryTypes.includes('layout-shift')) cls = 0;
  observe('layout-shift', ({ value, hadRecentInput, startTime }) => {
    if (hadRecentInput) return;
    if (startTime - lastShift > 1000 || startTime - windowStart > 5000) {
      windowScore = 0;
      windowStart = startTime;
    }
    lastShift = startTime;
    windowScore += value;
    cls = Math.max(cls ?? 0, windowScore);
  });
  return () => {
    for (const flush of flushes) flush();
    sendBeacon({ page, lcp, inp, cls });
    // An empty path isn't counted, so nothing is sent again.
    page = '';
  };
}

function startTracking(flushes?: () => void): void {
  trackPageView(getTrafficSource());
  const handleNavigation = () => {
    if (location.pathname !== lastPage) flushes?.();
    trackPageView();
  };
  const push = history.pushState.bind(history);
  history.pushState = (...entry) => {
    push(...entry);
    handleNavigation();
  };
  addEventListener('popstate', handleNavigation);
  // A page restored from the back/forward cache counts as a new view.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    lastPage = '';
    trackPageView();
  });
  if (flushes) addEventListener('visibilitychange', () => document.hidden && flushes());
}

/** Starts when the browser is idle, or soon after if it can't report that. */
const whenIdle = globalThis.requestIdleCallback ?? setTimeout;

if (!globalPrivacyControl && doNotTrack !== '1') {
  // Prerendered and background pages count once visible; their load times are meaningless then.
  if (document.hidden) addEventListener('visibilitychange', () => startTracking(), { once: true });
  else whenIdle(() => startTracking(measureWebVitals(location.pathname)));
}
