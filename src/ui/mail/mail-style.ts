/** The site's colors as mail programs know them: the tokens of `app/styles/tokens.css` in sRGB. */
export const colors = {
  light: {
    ground: '#f9f6f1',
    ink: '#1f1b16',
    soft: '#5c564e',
    rule: '#d8d3ca',
    accent: '#00583c',
    onAccent: '#f7fcf9',
  },
  dark: { ground: '#14110e', ink: '#efeae1', soft: '#b5aea4', rule: '#383430', accent: '#62d6a6', onAccent: '#06170f' },
} as const;

/** Fonts that machines have: a mail loads nothing. */
export const fonts = {
  display: "'Helvetica Neue', Helvetica, Arial, sans-serif",
  text: "Georgia, 'Times New Roman', serif",
  mono: "Menlo, Consolas, 'Courier New', monospace",
} as const;
