import type { EmailMessage } from '@cairn/domain/accounts/email/email-delivery'

/** The headers by which email programs offer to unsubscribe with one click (RFC 8058); none for emails that somebody asked for. */
export function unsubscribeHeaders({ unsubscribeUrl }: Pick<EmailMessage, 'unsubscribeUrl'>): {
  name: string
  value: string
}[] {
  if (unsubscribeUrl === undefined) return []
  return [
    { name: 'List-Unsubscribe', value: `<${unsubscribeUrl}>` },
    { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
  ]
}
