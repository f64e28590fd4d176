// Runs before the first paint, inlined into every page, so that neither theme nor fonts change in front of the reader.
(root => {
  let theme;
  try {
    theme = localStorage.getItem('theme');
  } catch {}
  root.classList.add(theme === 'light' ? 'light' : 'dark');

  // Fonts that this visit has fetched (bootstrap.ts) are there from the first paint on.
  try {
    const [sheet, ...files] = sessionStorage.getItem('fonts').split(' ');
    const link = attributes => document.head.append(Object.assign(document.createElement('link'), attributes));
    for (const href of files) link({ rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href });
    link({ rel: 'stylesheet', blocking: 'render', href: sheet });
  } catch {}
})(document.documentElement);
