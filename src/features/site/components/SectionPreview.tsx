import Monitor from 'lucide-react/icons/monitor';
import Smartphone from 'lucide-react/icons/smartphone';
import { type RefObject, useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { dashboardPaths } from '#shared/dashboard-paths.ts';

/** The screens that the preview imitates, with their width in CSS pixels. */
const screens = {
  phone: { width: 390, label: 'Phone view', Icon: Smartphone },
  desktop: { width: 1280, label: 'Desktop view', Icon: Monitor },
} as const;
type Width = keyof typeof screens;

/** Delay of the preview update after typing, in milliseconds. */
const DEBOUNCE_MS = 450;

const stateMessages = {
  loading: 'Updating…',
  ready: '',
  invalid: 'Fix the errors to update the preview',
  failed: 'Couldn’t update the preview',
} as const;
type PreviewState = keyof typeof stateMessages;

export interface PreviewHandle {
  /** Schedules a preview update after a change. */
  readonly scheduleUpdate: () => void;
}

interface DocumentPreviewProps {
  /** Reads the current form. */
  read: () => FormData;
  /** Pages that show the section, by label. */
  pages: Readonly<Record<string, string>>;
  handle: RefObject<PreviewHandle | null>;
}

/**
 * Previews a public page with the form's content. Each update loads a new frame that replaces the previous one once
 * loaded, which avoids flicker, keeps the scroll position and adds no browser history.
 */
export function SectionPreview({ read, pages, handle }: DocumentPreviewProps) {
  const [page, setPage] = useState(Object.values(pages)[0] ?? '');
  const [width, setWidth] = useState<Width>('desktop');
  const [state, setState] = useState<PreviewState>('loading');
  const stage = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const show = useCallback(() => {
    if (!stage.current) return;
    setState('loading');
    submitPreview(stage.current, read(), page, setState);
  }, [read, page]);
  const scheduleUpdate = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(show, DEBOUNCE_MS);
  }, [show]);
  useImperativeHandle(handle, () => ({ scheduleUpdate }), [scheduleUpdate]);
  useEffect(() => {
    show();
    return () => clearTimeout(timer.current);
  }, [show]);
  useEffect(() => {
    const box = stage.current;
    if (!box) return undefined;
    const observer = new ResizeObserver(() => scaleFrames(box, width));
    observer.observe(box);
    scaleFrames(box, width);
    return () => observer.disconnect();
  }, [width]);

  const tool =
    'grid size-11 place-items-center rounded-control text-ink-soft hover:bg-raised aria-pressed:bg-accent-wash aria-pressed:text-ink';
  return (
    <section aria-label="Preview" className="flex h-full min-h-[32rem] flex-col">
      <div className="flex items-center justify-between gap-3 pb-2">
        {Object.keys(pages).length > 1 ? (
          <select
            aria-label="Preview page"
            className="field max-w-44"
            value={page}
            onChange={event => setPage(event.target.value)}
          >
            {Object.entries(pages).map(([name, path]) => (
              <option key={path} value={path}>
                {name}
              </option>
            ))}
          </select>
        ) : (
          <p className="meta">{Object.keys(pages)[0]}</p>
        )}
        <output className="meta flex-1 truncate text-right">{stateMessages[state]}</output>
        <div className="hidden shrink-0 gap-1 sm:flex">
          {Object.entries(screens).map(([name, { label, Icon }]) => (
            <button
              key={name}
              type="button"
              aria-pressed={width === name}
              aria-label={label}
              className={tool}
              onClick={() => setWidth(name as Width)}
            >
              <Icon className="size-4.5" aria-hidden="true" />
            </button>
          ))}
        </div>
      </div>
      <div
        ref={stage}
        data-width={width}
        className="relative flex-1 overflow-hidden rounded-picture border border-rule bg-sunken"
      />
    </section>
  );
}

/** Lays out the frames at full width, scaled down to fit. */
function scaleFrames(stage: HTMLElement, width: Width): void {
  const fullWidth = screens[width].width;
  const scale = Math.min(1, stage.clientWidth / fullWidth);
  for (const frame of stage.querySelectorAll('iframe')) {
    Object.assign(frame.style, {
      width: `${fullWidth}px`,
      height: `${stage.clientHeight / scale}px`,
      transform: `translateX(${Math.max(0, (stage.clientWidth - fullWidth * scale) / 2)}px) scale(${scale})`,
    });
  }
}

let frames = 0;

/** Submits the form to the preview route in a hidden frame, shown once loaded. */
function submitPreview(stage: HTMLElement, data: FormData, page: string, onLoad: (state: PreviewState) => void): void {
  frames += 1;
  const previous = stage.querySelector<HTMLIFrameElement>('iframe[data-shown]');
  for (const frame of stage.querySelectorAll('iframe:not([data-shown])')) frame.remove();
  const frame = Object.assign(document.createElement('iframe'), {
    name: `preview-${frames}`,
    title: 'Page preview',
    className: 'invisible absolute top-0 left-0 origin-top-left border-0 bg-ground',
  });
  stage.append(frame);
  scaleFrames(stage, stage.dataset.width === 'phone' ? 'phone' : 'desktop');
  frame.addEventListener('load', () => {
    const frameDocument = frame.contentDocument;
    // The frame's initial empty document.
    if (frameDocument?.URL === 'about:blank') return;
    // The browser's own error page.
    if (!frameDocument) {
      frame.remove();
      onLoad('failed');
      return;
    }
    const isInvalid = 'waits' in frameDocument.documentElement.dataset;
    // If the form is invalid, keep the previous preview.
    if (isInvalid && previous) frame.remove();
    else {
      disableInteraction(frameDocument);
      frame.contentWindow?.scrollTo(0, previous?.contentWindow?.scrollY ?? 0);
      frame.dataset.shown = '';
      frame.classList.remove('invisible');
      previous?.remove();
    }
    onLoad(isInvalid ? 'invalid' : 'ready');
  });
  data.set('page', page);
  const form = Object.assign(document.createElement('form'), {
    method: 'post',
    action: dashboardPaths.sitePreview,
    target: frame.name,
    hidden: true,
  });
  for (const [name, value] of data) {
    if (typeof value !== 'string') continue;
    // A textarea keeps line breaks, which an input would strip.
    const field = Object.assign(document.createElement('textarea'), { name, value });
    form.append(field);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}

/** Disables links and controls in the preview. Its theme follows the dashboard's. */
function disableInteraction(shown: Document): void {
  const stop = (event: Event) => {
    if (event.target instanceof Node && (event.target as Element).closest?.('a,button,input,select')) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  shown.addEventListener('click', stop, true);
  shown.addEventListener('submit', event => event.preventDefault(), true);
}
