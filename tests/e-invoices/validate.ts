// Validates our e-invoices with the official Schematron rules: npm run validate-e-invoices -- <folder> [count]
// The folder contains clones of the rules' repositories, which are not part of this one, in any place:
// ConnectingEurope/eInvoicing-EN16931, itplr-kosit/xrechnung-schematron and OpenPEPPOL/peppol-bis-invoice-3.
// Needs Java and Saxon-HE: the path in SAXON, or Debian's libsaxonhe-java. KEEP=1 keeps the files.
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import fc from 'fast-check';
import type { BillingDocument } from '#features/billing/contract/documents.ts';
import { listMissingEInvoiceData, toEInvoice } from '#features/billing/rules/e-invoices.ts';
import { type EInvoiceFormat, eInvoiceFormats } from '#features/e-invoices/contract/constants.ts';
import { writeEInvoice } from '#features/e-invoices/rules/write-e-invoice.ts';
import { parseXml, type XmlElement } from '#platform/text/parse-xml.ts';
import { anyCompleteDocument } from '../support/e-invoice-arbitrary.ts';
import { sampleInvoices } from '../support/e-invoice-samples.ts';

const [folder, count = '1000'] = process.argv.slice(2);
if (folder === undefined) throw new Error('Give the folder with the official Schematron files.');
const saxon = process.env.SAXON ?? '/usr/share/java/Saxon-HE.jar';

const CEN_UBL = 'EN16931-UBL-validation-preprocessed.sch';
const CEN_CII = 'EN16931-CII-validation-preprocessed.sch';
const rulesOf: Readonly<Record<EInvoiceFormat, readonly string[]>> = {
  factur_x: [CEN_CII],
  xrechnung_ubl: [CEN_UBL, 'XRechnung-UBL-validation.sch'],
  xrechnung_cii: [CEN_CII, 'XRechnung-CII-validation.sch'],
  peppol_bis: [CEN_UBL, 'PEPPOL-EN16931-UBL.sch'],
};

const work = mkdtempSync(join(tmpdir(), 'e-invoices-'));
let failures = 0;
for (const format of eInvoiceFormats) {
  const inputs = join(work, format);
  mkdirSync(inputs);
  const isComplete = (document: BillingDocument) => listMissingEInvoiceData(document, format).length === 0;
  const random = fc.sample(anyCompleteDocument.filter(isComplete), { numRuns: Number(count), seed: 16_931 });
  const complete = [...sampleInvoices().filter(isComplete), ...random];
  for (const [index, document] of complete.entries()) {
    writeFileSync(join(inputs, `${index}.xml`), writeEInvoice(toEInvoice(document, format), format));
  }
  for (const name of rulesOf[format]) {
    const results = join(work, `${format}-${name}`);
    const stylesheet = join(work, `${name}.xsl`);
    writeFileSync(stylesheet, compile(findRules(name)));
    mkdirSync(results);
    execFileSync('java', [
      '-cp',
      saxon,
      'net.sf.saxon.Transform',
      `-s:${inputs}`,
      `-o:${results}`,
      `-xsl:${stylesheet}`,
    ]);
    const counts = new Map<string, string[]>();
    let checked = 0;
    for (const file of readdirSync(results)) {
      const output = parse(readFileSync(join(results, file), 'utf8'));
      checked += Number(output.attributes.fired);
      for (const { attributes, text } of output.children) {
        const key = `${attributes.flag} ${attributes.id}: ${text.replaceAll(/\s+/g, ' ').trim()}`;
        counts.set(key, [...(counts.get(key) ?? []), file]);
      }
    }
    const errors = [...counts].filter(([key]) => /^(?:fatal|error)/.test(key));
    failures += errors.length;
    console.log(
      `${format}, ${name}: ${complete.length} documents, ${checked} assertions, ${errors.length} rules broken`,
    );
    for (const [key, files] of counts)
      console.log(`  ${files.length} × ${key} (such as ${join(inputs, files[0] ?? '')})`);
  }
}
if (failures === 0 && process.env.KEEP === undefined) rmSync(work, { recursive: true });
process.exitCode = failures === 0 ? 0 : 1;

function findRules(name: string): string {
  const [found] = globSync(`**/${name}`, { cwd: folder });
  if (found === undefined) throw new Error(`${name} is not in ${folder}.`);
  return resolve(folder ?? '', found);
}

