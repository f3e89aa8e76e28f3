/** Returns the token of `Authorization: Bearer …` (RFC 6750, 2.1; the scheme in any letter case, RFC 9110, 11.1). */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
}
