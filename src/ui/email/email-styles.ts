/** The site's colors in sRGB for email clients: the tokens of `ui/styles/tokens.css`. */
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

/** Attributes of a table that only places its content, as email clients need them. */
export const layoutTable = { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0 } as const;

/** System fonts: an email loads nothing. */
export const fonts = {
  display: "'Helvetica Neue', Helvetica, Arial, sans-serif",
  text: "Georgia, 'Times New Roman', serif",
  mono: "Menlo, Consolas, 'Courier New', monospace",
} as const;

const text = `font-family:${fonts.text};font-size:17px;line-height:27px`;
const heading = `font-family:${fonts.display};font-weight:700;letter-spacing:-0.3px`;
const { light } = colors;

/** Inline styles of long text by element. Text color is inherited. */
export const textStyles: Readonly<Record<string, string>> = {
  p: `margin:0 0 18px;${text}`,
  h2: `margin:32px 0 14px;${heading};font-size:22px;line-height:28px`,
  h3: `margin:28px 0 12px;${heading};font-size:18px;line-height:24px`,
  h4: `margin:24px 0 10px;${heading};font-size:16px;line-height:22px`,
  ul: `margin:0 0 18px;padding:0 0 0 24px;${text}`,
  ol: `margin:0 0 18px;padding:0 0 0 24px;${text}`,
  li: 'margin:0 0 6px',
  blockquote: `margin:0 0 18px;padding:0 0 0 16px;border-left:3px solid ${light.rule}`,
  pre: `margin:0 0 18px;padding:14px 16px;border:1px solid ${light.rule};border-radius:3px;overflow-x:auto;font-size:14px;line-height:21px`,
  code: `font-family:${fonts.mono};font-size:14px`,
  img: 'display:block;max-width:100%;height:auto;border:0',
  figure: 'margin:0 0 18px',
  figcaption: `margin:8px 0 0;font-family:${fonts.display};font-size:13px;line-height:20px`,
  table: `width:100%;margin:0 0 18px;border-collapse:collapse;font-family:${fonts.display};font-size:15px;line-height:22px`,
  th: `padding:8px 10px;border-bottom:2px solid ${light.rule};text-align:left`,
  td: `padding:8px 10px;border-bottom:1px solid ${light.rule};text-align:left`,
  hr: `margin:28px 0;border:0;border-top:1px solid ${light.rule}`,
  a: `color:${light.accent};text-decoration:underline`,
};

/** Classes of these elements for dark mode. */
export const textClasses: Readonly<Record<string, string>> = {
  a: 'accent',
  blockquote: 'rule',
  pre: 'rule',
  th: 'rule',
  td: 'rule',
  hr: 'rule',
};
