const tokenPattern = /^([0-9a-f]{64})\.([A-Za-z0-9_-]{43})$/

/** The token of a link that confirms a new address: the key of the account, and a secret. No verification token looks like it. */
export function emailChangeTokenOf(emailKey: string, secret: string): string {
  return `${emailKey}.${secret}`
}

/** Returns undefined if the text is not the token of a new address. */
export function parseEmailChangeToken(token: string): { emailKey: string; secret: string } | undefined {
  const [, emailKey, secret] = tokenPattern.exec(token) ?? []
  return emailKey === undefined || secret === undefined ? undefined : { emailKey, secret }
}
