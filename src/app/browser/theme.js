// Runs before the first paint, inlined into every page: decides the theme so that the other one never flashes.
(root => {
  let theme;
  try {
    theme = localStorage.getItem('theme');
  } catch {}
  root.classList.add(theme === 'light' ? 'light' : 'dark');
})(document.documentElement);
