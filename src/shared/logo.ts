/**
 * The site's logo, as SVG path data in a square of 32 units: plots of land on a quay that form an F, the last one cut
 * by the curve of a harbor with a buoy in it.
 */
export const LOGO_PATH =
  'M4 4h7v24H4zM13 4h15v7H13zM13 13h15v1.03A15 15 0 0 0 14.03 28H13zM22 25a3 3 0 1 0 6 0a3 3 0 1 0-6 0z';
