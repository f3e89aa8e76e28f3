import type { Language } from '@cairn/contract/http/language'
import type { EmailContent } from './email-block.ts'
import type { EmailMessage } from './email-delivery.ts'
import { renderHtml } from './render-html.ts'
import { renderText } from './render-text.ts'
import type { EmailWords } from './words/english.ts'
import { wordsOf } from './words/words-of.ts'

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
