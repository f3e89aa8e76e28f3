/** The pages that show emails to developers. Everything in an email is data. */
import { escapeHtml } from '@cairn/domain/email/escape-html'
import type { KeptEmail } from './mailbox.ts'

const style = `
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5 }
body { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem }
table { width: 100%; border-collapse: collapse }
td { padding: .5rem .5rem .5rem 0; border-top: 1px solid #8886; vertical-align: top; overflow-wrap: anywhere }
dt { float: left; width: 6rem; opacity: .7 } dd { margin: 0 0 0 6rem; overflow-wrap: anywhere }
nav a { margin-right: 1rem } a[aria-current] { font-weight: bold; text-decoration: none; color: inherit }
iframe { width: 100%; height: 70vh; border: 1px solid #8886; margin-top: 1rem }
pre { white-space: pre-wrap; overflow-wrap: anywhere }
small { opacity: .7 }`

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
${body}
</body>
</html>
`
}

/** All emails, newest first. It loads itself again, so that a new email appears. */
export function listPage(emails: readonly KeptEmail[]): string {
  const rows = emails.map(
    ({ id, at, message }) =>
      `<tr><td><a href="/dev/mail/${id}">${escapeHtml(message.subject)}</a><br><small>${escapeHtml(message.to)}</small></td><td><small>${at.toISOString()}</small></td></tr>`,
  )
  const content =
    rows.length === 0 ? '<p>No email yet. This page shows new ones.</p>' : `<table>${rows.join('\n')}</table>`
  return page('Emails', `<h1>Emails</h1>\n${content}`, '<meta http-equiv="refresh" content="5">\n')
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
    ['Sent', at.toISOString()],
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
