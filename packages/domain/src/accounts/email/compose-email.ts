import type { Language } from '@cairn/contract/http/language'
import type { EmailBlock, EmailContent } from './email-block.ts'
import type { EmailMessage } from './email-delivery.ts'
import { renderHtml } from './render-html.ts'
import { type EmailWords, english } from './words/english.ts'
import { german } from './words/german.ts'

/** An email as plain text: a paragraph for each block, every address on a line of its own. */
function renderText({ blocks, footer }: EmailContent): string {
  const content = blocks.map(paragraphOf).join('\n\n')
  if (footer.length === 0) return `${content}\n`
  const lines = footer.map(({ text, url }) => (url === undefined ? text : `${text}: ${url}`))
  // Email programs hide what follows this line when they quote (RFC 3676, section 4.3).
  return `${content}\n\n-- \n${lines.join('\n')}\n`
}

function paragraphOf(block: EmailBlock): string {
  switch (block.kind) {
    case 'heading':
      return `${block.text}\n${'-'.repeat([...block.text].length)}`
    case 'text':
      return block.text
    case 'button':
      return `${block.text}:\n${block.url}`
    case 'facts':
      return block.rows.map(([name, value]) => `${name}: ${value}`).join('\n')
    case 'goals':
      return block.goals
        .map(({ title, url, notes }) =>
          [title, ...notes.map(({ text }) => `  ${text}`), `  ${url}`].join('\n'),
        )
        .join('\n\n')
    case 'list':
      return block.items.map((item) => `- ${item}`).join('\n')
  }
}

const words: Record<Language, EmailWords> = { en: english, de: german }

/** Returns the texts of emails in the language of the recipient. English if nothing tells the language. */
function wordsOf(language: Language | undefined): EmailWords {
  return words[language ?? 'en']
}

/** A person who gets an email. */
export type Recipient = {
  email: string
  /** Undefined if nothing tells it: the email is in English. */
  language?: Language | undefined
}

/**
 * An email with the same content as text and as HTML.
 *
 * @param contentIn  Writes it with the words of the recipient's language.
 */
export function composeEmail(
  message: Omit<EmailMessage, 'to' | 'subject' | 'text' | 'html'>,
  { email: to, language = 'en' }: Recipient,
  contentIn: (words: EmailWords) => EmailContent,
): EmailMessage {
  const content = contentIn(wordsOf(language))
  const { subject } = content
  return { ...message, to, subject, text: renderText(content), html: renderHtml(content, language) }
}
