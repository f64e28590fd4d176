import Pdf from 'pdfkit';
import type { Font } from 'fontkit';
import type { TextStyle } from './typesetter.ts';

/** Records the drawing on the first page as an SVG, with the outlines of the glyphs. */
export class SvgPdf extends Pdf {
  readonly fonts = new Map<string, Font>();
  private readonly parts: string[] = [];
  private readonly outlines = new Map<string, string>();
  private isFirstPage = true;
  private fontName = '';
  private size = 0;
  private color = '#000';
  private shape = '';
  private strokeWidth = 1;

  override font(name: string): this {
    this.fontName = name;
    return super.font(name);
  }

  override fontSize(size: number): this {
    this.size = size;
    return super.fontSize(size);
  }

  override fillColor(color: TextStyle['color']): this {
    this.color = color;
    return this;
  }

  override addPage(options?: PDFKit.PDFDocumentOptions): PDFKit.PDFDocument {
    // The constructor adds the first page before the fields exist.
    if (this.parts) this.isFirstPage = false;
    return super.addPage(options);
  }

  override switchToPage(page = 0): PDFKit.PDFPage {
    this.isFirstPage = page === 0;
    return super.switchToPage(page);
  }

  override text(text: string, x?: unknown, y?: unknown, options?: PDFKit.Mixins.TextOptions): this {
    const font = this.fonts.get(this.fontName);
    if (!font) return this;
    const { glyphs, positions } = font.layout(text, options?.features ?? []);
    let pen = 0;
    const uses = glyphs.map((glyph, index) => {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
      const id = `${this.fontName} ${glyph.id}`;
      const outline = this.outlines.getOrInsertComputed(id, () => glyph.path.toSVG());
      const name = [...this.outlines.keys()].indexOf(id);
      const use = outline ? `<use href="#g${name}" x="${pen + xOffset}" y="${yOffset}"/>` : '';
      pen += xAdvance;
      return use;
    });
    const scale = this.size / font.unitsPerEm;
    this.add(
      `<g fill="${this.color}" transform="translate(${String(x)} ${String(y)}) scale(${scale} ${-scale})">${uses.join('')}</g>`,
    );
    return this;
  }

  override moveTo(x: number, y: number): this {
    this.shape = `M${x} ${y}`;
    return this;
  }

  override lineTo(x: number, y: number): this {
    this.shape += `L${x} ${y}`;
    return this;
  }

  override lineWidth(width: number): this {
    this.strokeWidth = width;
    return this;
  }

  override rect(x: number, y: number, width: number, height: number): this {
    this.shape += `M${x} ${y}h${width}v${height}h${-width}z`;
    return this;
  }

  override fill(color?: unknown): this {
    this.add(`<path d="${this.shape}" fill="${String(color)}"/>`);
    this.shape = '';
    return this;
  }

  override stroke(color?: unknown): this {
    this.add(`<path d="${this.shape}" stroke="${String(color)}" stroke-width="${this.strokeWidth}"/>`);
    this.shape = '';
    return this;
  }

  override image(source: unknown, x?: unknown, y?: unknown, options?: PDFKit.Mixins.ImageOption): this {
    const data = (source as Buffer).toString('base64');
    const { width, height } = options ?? {};
    this.add(
      `<image href="data:image/png;base64,${data}" x="${String(x)}" y="${String(y)}" width="${width}" height="${height}"/>`,
    );
    return this;
  }

  toSvg(width: number, height: number): string {
    const outlines = [...this.outlines.values()].map((path, index) => path && `<path id="g${index}" d="${path}"/>`);
    const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`;
    const paper = `<rect width="${width}" height="${height}" fill="#fff"/>`;
    return `${head}<defs>${outlines.join('')}</defs>${paper}${this.parts.join('')}</svg>`;
  }

  private add(part: string): void {
    if (this.isFirstPage) this.parts.push(part);
  }
}
