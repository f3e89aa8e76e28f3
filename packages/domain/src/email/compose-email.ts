import type { EmailContent } from './email-block.ts'
import type { EmailMessage } from './email-delivery.ts'
import { renderHtml } from './render-html.ts'
import { renderText } from './render-text.ts'

/** An email with the same content as text and as HTML. */
export function composeEmail(
  message: Omit<EmailMessage, 'subject' | 'text' | 'html'>,
  content: EmailContent,
): EmailMessage {
  const { subject } = content
  return { ...message, subject, text: renderText(content), html: renderHtml(content) }
}
