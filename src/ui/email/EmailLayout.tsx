import type { ReactNode } from 'react';
import type { EmailSite } from '#shared/emails.ts';
// Layout cells need no label.
/* oxlint-disable jsx-a11y/control-has-associated-label */
import { colors, fonts, layoutTable } from './email-styles.ts';

/**
 * Styles for dark mode and narrow screens. Clients without media queries show the light inline styles; the classes
 * exist only for these rules.
 */
const styleSheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .ground { background-color: ${colors.dark.ground} !important; }
  .ink, .ink h1, .ink p, .ink strong { color: ${colors.dark.ink} !important; }
  .soft, .soft a, .ink .soft, .ink .soft a { color: ${colors.dark.soft} !important; }
  .rule { border-color: ${colors.dark.rule} !important; }
  .ink .accent { color: ${colors.dark.accent} !important; }
  .button td { background-color: ${colors.dark.accent} !important; }
  .button a { color: ${colors.dark.onAccent} !important; }
}
@media (max-width: 479px) { .margin { padding-left: 20px !important; padding-right: 20px !important; } }
`;

/** Layout of every email: preheader, site name, content, and sender in the footer. */
export function EmailLayout(props: {
  subject: string;
  preheader: string;
  /** BCP 47. */
  language?: string | undefined;
  site: EmailSite;
  children: ReactNode;
}) {
  const { site, language = 'en' } = props;
  // A fixed layout keeps long words and code from widening the column.
  const fixedColumn = {
    maxWidth: '560px',
    tableLayout: 'fixed',
    textAlign: 'left',
    wordBreak: 'break-word',
    overflowWrap: 'break-word',
  } as const;
  const padding = { paddingLeft: '32px', paddingRight: '32px' };
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>{props.subject}</title>
        <style dangerouslySetInnerHTML={{ __html: styleSheet }} />
      </head>
      <body className="ground" style={{ margin: 0, padding: 0, backgroundColor: colors.light.ground }}>
        <div className="preheader" style={{ display: 'none', overflow: 'hidden', maxHeight: 0, opacity: 0 }}>
          {props.preheader}
          {/* Keeps the following text out of the inbox preview. */}
          {'\u034f\u00a0'.repeat(60)}
        </div>
        <table {...layoutTable} width="100%" className="ground" style={{ tableLayout: 'fixed' }}>
          <tbody>
            <tr>
              <td align="center" style={{ padding: '32px 0' }}>
                <table {...layoutTable} width="100%" style={fixedColumn}>
                  <tbody>
                    <tr>
                      <td className="margin" style={padding}>
                        <p
                          className="ink rule site-name"
                          style={{
                            margin: '0 0 32px',
                            padding: '0 0 14px',
                            borderBottom: `1px solid ${colors.light.rule}`,
                            color: colors.light.ink,
                            fontFamily: fonts.display,
                            fontSize: '15px',
                            fontWeight: 700,
                          }}
                        >
                          {site.name}
                        </p>
                      </td>
                    </tr>
                    <tr>
                      <td className="margin ink" style={padding}>
                        {props.children}
                      </td>
                    </tr>
                    <tr>
                      <td className="margin" style={padding}>
                        <p
                          className="soft rule foot"
                          style={{
                            margin: '40px 0 0',
                            padding: '14px 0 0',
                            borderTop: `1px solid ${colors.light.rule}`,
                            color: colors.light.soft,
                            fontFamily: fonts.display,
                            fontSize: '13px',
                            lineHeight: '20px',
                          }}
                        >
                          {site.name}
                          {site.address && (
                            <>
                              <br />
                              {site.address}
                            </>
                          )}
                          <br />
                          <a href={site.url} style={{ color: colors.light.soft }}>
                            {site.url}
                          </a>
                        </p>
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  );
}
