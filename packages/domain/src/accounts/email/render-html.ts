/**
 * An email as HTML, as email programs need it: tables for the layout, styles on each element, nothing loaded, at most 600
 * pixels wide. Light colors are on the elements; programs that know `prefers-color-scheme` apply the dark ones. The colors are those of
 * the web app (`packages/web/src/presentation/styles/theme.css`).
 */
import type { Language } from '@cairn/contract/http/language'
import type { EmailBlock, EmailContent, EmailGoal, Tone } from './email-block.ts'
import { escapeHtml } from './escape-html.ts'

const font = "font-family:-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"

/** Light and dark color of each class. */
const colors = {
  paper: ['background-color', '#f7f6f3', '#171613'],
  surface: ['background-color', '#ffffff', '#1f1e1a'],
  line: ['border-color', '#e2ded6', '#35322c'],
  ink: ['color', '#1f1d1a', '#ece9e2'],
  soft: ['color', '#55514a', '#bdb8ad'],
  faint: ['color', '#67625a', '#a29d92'],
  link: ['color', '#2b5a86', '#93bce6'],
  button: ['background-color', '#2b5a86', '#93bce6'],
  stone: ['background-color', '#55514a', '#bdb8ad'],
  'button-text': ['color', '#ffffff', '#0f1e2d'],
  good: ['color', '#1b6540', '#86d3a6'],
  warn: ['color', '#7d4c00', '#ecc078'],
  bad: ['color', '#9c2f1d', '#f4a294'],
} as const

type Color = keyof typeof colors

const darkRules = Object.entries(colors)
  .map(([name, [property, , dark]]) => `.${name}{${property}:${dark}!important}`)
  .join('')

/** The attributes of an element with these colors and styles. */
function styled(names: readonly Color[], ...styles: string[]): string {
  const light = names.map((name) => `${colors[name][0]}:${colors[name][1]}`)
  return `class="${names.join(' ')}" style="${[...light, ...styles].join(';')}"`
}

const table = '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"'

export function renderHtml({ subject, preview, blocks, footer }: EmailContent, language: Language): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>:root{color-scheme:light dark;supported-color-schemes:light dark}a{text-decoration:underline}@media (prefers-color-scheme:dark){${darkRules}}</style>
</head>
<body ${styled(['paper'], 'margin:0', 'padding:0', '-webkit-text-size-adjust:100%')}>
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
${table} ${styled(['paper'])}><tr><td align="center" style="padding:24px 12px">
${table} style="max-width:600px">
<tr><td style="padding:0 4px 12px">${markHtml()}</td></tr>
<tr><td ${styled(['surface', 'line'], 'border-width:1px', 'border-style:solid', 'border-radius:12px', 'padding:24px 24px 8px')}>
${blocks.map(blockHtml).join('\n')}
</td></tr>
<tr><td style="padding:16px 4px 0">
${footer.map(footerHtml).join('\n')}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}

const looseTable = '<table role="presentation" cellpadding="0" cellspacing="0" border="0"'

/** The mark of the app, a cairn of three stones, as colored cells: email programs show no SVG, and ask before they load a picture. */
function markHtml(): string {
  const stones = [stoneHtml('button', 9, 7), stoneHtml('stone', 16, 6), stoneHtml('stone', 24, 7)]
  return `${looseTable}><tr><td style="padding:0 10px 0 0;vertical-align:middle">${looseTable} aria-hidden="true">${stones.join('')}</table></td><td ${styled(['ink'], font, 'font-size:18px', 'font-weight:600', 'vertical-align:middle')}>Cairn</td></tr></table>`
}

function stoneHtml(color: Color, width: number, height: number): string {
  const size = [`width:${width}px`, `height:${height}px`, `border-radius:${width / 2}px/${height / 2}px`]
  return `<tr><td align="center" style="padding:0 0 2px;font-size:0;line-height:0"><div ${styled([color], ...size)}></div></td></tr>`
}

const wrapped = 'overflow-wrap:anywhere;word-break:break-word'

function paragraph(color: Color, content: string, ...styles: string[]): string {
  return `<p ${styled([color], font, 'font-size:16px', 'line-height:24px', 'margin:0 0 16px', wrapped, ...styles)}>${content}</p>`
}

function blockHtml(block: EmailBlock): string {
  switch (block.kind) {
    case 'heading':
      return `<h2 ${styled(['ink'], font, 'font-size:18px', 'line-height:26px', 'font-weight:600', 'margin:8px 0 12px')}>${escapeHtml(block.text)}</h2>`
    case 'text':
      return paragraph('ink', escapeHtml(block.text))
    case 'button':
      return buttonHtml(block)
    case 'facts':
      return `${table} style="margin:0 0 16px">${block.rows.map(factHtml).join('')}</table>`
    case 'goals':
      return block.goals.map(goalHtml).join('\n')
    case 'list':
      return `${table} style="margin:0 0 16px">${block.items.map(itemHtml).join('')}</table>`
  }
}

/** A link in a colored cell, which every email program shows as a button. */
function buttonHtml({ text, url }: { text: string; url: string }): string {
  const link = `<a href="${escapeHtml(url)}" ${styled(['button-text'], font, 'display:inline-block', 'font-size:16px', 'line-height:24px', 'font-weight:600', 'padding:10px 20px', 'text-decoration:none')}>${escapeHtml(text)}</a>`
  return `${looseTable} style="margin:0 0 16px"><tr><td ${styled(['button'], 'border-radius:8px')}>${link}</td></tr></table>`
}

function factHtml([name, value]: readonly [string, string]): string {
  const cell = [font, 'font-size:16px', 'line-height:24px', 'padding:2px 0', 'vertical-align:top']
  return `<tr><td ${styled(['soft'], ...cell, 'padding-right:16px', 'white-space:nowrap')}>${escapeHtml(name)}</td><td width="100%" ${styled(['ink'], ...cell, wrapped)}>${escapeHtml(value)}</td></tr>`
}

const toneColors: Record<Tone, Color> = { good: 'good', warn: 'warn', bad: 'bad' }

function goalHtml({ title, url, notes }: EmailGoal): string {
  const link = `<a href="${escapeHtml(url)}" ${styled(['link'], font, 'font-size:16px', 'line-height:24px', 'font-weight:600')}>${escapeHtml(title)}</a>`
  const lines = notes.map(
    ({ text, tone }) =>
      `<br><span ${styled([tone ? toneColors[tone] : 'soft'], font, 'font-size:14px', 'line-height:22px')}>${escapeHtml(text)}</span>`,
  )
  return paragraph('ink', `${link}${lines.join('')}`)
}

function itemHtml(item: string): string {
  const cell = [font, 'font-size:15px', 'line-height:22px', 'padding:3px 0', 'vertical-align:top']
  return `<tr><td ${styled(['faint'], ...cell, 'padding-right:8px')}>•</td><td width="100%" ${styled(['ink'], ...cell, wrapped)}>${escapeHtml(item)}</td></tr>`
}

function footerHtml({ text, url }: EmailContent['footer'][number]): string {
  const style = styled([url === undefined ? 'faint' : 'link'], font, 'font-size:13px', 'line-height:20px')
  const content =
    url === undefined
      ? `<span ${style}>${escapeHtml(text)}</span>`
      : `<a href="${escapeHtml(url)}" ${style}>${escapeHtml(text)}</a>`
  return `<div style="padding:0 0 4px">${content}</div>`
}
