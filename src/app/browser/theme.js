// Runs before the first paint, inlined into every page, so that neither theme, fonts nor greeting change in front of the reader.
(root => {
  let theme;
  let session;
  try {
    theme = localStorage.getItem('theme');
    session = localStorage.getItem('session');
  } catch {}
  root.classList.add(theme === 'light' ? 'light' : 'dark');
  if (session) root.classList.add('signed-in');

  // What may wait for the first paint, and for the fonts (base.css); unless the reader arrives in the middle of the page.
  const arrival = performance.getEntriesByType('navigation')[0]?.type;
  root.classList.add('unpainted');
  if (arrival === 'navigate' && !location.hash) root.classList.add('partial');

  // Who comes from a page of ours, or back to this one, has the fonts (bootstrap.ts): they are there from the first paint.
  if (arrival !== 'navigate' || document.referrer.startsWith(`${location.origin}/`)) {
    const [sheet, ...files] = document.currentScript.dataset.fonts.split(' ');
    const link = attributes => document.head.append(Object.assign(document.createElement('link'), attributes));
    for (const href of files) link({ rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href });
    link({ rel: 'stylesheet', blocking: 'render', href: sheet });
  }
})(document.documentElement);
