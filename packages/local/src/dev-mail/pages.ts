/** The pages that show emails to developers. Everything in an email is data. */
import { escapeHtml } from '@cairn/domain/accounts/email/escape-html'
import type { KeptEmail } from './mailbox.ts'

/** The colors of the web app (`packages/web/src/presentation/styles/theme.css`). */
const style = `
:root { color-scheme: light dark; --paper: #f7f6f3; --surface: #fff; --line: #e2ded6; --ink: #1f1d1a; --soft: #55514a; --link: #2b5a86;
  font: 16px/1.5 system-ui, sans-serif }
@media (prefers-color-scheme: dark) { :root { --paper: #171613; --surface: #1f1e1a; --line: #35322c; --ink: #ece9e2; --soft: #bdb8ad; --link: #93bce6 } }
body { max-width: 46rem; margin: 0 auto; padding: 2.5rem 1rem; background: var(--paper); color: var(--ink) }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .5rem; overflow-wrap: anywhere }
p { margin: 0 0 1.5rem; color: var(--soft) } a { color: var(--link); text-underline-offset: .2em }
ol { list-style: none; margin: 0; padding: 0; background: var(--surface); border: 1px solid var(--line); border-radius: .75rem; overflow: hidden }
ol:empty, ol:not(:empty) + .empty { display: none } [role=status] { min-height: 1.5em; margin: 0 0 .5rem }
li + li { border-top: 1px solid var(--line) }
li a { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: .75rem 1rem; color: inherit; text-decoration: none; overflow-wrap: anywhere }
li a:hover { background: var(--paper) } li a:focus-visible { outline: 2px solid var(--link); outline-offset: -2px; border-radius: .75rem }
li strong { font-weight: 600; width: 100% } li span, time { color: var(--soft); font-size: .875rem }
dt { float: left; width: 7rem; color: var(--soft) } dd { margin: 0 0 0 7rem; overflow-wrap: anywhere } dl { margin: 1rem 0 }
nav a { display: inline-block; padding: .5rem 0; margin-right: 1.25rem } a[aria-current] { font-weight: 600; text-decoration: none; color: inherit }
iframe, pre { box-sizing: border-box; width: 100%; margin: .5rem 0 0; border: 1px solid var(--line); border-radius: .75rem; background: var(--surface) }
iframe { height: 70vh } pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 1rem }`

function page(title: string, body: string, head = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)}</title>
${head}<style>${style}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`
}

/** All emails, newest first. Its script shows new ones. */
export function listPage(emails: readonly KeptEmail[]): string {
  const rows = emails.map(
    ({ id, at, message }) =>
      `<li><a href="/dev/mail/${id}"><strong>${escapeHtml(message.subject)}</strong><span>${escapeHtml(message.to)}</span>${timeOf(at)}</a></li>`,
  )
  return page(
    'Mailbox',
    `<h1>Mailbox of this machine</h1>
<p>This Cairn has no mail service. Its emails appear here, and stay until it stops. <a href="/dev/mail">Load again</a></p>
<p role="status"></p>
<ol role="list">${rows.join('\n')}</ol>
<p class="empty">No email yet.</p>`,
    '<script src="/dev/mail/new-mail.js" defer></script>\n',
  )
}

function timeOf(at: Date): string {
  return `<time datetime="${at.toISOString()}">${momentOf(at)}</time>`
}

function momentOf(at: Date): string {
  const [day, time] = at.toISOString().split(/[T.]/)
  return `${day} ${time} UTC`
}

export const views = ['html', 'text'] as const
export type View = (typeof views)[number]

/** One email, as HTML in a frame that runs no script, or as text. */
export function emailPage({ id, at, message }: KeptEmail, view: View): string {
  const { kind, to, subject, text, html, unsubscribeUrl } = message
  const tabs = views.map(
    (name) =>
      `<a href="/dev/mail/${id}?view=${name}"${name === view ? ' aria-current="page"' : ''}>${name === 'html' ? 'HTML' : 'Text'}</a>`,
  )
  const content =
    view === 'text'
      ? `<pre>${escapeHtml(text)}</pre>`
      : `<iframe title="The email" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(inNewTabs(html))}"></iframe>`
  const facts = [
    ['To', to],
    ['Sent', momentOf(at)],
    ['Kind', kind],
    ...(unsubscribeUrl === undefined ? [] : [['Unsubscribe', unsubscribeUrl]]),
  ]
  const rows = facts.map(([name = '', value = '']) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`)
  return page(
    subject,
    `<p><a href="/dev/mail">All emails</a></p>
<h1>${escapeHtml(subject)}</h1>
<dl>${rows.join('')}</dl>
<nav>${tabs.join('')}</nav>
${content}`,
  )
}

/** The app does not let itself be framed, so links open in new tabs. */
function inNewTabs(html: string): string {
  return html.replace('<head>', '<head><base target="_blank">')
}

export function missingPage(): string {
  return page('No such email', '<h1>No such email</h1>\n<p><a href="/dev/mail">All emails</a></p>')
}
