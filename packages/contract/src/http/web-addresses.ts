/** Rules of web addresses that people save for others to open: the text has to say where the address leads. */

/** A parser drops or converts white space and backslashes; overrides and other invisible characters make it look like another. */
const misleading = /[\s\\\p{Cc}\p{Cf}]/u

/** Whether an address contains characters that hide where it leads. */
export function isMisleadingAddress(text: string): boolean {
  return misleading.test(text)
}

/** Whether an address has a user or a password, which looks like a host: `https://example.com@evil.example`. */
export function hasUserInfo({ username, password }: Pick<URL, 'username' | 'password'>): boolean {
  return username !== '' || password !== ''
}
