/**
 * The page that a person sees instead of the program, if the program's request is not valid. The browser does not go on to an address
 * of the program: anybody can register one, and a link to us would lead there.
 */
import { createHash } from 'node:crypto'
import { languageOfHeader } from '@cairn/contract/http/language'
import { escapeHtml } from '@cairn/domain/accounts/email/escape-html'
import type { HttpResponse } from '../pipeline/event.ts'

export type Problem = {
  webOrigin: string
  /** The code of OAuth, such as `invalid_target`. */
  error: string
  /** For whoever writes the program, in English. */
  description?: string | undefined
  /** The `Accept-Language` of the browser. */
  languages?: string | undefined
}

const style = `body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/1.5 system-ui,sans-serif;color:#1d1b18;background:#faf9f7}
main{max-width:28rem;padding:2rem 1.25rem}h1{font-size:1.375rem;line-height:1.3;margin:0 0 .75rem}p{margin:0 0 1rem}
code{font:.875rem/1.5 ui-monospace,monospace;overflow-wrap:anywhere}a{color:inherit}
@media(prefers-color-scheme:dark){body{color:#f1efec;background:#171614}}`

const texts = {
  en: {
    title: 'This program’s request is not valid',
    text: 'The program has no access to Cairn. Start again in the program. If this page comes back, tell whoever makes it:',
    link: 'Open Cairn',
  },
  de: {
    title: 'Die Anfrage dieses Programms ist nicht gültig',
    text: 'Das Programm hat keinen Zugriff auf Cairn. Beginne noch einmal im Programm. Wenn diese Seite wiederkommt, sag es denen, die es herstellen:',
    link: 'Cairn öffnen',
  },
}

/** Returns the page as HTML, in the language that the browser prefers. */
export function problemPage({ webOrigin, error, description = '', languages }: Problem): string {
  const language = languageOfHeader(languages) ?? 'en'
  const { title, text, link } = texts[language]
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} · Cairn</title><style>${style}</style></head>
<body><main><h1>${title}</h1><p>${text}</p><p><code lang="en">${escapeHtml(error)}${description && escapeHtml(`: ${description}`)}</code></p><p><a href="${escapeHtml(webOrigin)}">${link}</a></p></main></body></html>`
}

const styleHash = createHash('sha256').update(style).digest('base64')

/** The headers with which a browser shows the page as it is meant, and runs nothing in it. */
export const problemPageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
}

export function problemResponse(problem: Problem): HttpResponse {
  return { statusCode: 400, headers: problemPageHeaders, body: problemPage(problem) }
}