function parse(xml: string): XmlElement {
  return parseXml(xml, (problem, line) => new Error(`${problem} near line ${line}`));
}

/** Compiles a Schematron file to a stylesheet, whose output has an element for each broken rule. */
function compile(file: string): string {
  const schema = parse(readFileSync(file, 'utf8'));
  const parts = schema.children.flatMap(part =>
    part.name === 'include' ? [parse(readFileSync(join(dirname(file), part.attributes.href ?? ''), 'utf8'))] : [part],
  );
  const xs = ['xmlns:xs', 'http://www.w3.org/2001/XMLSchema'] as const;
  const xsl = ['xmlns:xsl', 'http://www.w3.org/1999/XSL/Transform'] as const;
  const declared = Object.entries(schema.attributes).filter(([key]) => key.startsWith('xmlns:'));
  const prefixes = parts
    .filter(({ name }) => name === 'ns')
    .map(({ attributes: { prefix = '', uri = '' } }) => [`xmlns:${prefix}`, uri] as const);
  const namespaces = Object.entries(Object.fromEntries([...declared, ...prefixes, xs, xsl])).map(
    ([key, uri]) => `${key}="${escapeXml(uri)}"`,
  );
  const patterns = parts.filter(({ name }) => name === 'pattern');
  const variables = [...parts, ...patterns.flatMap(({ children }) => children)].filter(({ name }) => name === 'let');
  const templates = patterns.map((pattern, index) => {
    const rules = pattern.children.filter(({ name }) => name === 'rule');
    return rules.map((rule, place) => compileRule(rule, `m${index}`, rules.length - place)).join('\n');
  });
  const modes = patterns.map((_pattern, index) => {
    return `<xsl:template match="@*|*" mode="m${index}" priority="-5"><xsl:apply-templates select="@*|*" mode="m${index}"/></xsl:template><xsl:template match="text()" mode="m${index}"/>`;
  });
  return `<xsl:stylesheet version="2.0" ${namespaces.join(' ')}>
${parts
  .filter(({ name }) => /(?:^|:)function$/.test(name))
  .map(copyXsl)
  .join('\n')}
${variables.map(({ attributes: { name = '', value = '' } }) => `<xsl:variable name="${name}" select="${escapeXml(value)}"/>`).join('\n')}
${modes.join('\n')}
${templates.join('\n')}
<xsl:template match="/">
  <xsl:variable name="all" as="element()*">${patterns.map((_pattern, index) => `<xsl:apply-templates select="/" mode="m${index}"/>`).join('')}</xsl:variable>
  <results fired="{sum($all[self::fired]/@count)}"><xsl:copy-of select="$all[self::broken]"/></results>
</xsl:template>
${patterns.map((_pattern, index) => `<xsl:template match="/" mode="m${index}" priority="-4"><xsl:apply-templates select="*" mode="m${index}"/></xsl:template>`).join('\n')}
</xsl:stylesheet>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function compileRule({ attributes, children }: XmlElement, mode: string, priority: number): string {
  const checks = children.filter(({ name }) => name === 'assert' || name === 'report');
  const body = children.map(({ name, attributes: own, text }) => {
    const test = escapeXml(own.test ?? '');
    if (name === 'let') return `<xsl:variable name="${own.name ?? ''}" select="${escapeXml(own.value ?? '')}"/>`;
    if (name !== 'assert' && name !== 'report') return '';
    const broken = name === 'assert' ? `not(${test})` : test;
    return `<xsl:if test="${broken}"><broken flag="${own.flag ?? own.role ?? 'fatal'}" id="${own.id ?? ''}">${escapeXml(text)}</broken></xsl:if>`;
  });
  return `<xsl:template match="${escapeXml(attributes.context ?? '')}" mode="${mode}" priority="${priority}">
<fired count="${checks.length}"/>
${body.join('\n')}
<xsl:apply-templates select="@*|*" mode="${mode}"/>
</xsl:template>`;
}

/** Returns an element of XSLT with this stylesheet's prefix. */
function copyXsl({ name, attributes, children, text }: XmlElement): string {
  const tag = `xsl:${name.replace('xsl:', '')}`;
  const own = Object.entries(attributes).filter(([key]) => key !== 'xmlns' && key !== 'xmlns:xsl');
  return `<${tag}${own.map(([key, value]) => ` ${key}="${escapeXml(value)}"`).join('')}>${escapeXml(text.trim())}${children.map(copyXsl).join('')}</${tag}>`;
}
